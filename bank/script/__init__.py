"""Lines of a script about a table's bank, the gaming day, and the cash of guests."""
