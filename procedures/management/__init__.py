"""Commands of the procedures."""
