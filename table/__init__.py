"""A table of Super Punto Banco: its rules, its state and its screens."""
