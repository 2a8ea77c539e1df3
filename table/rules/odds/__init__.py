"""Exact odds of every bet, as fractions: what is left of a shoe, how the next coup may end, what each bet is worth."""
