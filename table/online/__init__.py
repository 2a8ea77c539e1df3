"""Online game: players with an account and play money, each at a table of their own that deals itself.

It does not touch the tables of the house: it has models of its own, no register, and the staff's screens do not show
it.
"""
