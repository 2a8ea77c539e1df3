"""The online game: players with an account and play money, each at a table of his own that deals itself.

Nothing here touches a table of the house: it has rows of its own, no register, and no screen of the staff shows it.
"""
