"""Verbs away from the cards: the house office, people, devices, alerts, seats and supervision."""
