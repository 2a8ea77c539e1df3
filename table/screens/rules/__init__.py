"""Rules and odds of a house as a page with the plan of its felt, and the form by which the Direzione changes them."""
