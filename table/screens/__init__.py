"""Screens and pages: values read from the rules and the tables, prepared for one language. Nothing is decided here."""
