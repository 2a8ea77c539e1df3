"""Words that every screen and paper shares: terms of the game, offices, how a language is spelled, and its numbers."""
