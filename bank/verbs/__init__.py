"""Verbs of a table's bank: the float comes and is counted, movements, changes of notes, box and tips, closing."""

from bank.verbs import agreeing, closing, counting, floating, guests, house, moving, notes, taking

__all__ = ["agreeing", "closing", "counting", "floating", "guests", "house", "moving", "notes", "taking"]
