"""Reading a table for its screens: snapshot and what it takes over, register in words, coups step by step, odds."""
