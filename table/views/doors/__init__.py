"""Doors of pages: who may open one, what a device may do, and where whoever signs in on it is taken."""
