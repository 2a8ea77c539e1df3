"""Live screens: one hub per process that draws each table once, and the sockets of screens and electronic shoes."""
