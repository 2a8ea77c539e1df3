"""Chance of an evening and of a day: distributions of the win, computed in a process of their own."""
