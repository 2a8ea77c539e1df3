"""Shoes that know their cards: shuffled by the machine and sealed before the first card, or read card by card."""
