"""Reading a table for its screens: the snapshot, what it takes over from the previous one, words, and reasons."""
