"""Report of a case compared: made a second time by the replayed register, field by field and row by row."""
