"""What people do when something has gone wrong: report, attest, ratify, annul, refer, rule, replace, count."""

from procedures.verbs import counting, deciding, replacing, reporting, ruling

__all__ = ["counting", "deciding", "replacing", "reporting", "ruling"]
