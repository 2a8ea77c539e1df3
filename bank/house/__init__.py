"""House beyond its tables: gaming days, what it has laid down, and the cash of each guest over all tables."""
