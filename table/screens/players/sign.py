"""The sign of a table: what everybody who passes by may know, from the same values that pay."""

from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from table.models import Coup
from table.rules.regola import Outcome
from table.screens.players.boards import boards
from table.screens.players.prices import limits, lines
from table.screens.players.seat import policy_version
from table.screens.read.notices import Notice, headline, notices, stakes_stand
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Snapshot
from table.screens.rules.sentences.on_screens import rules_on

BEADS, ROAD, DERIVED = 20, 32, 15
BINDING = ("over_max", "tie_requires_main")
"""What binds whoever stakes, by the topics of the house rules."""


class Told(NamedTuple):
    """A coup with its figures: this one once its points are announced, until then the one before."""

    result: str
    banco: int
    punto: int
    past: bool


def sign(table: Snapshot, _which: str) -> dict[str, Any]:
    """What the sign shows."""
    numbers = Numbers(get_language() or settings.LANGUAGE_CODE)
    boxes = lines(table, numbers)
    return {
        "lines": boxes,
        "limits": limits(boxes),
        "said": _said(table),
        "notices": notices(table),
        "told": told(table),
        "boards": boards(tuple(table.results), beads=BEADS, road=ROAD, derived=DERIVED),
        "binding": rules_on(table.state.profile, numbers, BINDING),
        "version": policy_version(table),
    }


def _said(table: Snapshot) -> Notice:
    """How the coup stands; while it is held also that the stakes do."""
    said = headline(table)
    return said._replace(more=f"{said.more} {_('The stakes stand.')}") if stakes_stand(table) else said


def told(table: Snapshot) -> Told | None:
    """The figures that were announced last; a Colpo in Bianco and a coup without a result have none to show."""
    if table.state.coup is not None and table.result is not None and not table.blank:
        return _figures(table.state.coup, table.result.value, past=False)
    last = table.last
    if last is None or not last.result or last.kind != Coup.Kind.NORMAL or last.outcome not in ("", Outcome.SETTLED):
        return None
    return _figures(last, last.result, past=True)


def _figures(coup: Coup, result: str, *, past: bool) -> Told:
    return Told(result, coup.announced_banco or 0, coup.announced_punto or 0, past)
