"""The lab: every state of a table on every form of its screens, in every language and house.

It measures what a reader could not read, and what a finger could not press.
"""
