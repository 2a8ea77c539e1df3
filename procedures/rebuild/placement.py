"""Where the cards of a coup lie: as the rows have it, and as people report it."""

from collections.abc import Iterable, Sequence
from itertools import islice

from procedures.models import UNDECIDED, Incident
from procedures.rebuild import items
from table.models import DrawnCard
from table.play.act import Act
from table.play.sealed import check_real
from table.play.shoe import BESIDE_THE_SABOT, draw, in_use
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Code, require
from table.rules.regola import FIRST_CARDS, Side
from table.statements import update

Location = DrawnCard.Location
SIDE_AT = {location: side for side, location in AT_BOX.items()}
State = tuple[str, bool, bool, bool]
"""What belongs to the card itself, whatever its number: its face, whether it was seen, undue, its order known."""
COVERED: State = ("", False, False, True)
"""Of a card of which nothing is known but its number."""


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
    return [(card.face, card.seen, card.undue, card.order_known) for card in cards]


def give_state(card: DrawnCard, state: State) -> None:
    """The row with this number is the card that shows this."""
    card.face, card.seen, card.undue, card.order_known = state


# --- as people report it


def place_as_reported(act: Act, laid: Sequence[Side | None], *, back: bool = False) -> None:
    """Make the rows agree with a report: as many cards are out as it names, and each lies at the box it says.

    Cards that the rows lack are drawn, those that are not out are struck. A face stays at the box for which it was
    keyed. ``back`` restores how the cards lay before: a third card that had moved up is the third again.

    Of a card that is known by a report alone nobody has seen when it came to its box.
    """
    check_real(act, act.state.shoe)
    laid = _with_those_beside(of_the_hand(act.state), laid)
    by_record = len(of_the_hand(act.state))
    cards = _draw(act, len(laid))
    moved = _keep_faces_at_their_box(cards, laid, drawn=len(laid) > by_record, back=back)
    for case in open_cases(act.state) if moved else ():
        items.speak_of_others_now(case, moved, entry=act.number)
        update(case)
    for card in reversed(cards[len(laid) :]):
        _strike(act, card)
        act.state.reread("cards", "held")
    for place, (card, side) in enumerate(zip(cards, laid, strict=False)):
        _put(act, card, side)
        card.order_known = card.order_known and place < by_record
        update(card)
    record_placement(act)


def take_report(act: Act, case: Incident, laid: Sequence[Side | None]) -> None:
    """A case says where the cards lie: they lie so from now on, and as before once it is withdrawn. It is not saved."""
    case.lay_before = before_reports(act.state)
    place_as_reported(act, laid)
    if case.pk is not None:
        case.refresh_from_db(fields=["evidence"])
    case.facts = case.facts | {"laid": as_recorded(act.state)}


def _with_those_beside(cards: Sequence[DrawnCard], laid: Sequence[Side | None]) -> list[Side | None]:
    """Add the cards that wait beside the sabot to a report that speaks of the hands alone: they are out as well."""
    beside = [card.location in BESIDE_THE_SABOT for card in cards]
    if not laid or None in laid or len(laid) > beside.count(False):
        return list(laid)
    at_hands, everywhere = iter(laid), list[Side | None]()
    for waits in beside:
        everywhere += [None] if waits else islice(at_hands, 1)
    return everywhere


def at_boxes(state: TableState, case: Incident) -> bool:
    """Whether the betting on the coup of this case is closed: before that cards wait, and none lies at a box."""
    return state.coup is not None and state.coup.closed and case.coup_id == state.coup.pk


def before_reports(state: TableState) -> list[str | None]:
    """For each card the box at which it lay before any open case reported where the cards lie."""
    laid, reports = as_recorded(state), _reports_of_placement(state)
    return _with_what_came_since(reports[-1], laid) if reports else laid


def restore_recorded(act: Act, case: Incident) -> None:
    """Take back what this case reported of where the cards lie; cards that came out since stay where they are.

    The newest of the other open reports decides where the cards lie then; without one they lie as before all reports.
    """
    if case.lay_before is None or not at_boxes(act.state, case):
        return
    others = [it for it in _reports_of_placement(act.state) if it.pk != case.pk]
    newest = others[-1] if others else None
    laid = _with_what_came_since(case, as_recorded(act.state))
    if newest is not None:
        laid = [*newest.facts["laid"], *laid[len(newest.lay_before or []) :]]
    if newest is None or newest.number < case.number:
        place_as_reported(act, [Side(box) if box else None for box in laid], back=True)


def _reports_of_placement(state: TableState) -> list[Incident]:
    """The open cases of this coup that have reported where the cards lie; the newest counts."""
    held = state.coup is not None and state.coup.held
    return [case for case in open_cases(state) if case.lay_before is not None] if held else []


def _with_what_came_since(case: Incident, laid: Sequence[str | None]) -> list[str | None]:
    """Where the cards lay before this report, and behind them what came out since."""
    return [*(case.lay_before or []), *laid[len(case.facts["laid"]) :]]


def record_placement(act: Act) -> None:
    """Write into the register where all cards of the coup and beside the sabot lie now: number, face, place."""
    placed = sorted([*act.state.cards, *act.state.held], key=lambda card: card.number)
    act.effect("cards_lie", cards=[[card.number, card.face, str(card.location)] for card in placed])


def _draw(act: Act, count: int) -> list[DrawnCard]:
    """The cards of the hand, so many of them at least; those that the rows lack have left the shoe."""
    require(count, Code.COUNT, "At least one card of the hand is out, or nothing has gone wrong with it.")
    for _ in range(count - len(of_the_hand(act.state))):
        draw(act, Location.WAITING)
    return of_the_hand(act.state)


def _strike(act: Act, card: DrawnCard) -> None:
    """The card is in the shoe after all. Only the last one can be, and only if nobody turned it."""
    shoe = in_use(act)
    require(
        card.number == shoe.out and not card.face and not card.waited,
        Code.EVIDENCE,
        "Card %(number)s is out by the record, and others came after it or it was turned: count again.",
        number=card.number,
    )
    shoe.out -= 1
    if shoe.cut_card_at is not None:
        shoe.cut_card_at = min(shoe.cut_card_at, shoe.out)
    update(shoe)
    card.delete()
    act.effect("card_not_out", card=card.number)


def _keep_faces_at_their_box(
    cards: Sequence[DrawnCard], laid: Sequence[Side | None], *, drawn: bool, back: bool
) -> frozenset[int]:
    """Move the faces with their box: a face was keyed for a box, and belongs to a card that lies there now.

    While each box has as many of the first four as before, only those change. Where cards are struck or drawn, all do.
    Gives the numbers of the cards that show something else than before.
    """
    first, reported = cards[: min(FIRST_CARDS, len(laid))], laid[:FIRST_CARDS]
    as_many = all([box_of(card) for card in first].count(side) == reported.count(side) for side in Side)
    struck = any(card.face for card in cards[len(laid) :])
    elsewhere = any(card.face and box_of(card) is not side for card, side in zip(cards, laid, strict=False))
    before = states_of(cards)
    if as_many and not struck and not (drawn and back):
        _move_faces(first, reported)
    elif struck or (drawn and elsewhere):
        _move_faces(cards, laid)
    return frozenset(card.number for card, was, now in zip(cards, before, states_of(cards), strict=True) if was != now)


def _move_faces(cards: Sequence[DrawnCard], laid: Sequence[Side | None]) -> None:
    """Give the cards at each box, in their order, what was shown there; nothing if a face would find no card."""
    come: dict[int, int | None] = {}
    for box in (*Side, None):
        rows = [row for row, at in enumerate(laid) if at is box]
        fitted = _fitted(cards, [row for row, card in enumerate(cards) if box_of(card) is box], len(rows))
        if fitted is None:
            return
        come |= zip(rows, fitted, strict=True)
    fewer = len(cards) - len(laid)
    if all(was is None or was < FIRST_CARDS or row >= was - fewer for row, was in come.items()):
        states = states_of(cards)
        for row, card in enumerate(cards):
            was = come.get(row)
            give_state(card, COVERED if was is None else states[was])


def _fitted(cards: Sequence[DrawnCard], rows: Sequence[int], room: int) -> list[int | None] | None:
    """Which of these cards fill so many places: covered ones come or go, before the others; None if they do not fit."""
    covered = [row for row in rows if not (cards[row].face or cards[row].seen or cards[row].undue)]
    gone = covered[: max(len(rows) - room, 0)]
    stay = [row for row in rows if row not in gone]
    return [*[None] * (room - len(stay)), *stay] if len(stay) <= room else None


def _put(act: Act, card: DrawnCard, side: Side | None) -> None:
    """Lay the card at this box; one that is reported at no box lies beside the hands."""
    if side is not None:
        if card.coup is None:
            act.state.reread("cards", "held")
        card.location, card.coup = AT_BOX[side], act.state.coup
    elif box_of(card) is not None:
        card.location = Location.WAITING


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


def open_cases(state: TableState) -> list[Incident]:
    """The undecided incidents that hold this coup, in the order in which they were opened."""
    return list(Incident.objects.filter(coup=state.coup, blocking=True, status__in=UNDECIDED)) if state.coup else []


def faces(state: TableState) -> dict[str, list[str]]:
    """Both hands as they show, ?? for a covered card."""
    return {side.value: [str(card) for card in state.hand(side)] for side in Side}
