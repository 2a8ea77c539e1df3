"""Where the cards of a coup lie by the rows, and which cases say something of it."""

from collections.abc import Iterable, Sequence

from procedures.models import UNDECIDED, Incident
from procedures.rebuild import items
from procedures.rebuild.places import Place
from table.models import DrawnCard
from table.play.act import Act
from table.play.shoe import BESIDE_THE_SABOT
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Code, require
from table.rules.regola import Side

Location = DrawnCard.Location
SIDE_AT = {location: side for side, location in AT_BOX.items()}
State = tuple[str, bool, bool, str]
"""What belongs to the card itself, whatever its number: its face, whether it was seen, undue, how its face is known."""


def of_the_hand(state: TableState) -> list[DrawnCard]:
    """The cards of this coup in the order of extraction, with those that it set aside, without the counted rest."""
    return state.of_the_hand


def as_recorded(state: TableState) -> list[str | None]:
    """For each card of the hand the box at which it lies by the rows, None for no box."""
    return [side.value if (side := box_of(card)) else None for card in of_the_hand(state)]


def box_of(card: DrawnCard) -> Side | None:
    """The box at which a card lies; None beside the hands."""
    return SIDE_AT.get(Location(card.location))


def states_of(cards: Sequence[DrawnCard]) -> list[State]:
    """What the cards show, apart from their numbers."""
    return [(card.face, card.seen, card.undue, card.known) for card in cards]


def give_state(card: DrawnCard, state: State) -> None:
    """The row with this number is the card that shows this."""
    card.face, card.seen, card.undue, card.known = state


def places_of(state: TableState) -> list[Place]:
    """The places of the hand as the rows have them."""
    return [
        Place(str(it.location), it.alone, it.seen, it.undue, it.face if it.face and not it.by_box else "")
        for it in of_the_hand(state)
    ]


def numbers_at(state: TableState, places: Sequence[int]) -> list[int]:
    """The cards at these places of the coup, by their numbers in the taglia."""
    cards = of_the_hand(state)
    check_places(cards, places)
    return [cards[place - 1].number for place in sorted(set(places))]


def covered(state: TableState) -> list[int]:
    """The cards that lie covered, by their places in the order they came out; beside the sabot where none else does."""
    out = [(place, card) for place, card in enumerate(of_the_hand(state), start=1) if not card.face]
    return [place for place, card in out if card.location not in BESIDE_THE_SABOT] or [place for place, _ in out]


def check_places(cards: Sequence[DrawnCard], places: Iterable[int]) -> None:
    """So many cards are out, and no more."""
    for place in places:
        require(
            0 < place <= len(cards),
            Code.EVIDENCE,
            "Of %(count)s cards none was the %(place)s. to come out.",
            count=len(cards),
            place=place,
        )


def faces(state: TableState) -> dict[str, list[str]]:
    """Both hands as they show, ?? for a covered card."""
    return {side.value: [str(card) for card in state.hand(side)] for side in Side}


def record_placement(act: Act, *, known: bool = False) -> None:
    """Write into the register where all cards of the coup and beside the sabot lie now: number, face, place.

    ``known``: and how each face is known, where a report has laid them.
    """
    placed = sorted([*act.state.cards, *act.state.held], key=lambda card: card.number)
    how = {"known": [[it.number, it.known, it.alone] for it in placed]} if known else {}
    act.effect("cards_lie", cards=[[it.number, it.face, str(it.location)] for it in placed], **how)


# --- which cases say something of it


def open_cases(state: TableState) -> list[Incident]:
    """The undecided incidents that hold this coup, in the order in which they were opened."""
    return list(Incident.objects.filter(coup=state.coup, blocking=True, status__in=UNDECIDED)) if state.coup else []


def standing_reports(state: TableState, *, without: Incident | None = None) -> list[items.Report]:
    """What open cases of this coup have reported of how the cards lie, by their entries; the newest counts."""
    held = state.coup is not None and state.coup.held
    cases = open_cases(state) if held else []
    return sorted(it for case in cases if without is None or case.pk != without.pk for it in items.reports_of(case))


def at_boxes(state: TableState, case: Incident) -> bool:
    """Whether the betting on the coup of this case is closed: before that cards wait, and none lies at a box."""
    return state.coup is not None and state.coup.closed and case.coup_id == state.coup.pk
