"""Bank below its verbs: that of a table, and the house's gaming days and cash; read, decided on, and written back."""
