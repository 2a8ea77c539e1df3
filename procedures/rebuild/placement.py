"""Locations of the cards of a coup by their rows, and the open cases that say something of them."""

from collections.abc import Iterable, Sequence

from procedures.models import UNDECIDED, Incident
from procedures.rebuild import items
from procedures.rebuild.places import OrderPlace
from table.models import DrawnCard
from table.play.act import Act
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Code, require
from table.rules.regola import Side

Location = DrawnCard.Location
SIDE_AT = {location: side for side, location in AT_BOX.items()}


def as_recorded(state: TableState) -> list[str | None]:
    """List for each card of the hand, in order of extraction, the box at which the record has it.

    None for one that is at no box, such as one that waits or is held beside the sabot.
    """
    return [side.value if (side := box_of(card)) else None for card in state.of_the_hand]


def box_of(card: DrawnCard) -> Side | None:
    """Return the box at which a card lies; None beside the hands."""
    return SIDE_AT.get(Location(card.location))


def places_of(state: TableState) -> list[OrderPlace]:
    """List the places of the hand in order of extraction: where each card lies, came alone, seen, undue, and its face.

    The face is empty if the card is covered, or only its box is known.
    """
    return [
        OrderPlace(str(it.location), it.alone, it.seen, it.undue, it.face if it.face and not it.by_box else "")
        for it in state.of_the_hand
    ]


def numbers_at(state: TableState, places: Sequence[int]) -> list[int]:
    """Return the numbers in the taglia of the cards at these places of the coup (from 1), ascending.

    A place named twice gives its card once. Held cards have places, too. Refuses (E_EVIDENCE) a place without a card.
    """
    cards = state.of_the_hand
    check_places(cards, places)
    return [cards[place - 1].number for place in sorted(set(places))]


def covered(state: TableState) -> list[int]:
    """List the places, from 1 in the order of extraction of the hand, of the cards without a face.

    Those held at the sabot are among them only where no other card of the hand, at a box or not, lies covered.
    """
    out = [(place, card) for place, card in enumerate(state.of_the_hand, start=1) if not card.face]
    return [place for place, card in out if card.location not in DrawnCard.HELD] or [place for place, _ in out]


def check_places(cards: Sequence[DrawnCard], places: Iterable[int]) -> None:
    """Refuse (E_EVIDENCE) a place that these cards do not have: below 1 or above their number."""
    for place in places:
        require(
            0 < place <= len(cards),
            Code.EVIDENCE,
            "Of %(count)s cards none was the %(place)s. to come out.",
            count=len(cards),
            place=place,
        )


def faces(state: TableState) -> dict[str, list[str]]:
    """Map each box to the texts of its cards, in order of extraction, "??" for a covered one; both boxes are there."""
    return {side.value: [str(card) for card in state.hand(side)] for side in Side}


def record_placement(act: Act, *, known: bool = False) -> None:
    """Record (``cards_lie``) number, face and location of all cards of the coup and beside the sabot.

    With ``known``, where a report has laid them, also how each face is known and whether the card came alone.
    """
    placed = sorted([*act.state.cards, *act.state.held], key=lambda card: card.number)
    how = {"known": [[it.number, it.known, it.alone] for it in placed]} if known else {}
    act.effect("cards_lie", cards=[[it.number, it.face, str(it.location)] for it in placed], **how)


# --- which cases say something of it


def open_cases(state: TableState) -> list[Incident]:
    """Query the undecided blocking incidents of this coup, and list them as they were opened; empty between coups."""
    return list(Incident.objects.filter(coup=state.coup, blocking=True, status__in=UNDECIDED)) if state.coup else []


def open_reports(state: TableState, *, without: Incident | None = None) -> list[items.LayoutReport]:
    """List the reports of open cases of this coup about where its cards lie, oldest first: the last one counts.

    Empty while nothing holds the coup. The case ``without`` is left out.
    """
    held = state.coup is not None and state.coup.held
    cases = open_cases(state) if held else []
    return sorted(it for case in cases if without is None or case.pk != without.pk for it in items.reports_of(case))


def at_boxes(state: TableState, case: Incident) -> bool:
    """Whether this case is of the coup being played, with its betting closed; before that no card lies at a box."""
    return state.coup is not None and state.coup.closed and case.coup_id == state.coup.pk
