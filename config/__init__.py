"""How this house is set up and started; nothing of the game is decided here."""
