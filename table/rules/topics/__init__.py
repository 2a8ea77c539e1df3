"""Authority for what the house does, topic by topic."""
