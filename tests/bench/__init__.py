"""How fast the house is. Nothing here is collected by pytest: ``make bench-rules`` prints one table."""
