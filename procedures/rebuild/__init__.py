"""Reconstruction alla Regola: how the cards lie, what is known of their order, and what is done about it."""
