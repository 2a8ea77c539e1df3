"""Commands of `manage.py`, one per file."""
