"""Verbs for when something has gone wrong: report, show, attest, name the cause, ratify, annul, refer, rule."""

from procedures.verbs import causes, counting, deciding, disputing, keeping, replacing, reporting, ruling, showing

__all__ = ["causes", "counting", "deciding", "disputing", "keeping", "replacing", "reporting", "ruling", "showing"]
