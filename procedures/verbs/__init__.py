"""What people do when something has gone wrong: report, show, attest, ratify, annul, refer, rule, replace, count."""

from procedures.verbs import counting, deciding, replacing, reporting, ruling, showing

__all__ = ["counting", "deciding", "replacing", "reporting", "ruling", "showing"]
