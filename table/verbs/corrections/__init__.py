"""Corrections of what was keyed wrong, with a trace; what was *done* wrong is an incident."""
