"""Reading a table for its screens: the snapshot, what it takes over, its words, its pace, reasons of the Regola."""
