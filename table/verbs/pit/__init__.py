"""What the pit does for guests: the list of who waits for a seat, and answers to calls from a seat."""
