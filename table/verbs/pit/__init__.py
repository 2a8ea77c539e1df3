"""Verbs of the pit for guests: the list of those who wait for a seat, and answers to calls from a seat."""
