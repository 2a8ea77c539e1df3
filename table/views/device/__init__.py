"""The device in somebody's hand: where it leads him, what its browser may do, how it is installed."""
