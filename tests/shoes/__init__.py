"""Shoes that know their cards: sealed, dealt, opened and checked."""
