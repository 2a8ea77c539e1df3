"""Manuals: how an evening is run at the screens, and what to do when cards go wrong."""
