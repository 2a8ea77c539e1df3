"""A table's bank below its verbs: read from the rows, decided on by the rules, and written back."""
