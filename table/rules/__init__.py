"""The rules of the game and of every house: pure functions over frozen values.

Nothing here knows a framework, a clock, chance or a database; only the standard library is imported.
Read the rooms in this order: cards, regola, phase, profiles, reading, shoe, stakes, payout, odds, roads.
"""
