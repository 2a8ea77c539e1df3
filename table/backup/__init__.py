"""Backups: a house in one file and its keys in another, taken while it plays, restored, and moved to another engine."""
