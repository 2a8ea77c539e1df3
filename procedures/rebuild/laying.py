"""New places for the cards of a coup: every known face stays where it is known to lie, or the report is refused.

A face is known by its *place* where it is certain which card of the order it is, by its *box* where only that is
certain: which of the rows at that box holds it is then free. A *row* is a card of the hand, in order of extraction.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from procedures.rebuild import items, places
from procedures.rebuild.placement import Location, open_cases, record_placement
from procedures.rebuild.places import Face, Misfit, OrderPlace, group_of
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import follow_punto
from table.play.shoe import draw_each, in_use
from table.play.state import TableState
from table.rules.refusal import Code, Listed, Refused, require
from table.rules.regola import Side


def lay(act: Act, ought: Sequence[OrderPlace], those: places.Origins, *, back: bool = False) -> None:
    """Give the cards of the hand these places; ``those`` has the earlier index of each place, or None for a new one.

    A face known by its box only stays there; statements follow their card, a declaration by turning Punto's cards.
    Missing cards are drawn (refused as :func:`draw_each` does), those too many go back into the shoe ("card_not_out").
    ``back`` takes a report back: what it struck comes again, with the statements on it. Refuses (E_EVIDENCE) a box with
    too few places for its faces, to strike a card that had waited or whose own face is known, and of one that the shoe
    has read another place in the order, or box than faces keyed with it. Records where all lie.
    """
    cards = act.state.of_the_hand
    _check_gone([card for at, card in enumerate(cards) if at not in those])
    ought = [it if at is None else _as_it_is(it, cards[at]) for it, at in zip(ought, those, strict=True)]
    faces = _faces_by_row(act, ought, back=back)
    _check_read(cards, ought, those)
    _draw_missing(act, len(ought) - len(cards), back=back)
    rows = act.state.of_the_hand
    ought = ought if back else _as_they_came(ought, those, rows[len(cards) :])
    _rebind_statements(act, _moved(rows, cards, those, faces, back=back))
    gone = [OrderPlace(str(card.location), seen=card.seen) for card in rows[len(ought) :]]
    for at, (card, place) in enumerate(zip(rows, [*ought, *gone], strict=True)):
        _put(act, card, place, faces.get(at))
    act.update(*rows)
    for card in reversed(rows[len(ought) :]):
        _strike(act, card, back=back)
    act.state.reread("cards", "held")
    follow_punto(act)
    record_placement(act, known=True)


def _draw_missing(act: Act, missing: int, *, back: bool) -> None:
    """Draw ``missing`` cards, to wait, as :func:`draw_each` does; none if it is below 1.

    With ``back`` they had come before the report: if the next card lies visible in the sabot, it is none of them, and
    stays so.
    """
    if missing > 0:
        shoe = in_use(act)
        visible = shoe.next_visible
        draw_each(act, [Location.WAITING] * missing)
        if back and visible:
            shoe.next_visible = True
            act.update(shoe)


def _as_it_is(place: OrderPlace, card: DrawnCard) -> OrderPlace:
    """Return the place with what is recorded of its card: alone, seen and undue, and its face if not known by box only.

    Else its face is empty. A seen card in a place for a covered one that waits makes it a place for a seen one.
    """
    at = Location.HELD_SEEN if card.seen and place.at == Location.HELD_UNDER else place.at
    return OrderPlace(at, card.alone, card.seen, card.undue, "" if card.by_box else card.face)


def _as_they_came(ought: Sequence[OrderPlace], those: places.Origins, drawn: Sequence[DrawnCard]) -> list[OrderPlace]:
    """Return the places of a report, those of newly drawn cards marked as seen or not, as each was drawn.

    ``those`` has None for each new place; the last of these are of the cards in ``drawn``.
    """
    new = [at for at, origin in enumerate(those) if origin is None][-len(drawn) or len(those) :]
    seen = {at: card.seen for at, card in zip(new, drawn, strict=True)}
    return [it._replace(seen=seen.get(at, it.seen)) for at, it in enumerate(ought)]


def faces_by_box(state: TableState) -> list[Face]:
    """List the faces of which only the box, or "beside" the hands, is known and not which of the cards there shows it.

    Each has the index, among the cards of the hand, of the row that holds it.
    """
    cards = enumerate(state.of_the_hand)
    return [Face(it.face, it.known, group_of(it.location), row) for row, it in cards if it.by_box]


def misfit(state: TableState, ought: Sequence[OrderPlace]) -> bool:
    """Whether more faces are known by box only, at a box or beside the hands, than free places there can hold them."""
    try:
        places.assembled(ought, faces_by_box(state))
    except Misfit:
        return True
    return False


def _faces_by_row(act: Act, ought: Sequence[OrderPlace], *, back: bool) -> Mapping[int, Face]:
    """Map indices of ``ought``, the new places, to those faces of the hand of which only the box is known now.

    Each goes to a place at its own box, or beside the hands, as :func:`places.assembled` fills them. Refuses
    (E_EVIDENCE) where too few are free there; ``back`` words it for the withdrawal of a report.
    """
    try:
        return places.assembled(ought, faces_by_box(act.state))
    except Misfit as found:
        raise _refused(act, ought, found, back=back) from None


def _refused(act: Act, ought: Sequence[OrderPlace], found: Misfit, *, back: bool) -> Refused:
    """Return the refusal (E_EVIDENCE) that names the faces known at a box, and how many cards would lie there.

    ``back`` words it for the withdrawal of a report.
    """
    facts: dict[str, Any] = {"faces": Listed(found.faces), "count": sum(group_of(it.at) == found.at for it in ought)}
    if back:
        return Refused(
            Code.EVIDENCE,
            "These are known there: %(faces)s. Cards there by the record: %(count)s. Report how they lie, and "
            "withdraw this afterwards; or correct what lies elsewhere or was not shown.",
            source=act.cite("evidence"),
            **facts,
        )
    if found.at not in set(Side):
        return Refused(
            Code.EVIDENCE,
            "Beside the hands these are known: %(faces)s. Cards there by this report: %(count)s.",
            **facts,
        )
    return Refused(
        Code.EVIDENCE,
        "At %(side)s these are known: %(faces)s. Cards there by this report: %(count)s. Count again, or correct what "
        "lies elsewhere.",
        side=Side(found.at),
        **facts,
    )


# --- what does not fit


def _check_gone(gone: Sequence[DrawnCard]) -> None:
    """Refuse (E_EVIDENCE) to strike a card that had waited, or whose face is known otherwise than by its box only."""
    for card in gone:
        require(
            not card.waited and (not card.face or card.by_box),
            Code.EVIDENCE,
            "Card %(number)s is out by the record, and others came after it or it was turned: count again.",
            number=card.number,
        )


def _check_read(cards: Sequence[DrawnCard], ought: Sequence[OrderPlace], those: places.Origins) -> None:
    """Refuse (E_EVIDENCE) a report that changes the place in the order of a card which an electronic shoe has read.

    Refuses also one that moves such a card, if its face is known as its own, to another box than the record has, while
    at its recorded box faces were keyed of which only the box is known. ``those`` has the recorded index of each place
    of the report. A read card that the report lacks is not looked at.
    """
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
        at_same_box = [it.face for it in cards if it.by_box and it.location == card.location]
        require(
            not card.face or card.by_box or card.location == ought[at].at or not at_same_box,
            Code.EVIDENCE,
            "The shoe has read %(card)s, and beside it was keyed %(faces)s: they were turned at one box, and this "
            "report parts them.",
            card=card.face,
            faces=Listed(at_same_box),
        )


# --- what is written


def _moved(
    rows: Sequence[DrawnCard],
    cards: Sequence[DrawnCard],
    those: places.Origins,
    faces: Mapping[int, Face],
    *,
    back: bool,
) -> dict[int, int]:
    """Map the old number of each card to its new one, and that of a card that is no longer out to its negative.

    ``those`` has the earlier index of each place, and ``faces`` the new place of each face known by box only, which
    goes before. With ``back``, for the withdrawal of a report, the negative of each number that is out again is mapped
    to it.
    """
    now = {origin: at for at, origin in enumerate(those) if origin is not None and not cards[origin].by_box}
    now |= {face.row: at for at, face in faces.items()}
    found = {card.number: rows[now[at]].number if at in now else -card.number for at, card in enumerate(cards)}
    new = (rows[at].number for at, origin in enumerate(those) if origin is None)
    return found | ({-number: number for number in new} if back else {})


def _rebind_statements(act: Act, moved: Mapping[int, int]) -> None:
    """Replace numbers of cards in the evidence of undecided blocking cases of the coup, and save those that changed.

    ``moved`` maps old numbers to new ones; nothing is done, or queried, where all are the same.
    """
    if all(was == now for was, now in moved.items()):
        return
    for case in open_cases(act.state):
        if items.rebind(case, moved):
            act.update(case)


def _put(act: Act, card: DrawnCard, place: OrderPlace, face: Face | None) -> None:
    """Set location, flags, face, how it is known, and coup of a card to those of its place; it is not saved.

    If a ``face`` (known by box only) is given, the card has that, known as it was, and not the place's own; else the
    place's own, known by its place; without either none, nor how it is known. The coup is the open one, or None where
    the place is one of cards held for the next hand.
    """
    known = DrawnCard.Known.PLACE if place.face else ""
    card.location, card.alone, card.seen, card.undue = place.at, place.alone, place.seen, place.undue
    card.face, card.known = (face.face, face.known) if face else (place.face, known)
    card.coup = None if place.at in DrawnCard.HELD else act.state.coup


def _strike(act: Act, card: DrawnCard, *, back: bool) -> None:
    """Put the last card out back into the shoe: delete its row; a cut card that came behind it now came before it.

    With ``back`` a seen one, which the report had taken out, lies visible in the sabot again. Records ``card_not_out``.
    Refuses (E_EVIDENCE) all but the last card out, and one that was turned or had waited.
    """
    shoe = in_use(act)
    require(
        card.number == shoe.out and not card.face and not card.waited,
        Code.EVIDENCE,
        "Card %(number)s is out by the record, and others came after it or it was turned: count again.",
        number=card.number,
    )
    shoe.out -= 1
    shoe.next_visible = shoe.next_visible or (back and card.seen)
    if shoe.cut_card_at is not None:
        shoe.cut_card_at = min(shoe.cut_card_at, shoe.out)
    act.update(shoe)
    card.delete()
    act.effect("card_not_out", card=card.number)
