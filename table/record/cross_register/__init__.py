"""Rows beyond an act's register that it reads or changes: waiting list, displays, PINs, sessions, evenings, cards.

It applies when an act is pressed, and never in a replay.
"""
