"""The commands, one per file: the Comunale taken on, and library commands that would write past the door."""
