"""Reading a table for its screens: the snapshot, what it carries over from the one before, and its words."""
