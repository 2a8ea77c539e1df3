"""Felt of a table: its plan, and what lies on it during play."""
