"""Exact odds of every bet, as fractions: the shoe that is left, what may come of it, and what each bet is worth."""
