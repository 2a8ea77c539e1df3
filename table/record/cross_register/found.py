"""Facts beyond a table's register with which the house completes an act as it is pressed; extensions look them up."""

from collections.abc import Callable, Mapping
from typing import Any

from table.acts.declaration import Verb
from table.models import Table
from table.play.act import Act

Finds = Callable[[Act, Mapping[str, Any]], Mapping[str, Any]]
"""Returns the arguments that complete those of an act, none where there is nothing to add; may refuse the act.

It may lock and write rows beyond the table's, after the row of the table, which is locked already.
"""
FINDS: dict[str, Finds] = {}
"""By the name of the verb."""


def facts(act: Act, verb: Verb, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments that complete an act; none at a training table. Raises :class:`Refused`."""
    finds = FINDS.get(verb.name)
    trains = isinstance(act.owner, Table) and act.owner.training
    return {} if finds is None or trains else finds(act, given)
