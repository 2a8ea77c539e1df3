"""Which rules there are for a table."""
