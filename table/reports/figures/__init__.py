"""Figures of a table or of the whole house: their filters, what is counted, and how it is drawn."""
