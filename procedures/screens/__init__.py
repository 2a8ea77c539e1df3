"""Incidents on the screens: regions added to those of the table, which knows no procedure."""
