"""The doors of the house: the server, how many stand before it, by which way they come, and whether it is alone."""
