"""The training table: that it never counts, its exercises, and who reads what became of them."""
