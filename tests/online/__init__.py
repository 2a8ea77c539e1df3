"""The online game: its games, its players, what happens to them when something breaks, and what is tried against it."""
