"""Rules of the game and of every house: pure functions over frozen values.

No framework, clock, random number or database is used here; only the standard library is imported. Suggested reading
order: cards, regola, phase, profile, houses, reading, shoe, stakes, payout, odds, roads.
"""
