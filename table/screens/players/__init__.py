"""Screens for players and passers-by: the display at a seat, the sign of a table, its roads and prices."""
