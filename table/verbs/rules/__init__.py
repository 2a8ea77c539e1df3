"""Verbs on rules that belong to no single table."""
