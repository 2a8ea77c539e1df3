"""Verbs away from the cards: office and rules, people, devices, alerts, seats, waiting list and supervision."""
