"""Limits on players besides those of their stakes: wrong passwords, and the hourly check of a sitting."""
