"""Reconstruction alla Regola: where the cards lie, what is known of their order, and the remedies that follow."""
