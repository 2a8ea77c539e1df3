"""Administrative commands of the table, one per file."""
