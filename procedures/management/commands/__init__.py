"""Commands of the procedures, one per file."""
