"""Doors of pages: who may open one, what a device may do, where whoever signs in is taken, and in which words."""
