"""Verbs for when something has gone wrong, from the report to the ruling; their effects, and the case below them."""

from procedures.verbs import causes, deciding, disputing, of_one_article, reporting, ruling, showing

__all__ = ["causes", "deciding", "disputing", "of_one_article", "reporting", "ruling", "showing"]
