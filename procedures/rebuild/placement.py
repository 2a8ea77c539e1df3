"""Where the cards of a coup lie: as the rows have it, and as people report it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from procedures.models import UNDECIDED, Incident
from procedures.rebuild import items, places
from procedures.rebuild.places import Face, Misfit, Place, group_of
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import follow_punto, place_waiting
from table.play.sealed import check_real
from table.play.shoe import BESIDE_THE_SABOT, draw, in_use
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Code, Listed, Refused, require
from table.rules.regola import Side
from table.statements import update

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


# --- as people report it


def take_report(act: Act, case: Incident, laid: Sequence[Side | None], *, served: bool = False) -> None:
    """A case says where the cards lie: they lie so from now on, and as before once it is withdrawn. It is not saved.

    It changes the boxes of places and nothing else: what is known of their faces stays where it lies, and a report into
    which the faces do not fit is refused. Cards that the rows lack are drawn, those that are not out are struck.
    ``served``: its last card came by itself behind all others.
    """
    check_real(act, act.state.shoe)
    sides = _with_those_beside(of_the_hand(act.state), laid)
    require(sides, Code.COUNT, "At least one card of the hand is out, or nothing has gone wrong with it.")
    boxes, sure = [side.value if side else None for side in sides], not standing_reports(act.state)
    base, rows = _by_the_record(act.state)
    origins = [*_as_they_lie(rows), None] if served else _likeliest(act.state, base, boxes)
    ought = _ought(base, origins, boxes)
    lay(act, ought, [rows.get(who) for who in _whose(origins)])
    if case.pk is not None:
        case.refresh_from_db(fields=["evidence"])
    if served:
        last = of_the_hand(act.state)[-1]
        last.alone = True
        update(last)
    numbers = [card.number for card in of_the_hand(act.state)]
    unsure = [] if served else places.unsure(base, origins, boxes, by_record=sure)
    items.report(case, items.Report(act.number, boxes, list(origins), numbers, base, [numbers[at] for at in unsure]))
    case.facts = case.facts | {"laid": as_recorded(act.state)}


def _likeliest(state: TableState, base: Sequence[Place], boxes: Sequence[str | None]) -> places.Origins:
    """Which places these are: the first reading into which all faces fit that are known by their box."""
    those = places.origins(base, boxes)
    return next((it for it in those if not _misfit(state, _ought(base, it, boxes))), those[0])


def _misfit(state: TableState, ought: Sequence[Place]) -> bool:
    try:
        places.assembled(ought, _by_their_box(state))
    except Misfit:
        return True
    return False


def _by_their_box(state: TableState) -> list[Face]:
    """The faces that are known by their box."""
    cards = enumerate(of_the_hand(state))
    return [Face(it.face, it.known, group_of(it.location), row) for row, it in cards if it.by_box]


def _ought(base: Sequence[Place], origins: places.Origins, boxes: Sequence[str | None]) -> list[Place]:
    return [_laid(base, it, box) for it, box in zip(origins, boxes, strict=True)]


def _laid(before: Sequence[Place], origin: int | None, box: str | None) -> Place:
    """The place that it was, at this box."""
    place = Place(Location.WAITING) if origin is None else before[origin]
    if box is not None:
        return place._replace(at=box)
    return place._replace(at=Location.WAITING) if place.at in AT_BOX.values() else place


Who = tuple[bool, int]
"""Which place it is, whatever row it has: that of the record with this index, or one that only a report has (True)."""


def _by_the_record(state: TableState) -> tuple[list[Place], dict[Who, int]]:
    """The places as the record has them without any report, and behind them what came out since; and their rows."""
    newest = max(standing_reports(state), default=None)
    if newest is None:
        base = places_of(state)
        return base, {(False, at): at for at in range(len(base))}
    now = _identities(state, newest)
    known = {who: place for place, who in now}
    since = [place for place, who in now if not who[0] and who[1] >= len(newest.base)]
    lay = enumerate([*newest.base, *since])
    base = [known.get((False, at), place)._replace(at=place.at) for at, place in lay]
    return base, {who: at for at, (_, who) in enumerate(now)}


def _as_they_lie(rows: Mapping[Who, int]) -> list[int | None]:
    """For each row the place of the record that it is."""
    return [None if new else at for (new, at), _row in sorted(rows.items(), key=lambda it: it[1])]


def _whose(origins: places.Origins) -> list[Who]:
    """Which places these are."""
    new = iter(range(len(origins)))
    return [(True, next(new)) if it is None else (False, it) for it in origins]


def places_of(state: TableState) -> list[Place]:
    """The places of the hand as the rows have them."""
    return [
        Place(str(it.location), it.alone, it.seen, it.undue, it.face if it.face and not it.by_box else "")
        for it in of_the_hand(state)
    ]


def standing_reports(state: TableState, *, without: Incident | None = None) -> list[items.Report]:
    """What open cases of this coup have reported of how the cards lie, by their entries; the newest counts."""
    held = state.coup is not None and state.coup.held
    cases = open_cases(state) if held else []
    return sorted(it for case in cases if without is None or case.pk != without.pk for it in items.reports_of(case))


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


# --- taken back


def restore_recorded(act: Act, case: Incident) -> None:
    """Take back what this case reported of where the cards lie; all that was told and shown since stays.

    The newest of the other standing reports, of any case, decides where they lie then; else they lie by the record.
    """
    own, others = items.reports_of(case), standing_reports(act.state, without=case)
    if not own or not at_boxes(act.state, case) or max(others, default=own[-1]) > own[-1]:
        return
    gone, stands = own[-1], max(others, default=None)
    now = _identities(act.state, gone)
    base = [*gone.base, *(place for place, who in now if who[1] >= len(gone.base) and not who[0])]
    ought = _as_reported(base, stands) if stands else [(place, (False, at)) for at, place in enumerate(base)]
    away = {*_whose(gone.origins)} - {who for _, who in now}
    ought = [(place, who) for place, who in ought if who not in away]
    index = {who: at for at, (_, who) in enumerate(now)}
    those = [index.get(who) for _, who in ought]
    lay(act, [place for place, _ in ought], those, back=True)
    place_waiting(act)


def _identities(state: TableState, report: items.Report) -> list[tuple[Place, Who]]:
    """The places as the rows have them under this report, and behind them what came out since."""
    known = dict(zip(report.numbers, _whose(report.origins), strict=True))
    new = iter(range(len(report.base), len(report.base) + len(of_the_hand(state))))
    cards = zip(places_of(state), of_the_hand(state), strict=True)
    return [(place, known.get(card.number) or (False, next(new))) for place, card in cards]


def _as_reported(base: Sequence[Place], report: items.Report) -> list[tuple[Place, Who]]:
    """The places by the record as this report lays them, and behind them what came out since."""
    told = zip(_whose(report.origins), report.origins, report.boxes, strict=True)
    laid = [(_laid(base, it, box), who) for who, it, box in told]
    known = len(report.base)
    return [*laid, *((place, (False, at)) for at, place in enumerate(base[known:], start=known))]


# --- as it is laid


def lay(act: Act, ought: Sequence[Place], those: places.Origins, *, back: bool = False) -> None:
    """The rows have these places from now on, each of them one of before or new; faces stay at their boxes.

    ``back``: a report is taken back, so that what was said of a place that it had struck is said of it again.
    """
    cards = of_the_hand(act.state)
    _check_gone([card for at, card in enumerate(cards) if at not in those])
    ought = [it if at is None else _as_it_is(it, cards[at]) for it, at in zip(ought, those, strict=True)]
    kept = _kept(act, ought, back=back)
    _check_read(cards, ought, those)
    for _ in range(len(ought) - len(cards)):
        draw(act, Location.WAITING, alone=False)
    rows = of_the_hand(act.state)
    ought = _as_they_came(ought, those, rows[len(cards) :])
    _follow_faces(act, _moved(rows, cards, those, kept, back=back))
    for at, place in enumerate(ought):
        _write(act, rows[at], place, kept.get(at))
    for card in rows[len(ought) :]:
        _write(act, card, Place(str(card.location)), None)
    for card in reversed(rows[len(ought) :]):
        _strike(act, card)
    act.state.reread("cards", "held")
    follow_punto(act)
    record_placement(act, known=True)


def _as_it_is(place: Place, card: DrawnCard) -> Place:
    """With all that is known by now of what came out at this place."""
    at = Location.HELD_SEEN if card.seen and place.at == Location.HELD_UNDER else place.at
    return Place(at, card.alone, card.seen, card.undue, "" if card.by_box else card.face)


def _as_they_came(ought: Sequence[Place], those: places.Origins, drawn: Sequence[DrawnCard]) -> list[Place]:
    """A card that lay visible in the sabot was seen, whoever looked as it came out."""
    new = [at for at, origin in enumerate(those) if origin is None][-len(drawn) or len(those) :]
    seen = {at: card.seen for at, card in zip(new, drawn, strict=True)}
    return [it._replace(seen=seen.get(at, it.seen)) for at, it in enumerate(ought)]


def _kept(act: Act, ought: Sequence[Place], *, back: bool) -> Mapping[int, Face]:
    """In which row each face is kept that is known by its box; refused where they do not fit there."""
    try:
        return places.assembled(ought, _by_their_box(act.state))
    except Misfit as found:
        raise _refused(act, ought, found, back=back) from None


def _refused(act: Act, ought: Sequence[Place], found: Misfit, *, back: bool) -> Refused:
    facts: dict[str, Any] = {"faces": Listed(found.faces), "count": sum(group_of(it.at) == found.at for it in ought)}
    if back:
        return Refused(
            Code.EVIDENCE,
            "These were turned there since: %(faces)s. By the record only %(count)s cards lie there. Report how they "
            "lie, and withdraw this afterwards; or correct what lies elsewhere or was not shown.",
            source=act.cite("evidence"),
            **facts,
        )
    if found.at not in set(Side):
        return Refused(
            Code.EVIDENCE,
            "Beside the hands these are known: %(faces)s. By this report only %(count)s cards lie there.",
            **facts,
        )
    return Refused(
        Code.EVIDENCE,
        "At %(side)s these are known: %(faces)s. By this report only %(count)s cards lie there: count again, or "
        "correct what lies elsewhere.",
        side=Side(found.at),
        **facts,
    )


def _check_gone(gone: Sequence[DrawnCard]) -> None:
    """What was turned at its own place, or had waited, is out."""
    for card in gone:
        require(
            not card.waited and (not card.face or card.by_box),
            Code.EVIDENCE,
            "Card %(number)s is out by the record, and others came after it or it was turned: count again.",
            number=card.number,
        )


def _check_read(cards: Sequence[DrawnCard], ought: Sequence[Place], those: places.Origins) -> None:
    """What an electronic shoe has read stays with what was keyed beside it, and with its number."""
    for at, origin in enumerate(those):
        card = cards[origin] if origin is not None else None
        if card is None or not card.seal:
            continue
        require(
            origin == at,
            Code.EVIDENCE,
            "Card %(number)s is out by the record, and others came after it or it was turned: count again.",
            number=card.number,
        )
        beside = [it.face for it in cards if it.by_box and it.location == card.location]
        require(
            not card.face or card.location == ought[at].at or not beside,
            Code.EVIDENCE,
            "The shoe has read %(card)s, and beside it was keyed %(faces)s: they were turned at one box, and this "
            "report parts them.",
            card=card.face,
            faces=Listed(beside),
        )


def _moved(
    rows: Sequence[DrawnCard],
    cards: Sequence[DrawnCard],
    those: places.Origins,
    kept: Mapping[int, Face],
    *,
    back: bool,
) -> dict[int, int]:
    """Which row has now what each row had, by their numbers; what is not out is kept under the negative of its own."""
    now = {origin: at for at, origin in enumerate(those) if origin is not None and not cards[origin].by_box}
    now |= {face.row: at for at, face in kept.items()}
    found = {card.number: rows[now[at]].number if at in now else -card.number for at, card in enumerate(cards)}
    new = (rows[at].number for at, origin in enumerate(those) if origin is None)
    return found | ({-number: number for number in new} if back else {})


def _follow_faces(act: Act, moved: Mapping[int, int]) -> None:
    """What was said of a face, or of a place, is said of it whichever row it has."""
    if all(was == now for was, now in moved.items()):
        return
    for case in open_cases(act.state):
        if items.follow(case, moved):
            update(case)


def _write(act: Act, card: DrawnCard, place: Place, face: Face | None) -> None:
    """The row has this place, with what is known of it, or the face that is kept there."""
    known = DrawnCard.Known.PLACE if place.face else ""
    card.location, card.alone, card.seen, card.undue = place.at, place.alone, place.seen, place.undue
    card.face, card.known = (face.face, face.known) if face else (place.face, known)
    card.coup = None if place.at in BESIDE_THE_SABOT else act.state.coup
    update(card)


def record_placement(act: Act, *, known: bool = False) -> None:
    """Write into the register where all cards of the coup and beside the sabot lie now: number, face, place.

    ``known``: and how each face is known, where a report has laid them.
    """
    placed = sorted([*act.state.cards, *act.state.held], key=lambda card: card.number)
    how = {"known": [[it.number, it.known, it.alone] for it in placed]} if known else {}
    act.effect("cards_lie", cards=[[it.number, it.face, str(it.location)] for it in placed], **how)


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
