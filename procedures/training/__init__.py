"""Training tables: exercises in which a mistake has to be put right, what a trainee sees, and the review."""
