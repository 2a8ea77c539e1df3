"""Shoes that know their cards: shuffled by the machine, and sealed before the first card is dealt."""
