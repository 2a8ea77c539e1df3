"""When figures are so far from chance that somebody should look: tests that are stated, with one threshold for all."""

ALARM_AT = 1e-6
"""An alarm is raised by what comes about by chance at most once in a million times."""
