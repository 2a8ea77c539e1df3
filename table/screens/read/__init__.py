"""Reading a table for its screens: the snapshot and what it takes over, the register in words, coups, and odds."""
