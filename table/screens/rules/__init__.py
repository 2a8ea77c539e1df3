"""Rules and odds of a house as a page, and the form by which the Direzione changes them."""
