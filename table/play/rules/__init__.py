"""Sets of rules that a table may have."""
