"""The regulations as tests: evenings in plain text, played through the door on a real database, to the cent."""
