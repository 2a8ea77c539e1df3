"""What players and passers-by see: the display at a seat, the sign of a table, its roads and prices."""
