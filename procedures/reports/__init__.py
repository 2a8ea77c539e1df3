"""The reports of what went wrong: each one page that settles a dispute."""
