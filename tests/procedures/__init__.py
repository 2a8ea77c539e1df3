"""What is done when something goes wrong, through the door: pairs of events, presence, evidence, rulings."""
