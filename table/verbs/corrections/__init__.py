"""What was keyed wrong is put right, with a trace; what was *done* wrong is an incident."""
