"""Settings, server and maintenance commands; no rule of the game is here."""
