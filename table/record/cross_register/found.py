"""Facts beyond a table's register with which the house completes an act as it is pressed; extensions look them up."""

from collections.abc import Callable, Mapping
from typing import Any

from table.models import Table
from table.play.act import Act
from table.play.declaration import Verb

Finds = Callable[[Act, Mapping[str, Any]], Mapping[str, Any]]
"""Returns the arguments that complete those of an act, none where there is nothing to add; may refuse the act.

It may lock and write rows beyond the table's, after the row of the table, which is locked already.
"""
FINDS: dict[str, Finds] = {}
"""By the name of the verb."""
CHECKS: dict[str, Finds] = {}
"""By the name of the verb: those that a training table has as well; none writes rows beyond the table."""


def facts(act: Act, verb: Verb, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments that the house adds to those of an act, {} for none; they replace those of the same name.

    They come from the functions registered for the verb in ``CHECKS`` and, but at a training table, in ``FINDS``. These
    may refuse the act, and raise :class:`Refused` then.
    """
    trains = isinstance(act.owner, Table) and act.owner.training
    registries = (CHECKS,) if trains else (CHECKS, FINDS)
    found = dict[str, Any]()
    for finds in (it[verb.name] for it in registries if verb.name in it):
        found |= finds(act, given)
    return found
