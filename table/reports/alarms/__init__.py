"""Statistical alarms: named tests of whether figures are so far from chance that somebody should look."""

ALARM_AT = 1e-6
"""Greatest chance at which an alarm is raised, the same for all tests: one in a million."""
