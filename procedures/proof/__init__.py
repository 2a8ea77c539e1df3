"""Proof of a report: made a second time from the replayed register, and compared field by field, row by row."""
