"""Screens of the inspectors: the desk of a table, the tiles of the pit, and figures."""
