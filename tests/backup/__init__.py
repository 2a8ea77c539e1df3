"""Backups: taken while the house plays, restored whole or not at all, told when missing; and houses that move."""
