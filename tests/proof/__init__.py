"""Registers that left the house, changed in every way there is, and whether anybody notices."""
