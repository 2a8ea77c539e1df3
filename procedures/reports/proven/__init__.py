"""Report of a case proven: made a second time by the replayed register and compared; the files that its PDF carries."""
