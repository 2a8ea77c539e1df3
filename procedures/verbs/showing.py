"""While an incident holds a coup its covered cards are shown one at a time. Super Punto Banco, Premessa, Art. 6–8."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from django.utils.translation import pgettext_lazy

from procedures.articles.offer import REPORTERS
from procedures.rebuild.placement import Location, of_the_hand
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import place_waiting, turn
from table.play.state import AT_BOX, TableState
from table.rules.cards import parse
from table.rules.refusal import Code, require
from table.rules.regola import Side
from table.rules.sources import PREMISE
from table.verbs.declaration import ANYTIME, verb

Where = Literal["punto", "banco", "beside"]
BESIDE = (Location.WAITING, Location.EXCESS)


def _shown(act: Act, given: Mapping[str, Any]) -> list[int] | None:
    """The card that is shown, where there is one."""
    where: Any = given.get("where")
    there = _those(act.state, where, given.get("number")) if where in get_args(Where) else []
    return [it.number for it in there[:1]] or None


@verb(
    title=pgettext_lazy("act", "show a covered card"),
    said=(pgettext_lazy("record", "a covered card is shown"),),
    roles=REPORTERS,
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup"],
    while_held=True,
    source=PREMISE,
    shows=_shown,
)
def show_card(act: Act, *, where: Where, card: str, number: int | None = None) -> None:
    """A card that lies covered at a box or beside the hands is turned, whatever the phase; it stays turned.

    ``number`` names it by its place in the taglia, where the table knows which one it is: a third card that was served
    by itself. Of the others at one box nobody can say from their backs which came out first.
    """
    coup = act.state.coup
    require(
        coup is not None and coup.held,
        Code.PHASE,
        "Covered cards are shown one by one only while an incident holds the coup; else each is turned in its turn.",
        source=act.cite(PREMISE),
    )
    there = _those(act.state, where, number)
    require(there, Code.PHASE, "No such card lies covered there.")
    turn(act, there[:1], [parse(card)], in_order=_knows_which(act.state, there[0]))
    place_waiting(act)


def _those(state: TableState, where: Where, number: int | None) -> list[DrawnCard]:
    """The covered cards that are meant."""
    there = covered(state, where)
    if number is None:
        return there
    return [it for it in there if it.number == number and it in state.served_by_themselves]


def covered(state: TableState, where: Where) -> list[DrawnCard]:
    """The covered cards there, a third that was served by itself last."""
    places = BESIDE if where == "beside" else (AT_BOX[Side(where)],)
    there = [it for it in of_the_hand(state) if it.location in places and not it.face]
    return sorted(there, key=lambda it: it in state.served_by_themselves)


def _knows_which(state: TableState, card: DrawnCard) -> bool:
    """Whether no other card lies there from which nobody could tell this one."""
    alike = [it for it in of_the_hand(state) if it.location == card.location and it not in state.served_by_themselves]
    return alike in ([], [card]) or card in state.served_by_themselves
