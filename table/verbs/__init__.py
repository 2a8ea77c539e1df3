"""Everything that can be done at a table and in the house: one module for each part of a shift.

A verb is declared where it is defined (:func:`table.verbs.declaration.verb`); a module that is imported here is in use.
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
    people,
    pins,
    seating,
    supervision,
)
from table.verbs.pit import service, waiting
from table.verbs.rules import own

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
    "own",
    "people",
    "pins",
    "seating",
    "service",
    "settling",
    "shoe",
    "supervision",
    "turning",
    "waiting",
]
