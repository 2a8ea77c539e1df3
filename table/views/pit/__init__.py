"""Pages for the pit alone."""
