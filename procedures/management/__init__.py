"""Administrative commands of the procedures."""
