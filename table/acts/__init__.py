"""How a verb is declared, and what may be written in its arguments."""
