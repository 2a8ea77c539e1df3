"""A house that is served, and pressed by many while something is done to it: whether its register explains it."""
