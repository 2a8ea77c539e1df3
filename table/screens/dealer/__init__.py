"""Console of the dealer."""
