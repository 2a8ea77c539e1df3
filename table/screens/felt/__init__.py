"""Felt of a table: what lies on it during play."""
