"""Everything that can be done at a table and in the house, in the order of a shift."""

from table.verbs import (
    alerts,
    betting,
    closing,
    correcting,
    counting,
    dealing,
    devices,
    office,
    opening,
    people,
    seating,
    settling,
    shoe,
    supervision,
    turning,
)

__all__ = [
    "alerts",
    "betting",
    "closing",
    "correcting",
    "counting",
    "dealing",
    "devices",
    "office",
    "opening",
    "people",
    "seating",
    "settling",
    "shoe",
    "supervision",
    "turning",
]
