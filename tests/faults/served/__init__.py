"""A house that is really served, pressed by many at once while something is done to it, and whether its register explains it."""
