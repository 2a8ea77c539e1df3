"""Verbs of a table's bank and their effects: the float comes and is counted, movements, changes, box, tips, closing."""

from bank.verbs import agreeing, caging, closing, counting, floating, house, notes, receiving, taking

__all__ = [
    "agreeing",
    "caging",
    "closing",
    "counting",
    "floating",
    "house",
    "notes",
    "receiving",
    "taking",
]
