"""What is decided on rules beside those of one table."""
