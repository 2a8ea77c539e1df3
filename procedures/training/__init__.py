"""The training table: mistakes to be put right as exercises, what a trainee sees of one, and the review afterwards."""
