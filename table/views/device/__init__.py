"""Pages for the device in somebody's hand: where it leads them, what its browser may do, how it is installed."""
