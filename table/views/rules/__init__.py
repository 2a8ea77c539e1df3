"""Pages of the rules that the house has made."""
