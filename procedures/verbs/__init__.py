"""What people do when something has gone wrong: report, attest, ratify, annul, refer, rule, replace."""

from procedures.verbs import deciding, replacing, reporting, ruling, showing

__all__ = ["deciding", "replacing", "reporting", "ruling", "showing"]
