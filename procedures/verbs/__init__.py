"""Verbs for when something has gone wrong (report, show, attest, name the cause, decide, rule), and their effects."""

from procedures.verbs import causes, deciding, disputing, of_one_article, reporting, ruling, showing

__all__ = ["causes", "deciding", "disputing", "of_one_article", "reporting", "ruling", "showing"]
