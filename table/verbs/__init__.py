"""Verbs of a table and of the house: one module for each part of a shift.

Importing a verb's module declares its verbs (:func:`table.play.declaration.verb`), so every module is imported here.
"""

from table.verbs import betting, closing, counting, dealing, settling, shoe, turning
from table.verbs.corrections import entry
from table.verbs.house import (
    alerts,
    custody,
    devices,
    erasing,
    exports,
    keeping,
    office,
    outside,
    own_rules,
    people,
    pins,
    seating,
    supervision,
    waiting,
)

__all__ = [
    "alerts",
    "betting",
    "closing",
    "counting",
    "custody",
    "dealing",
    "devices",
    "entry",
    "erasing",
    "exports",
    "keeping",
    "office",
    "outside",
    "own_rules",
    "people",
    "pins",
    "seating",
    "settling",
    "shoe",
    "supervision",
    "turning",
    "waiting",
]
