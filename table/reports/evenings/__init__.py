"""Reports of a taglia, an evening and a day of the house, and of changes at a table besides the game."""
