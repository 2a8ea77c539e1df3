"""Everything that can be done at a table and in the house, in the order of a shift."""

from table.verbs import (
    betting,
    closing,
    correcting,
    counting,
    dealing,
    office,
    opening,
    seating,
    settling,
    shoe,
    supervision,
    turning,
)

__all__ = [
    "betting",
    "closing",
    "correcting",
    "counting",
    "dealing",
    "office",
    "opening",
    "seating",
    "settling",
    "shoe",
    "supervision",
    "turning",
]
