"""Incidents at the table: their articles, remedies and reports."""
