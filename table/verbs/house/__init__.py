"""Acts away from the cards: the house office, people, devices, alerts, seats, and those who watch."""
