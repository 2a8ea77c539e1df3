"""Administrative commands of the table."""
