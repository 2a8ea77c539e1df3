"""What a taglia, an evening and a day of the house come to, and what was changed at a table besides the game."""
