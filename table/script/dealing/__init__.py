"""Good dealer, whoever plays a coup: what a table asks for is keyed with the cards as they truly lie."""
