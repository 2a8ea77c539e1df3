"""The commands by their names."""
