"""Commands of `manage.py`, and what several of them share."""
