"""Statement of a session compared: its rows are made a second time by the replayed register."""
