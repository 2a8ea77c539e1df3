"""The figures of a table or of the whole house: what was asked for, what was counted, and how it is drawn."""
