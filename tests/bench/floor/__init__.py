"""What an act costs a server with a hundred tables, and how soon their screens show it: ``make bench-floor``."""
