"""A year of a casino that is installed as the documents say, with the settings that ship: ``make year``."""
