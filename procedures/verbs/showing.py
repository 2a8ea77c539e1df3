"""Covered cards shown one at a time while an incident holds a coup. Super Punto Banco, Premessa, Art. 6–8."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from django.utils.translation import pgettext_lazy

from procedures.articles.offer import REPORTERS
from procedures.rebuild.evidence import counting
from procedures.rebuild.placement import Location, open_cases, open_reports
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import Known, follow_punto, place_waiting, turn
from table.play.declaration import ANYTIME, GamePart, verb
from table.play.state import AT_BOX, TableState
from table.rules.cards import parse
from table.rules.refusal import Code, require
from table.rules.regola import Side

Where = Literal["punto", "banco", "beside"]
AWAY_FROM_BOXES = (Location.WAITING, Location.EXCESS)


def _shown(act: Act, given: Mapping[str, Any]) -> list[int] | None:
    """Return the number, in a list, of the first covered card that these arguments can mean; None where they mean none.

    The act may refuse them all the same, as it does without a number where several cards came out alone.
    """
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
    source="evidence.faces",
    shows=_shown,
    part=GamePart.TURNS_ONE,
    public="where number",
)
def show_card(act: Act, *, where: Where, card: str, number: int | None = None) -> None:
    """Turn a covered card at a box, or “beside” the hands, with the face ``card``, while a case holds the coup.

    ``number`` (in the taglia) names one that came out by a press of its own, or any there if a counting
    statement names one. Without it the first that did not come so is turned, else the only one; its face is
    known by its box alone, unless it is certainly that card. A claim by turning Punto's cards follows. Refuses
    (E_PHASE) if no coup is held or none lies there, (E_CARD) no number for several that came so, and as
    :func:`turn`. Records as that, ``card_told_apart`` of one in a statement, ``early_card_placed``.
    """
    coup = act.state.coup
    require(
        coup is not None and coup.held,
        Code.PHASE,
        "Covered cards are shown one by one only while an incident holds the coup; else each is turned in its turn.",
        source=act.cite("evidence.faces"),
    )
    there = _those(act.state, where, number)
    require(there, Code.PHASE, "No such card lies covered there.")
    require(
        number is not None or len(there) == 1 or not _alone(act.state, there[0]),
        Code.CARD,
        "Several cards that came out by themselves lie covered there: say which of them it is.",
    )
    if number is not None and not _alone(act.state, there[0]):
        act.effect("card_told_apart", card=number)
    known = Known.PLACE if _is_itself(act.state, there[0], named=number is not None) else Known.BOX
    turn(act, there[:1], [parse(card)], known=known)
    follow_punto(act)
    place_waiting(act)


def _those(state: TableState, where: Where, number: int | None) -> list[DrawnCard]:
    """List the covered cards that a press can mean, at a box or, with “beside”, waiting or in excess.

    Without a number those that cannot be told apart, else all there. With one (in the taglia) that card alone, if it
    lies covered there and came out by a press of its own. One that did not needs a statement that counts on any card
    covered there, be it another one; else the list is empty.
    """
    there = covered(state, where)
    if number is None:
        return [it for it in there if not _alone(state, it)] or there
    found = [it for it in there if it.number == number]
    return found if found and (_alone(state, found[0]) or spoken_of(state, there)) else []


def _is_itself(state: TableState, card: DrawnCard, *, named: bool) -> bool:
    """Whether a card came out behind the first four by a press of its own and is certainly the one that is turned.

    With ``named``, where the press names it by its number, it is. Else only if no third card at its box was keyed late,
    and the newest report of the layout, if there is one, says that it was served last, by itself.
    """
    late = any(it.known == Known.LATE and it.location == card.location for it in state.cards)
    newest = max(open_reports(state), default=None)
    return _alone(state, card) and (named or not (late or (newest and not newest.serves(card.number))))


def _alone(state: TableState, card: DrawnCard) -> bool:
    """Whether a card came out behind the first four of the hand, by a press of its own."""
    return card.number in {it.number for it in state.came_alone}


def spoken_of(state: TableState, backs: Sequence[DrawnCard]) -> set[int]:
    """Return the numbers of those of these covered cards of which a statement that counts was made."""
    said = counting(state, open_cases(state))
    return {it.number for it in backs if any(it.number in item.named and it.number in item.backs for item in said)}


def covered(state: TableState, where: Where) -> list[DrawnCard]:
    """List the covered cards at this box or, with “beside”, those that wait or are in excess, by extraction.

    Held cards are never among them. Those that came out behind the first four by presses of their own are last.
    """
    places = AWAY_FROM_BOXES if where == "beside" else (AT_BOX[Side(where)],)
    there = [it for it in state.of_the_hand if it.location in places and not it.face]
    return sorted(there, key=lambda it: _alone(state, it))
