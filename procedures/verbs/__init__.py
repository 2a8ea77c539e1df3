"""What people do when something has gone wrong: report, attest, name the cause, ratify, annul, refer, rule, replace."""

from procedures.verbs import causes, deciding, replacing, reporting, ruling

__all__ = ["causes", "deciding", "replacing", "reporting", "ruling"]
