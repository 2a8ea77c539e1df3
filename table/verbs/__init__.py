"""Verbs of a table and of the house: one module for each part of a shift.

Importing a verb's module declares its verbs (:func:`table.play.declaration.verb`), so every module is imported here.
"""

from table.verbs import betting, closing, counting, dealing, settling, shoe, turning  # noqa: F401
from table.verbs.corrections import entry  # noqa: F401
from table.verbs.house import (  # noqa: F401
    alerts,
    devices,
    erasing,
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
