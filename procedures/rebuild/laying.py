"""The cards of a coup get other places: every face that is known stays where it is known to lie, or it is refused."""

from collections.abc import Mapping, Sequence
from typing import Any

from procedures.rebuild import items, places
from procedures.rebuild.placement import Location, of_the_hand, open_cases, record_placement
from procedures.rebuild.places import Face, Misfit, Place, group_of
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import follow_punto
from table.play.shoe import BESIDE_THE_SABOT, draw, in_use
from table.play.state import TableState
from table.rules.refusal import Code, Listed, Refused, require
from table.rules.regola import Side
from table.statements import update


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
    gone = [Place(str(card.location)) for card in rows[len(ought) :]]
    for at, (card, place) in enumerate(zip(rows, [*ought, *gone], strict=True)):
        _put(act, card, place, kept.get(at))
    update(*rows)
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


def faces_by_box(state: TableState) -> list[Face]:
    """The faces that are known by their box."""
    cards = enumerate(of_the_hand(state))
    return [Face(it.face, it.known, group_of(it.location), row) for row, it in cards if it.by_box]


def misfit(state: TableState, ought: Sequence[Place]) -> bool:
    try:
        places.assembled(ought, faces_by_box(state))
    except Misfit:
        return True
    return False


def _kept(act: Act, ought: Sequence[Place], *, back: bool) -> Mapping[int, Face]:
    """In which row each face is kept that is known by its box; refused where they do not fit there."""
    try:
        return places.assembled(ought, faces_by_box(act.state))
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


# --- what does not fit


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
            not card.face or card.by_box or card.location == ought[at].at or not beside,
            Code.EVIDENCE,
            "The shoe has read %(card)s, and beside it was keyed %(faces)s: they were turned at one box, and this "
            "report parts them.",
            card=card.face,
            faces=Listed(beside),
        )


# --- what is written


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


def _put(act: Act, card: DrawnCard, place: Place, face: Face | None) -> None:
    """Give the row this place, with what is known of it, or the face that is kept there. It is not saved."""
    known = DrawnCard.Known.PLACE if place.face else ""
    card.location, card.alone, card.seen, card.undue = place.at, place.alone, place.seen, place.undue
    card.face, card.known = (face.face, face.known) if face else (place.face, known)
    card.coup = None if place.at in BESIDE_THE_SABOT else act.state.coup


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
