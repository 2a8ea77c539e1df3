"""Words that every screen and paper shares: terms of the game, names of offices, and how a language is spelled."""
