"""Pictures of a coup's cards as they lie and as they ought to lie, and the difference in money."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from procedures.models import Incident
from procedures.rebuild.evidence import possible_places
from table.models import DrawnCard
from table.rules.cards import UNKNOWN, Card, parse, points
from table.rules.payout import lines
from table.rules.regola import Layout, Outcome, Side
from table.screens.read.snapshot import Snapshot, payments_of

STEP, FIRST = 82, 48
APART_WIDE = 120
AT_A_BOX = (2, 3)
"""Number of cards for which a box has room, at least and at most (more lie closer).

Above it, in units of the drawing, a card being 72 by 102: ``STEP`` from card to card, ``FIRST`` from the edge to the
middle of the first one, ``APART_WIDE`` the least width of the place apart.
"""
Hands = Mapping[str, Sequence[tuple[int, str]]]
"""Cards of each side by number, with what they show; those apart from both under the empty name."""
Room = Mapping[str, int]
"""Width of each side and of the place apart, in their order from the left."""


class PictureCard(NamedTuple):
    """Card of a picture: its number in the taglia, its place in the order of extraction, and what is drawn of it.

    ``place`` is 0 where it is not known, ``card`` None while it lies covered; ``x`` is its middle. ``moved`` tells that
    it changes its box.
    """

    number: int
    place: int
    card: Card | None
    x: float
    moved: bool


class PictureBox(NamedTuple):
    """Box of a picture, or the place apart from both (no side): its cards from the left, and its points if known."""

    side: str
    left: int
    wide: int
    cards: tuple[PictureCard, ...]
    points: int | None
    missing: int


class Comparison(NamedTuple):
    """Both pictures; ``ought`` is None while the coup cannot be rebuilt. ``wide`` is their width."""

    as_laid: tuple[PictureBox, ...]
    ought: tuple[PictureBox, ...] | None
    wide: int


class StakeDifference(NamedTuple):
    """Money of a stake by the cards as they lie and as they ought to lie, in cents.

    ``laid`` is what of it is in action; ``before`` is None while a card of the hands is covered.
    """

    position: str
    box: str
    laid: int
    before: int | None
    after: int


def comparison(snapshot: Snapshot, answer: Mapping[str, Any], cases: Sequence[Incident] = ()) -> Comparison | None:
    """Draw the cards of the coup being played, as they lie and as the Regola puts them.

    None between coups, and where no card is out. ``answer`` is the stored reconstruction; the second picture is None
    where it has no proposal. ``cases`` are those that hold the coup. A card has place 0 if its place in the order of
    extraction is not certain by the record and their evidence.
    """
    state = snapshot.state
    cards = {card.number: card for card in state.of_the_hand} if state.coup else {}
    if not cards:
        return None
    sides: Hands = {side: [(card.number, str(card.card)) for card in state.at(side)] for side in Side}
    at_boxes = {number for pairs in sides.values() for number, _ in pairs}
    apart = [(number, str(card.card)) for number, card in cards.items() if number not in at_boxes]
    proposal, known = answer.get("proposal"), possible_places(state, cases)
    places = {number: next(iter(among)) for number, among in known.items() if len(among) == 1}
    over = [(number, _face(cards, number)) for number in proposal["excess"]] if proposal else []
    room = room_for([sides], [apart, over]) if not proposal else room_for([sides, _served(proposal)], [apart, over])
    return Comparison(
        boxes({**sides, "": apart}, places, room),
        _proposed(proposal, over, places, room) if proposal else None,
        sum(room.values()),
    )


def room_for(pictures: Sequence[Hands], apart: Sequence[Sequence[tuple[int, str]]]) -> Room:
    """Return the widths, in units of the drawing, of Banco, Punto and the place apart, the same for all pictures.

    Both boxes are equally wide, with room for as many cards as the fullest hand of any side has, at least 2 and at most
    3 (AT_A_BOX). The place apart has it for two at most, and APART_WIDE at least, or is 0 if none of its lists has a
    card. Neither ``pictures`` nor ``apart`` is empty.
    """
    most = max(len(cards) for hands in pictures for cards in hands.values())
    box, aside = _wide(max(AT_A_BOX[0], min(AT_A_BOX[1], most))), max(len(cards) for cards in apart)
    return {Side.BANCO: box, Side.PUNTO: box, "": max(APART_WIDE, _wide(min(2, aside))) if aside else 0}


def _wide(count: int) -> int:
    """Return the width of a box with room for this many cards, at least one, in units of the drawing."""
    return 2 * FIRST + STEP * (count - 1)


def _served(proposal: Mapping[str, Any]) -> Hands:
    """Return a dummy for each card that the proposal has at a side once the missing ones are out, to measure width."""
    owed = missing_at(proposal)
    return {side: [(0, "")] * (len(proposal[side.value]) + owed[side]) for side in Side}


def _face(cards: Mapping[int, DrawnCard], number: int) -> str:
    """Return the face of the card with this number, "??" for a covered one and for one that is not among ``cards``."""
    return str(cards[number].card) if number in cards else str(UNKNOWN)


def _proposed(
    proposal: Mapping[str, Any], over: list[tuple[int, str]], places: Mapping[int, int], room: Room
) -> tuple[PictureBox, ...]:
    """List Banco, Punto and the place apart, which has the cards in ``over`` and no others, as the proposal has them.

    Cards that it moves are marked, and missing ones counted. ``places`` maps numbers of cards to their places in the
    order of extraction. ``room`` has the widths: the place apart is left out where its width is 0.
    """
    hands: Hands = {side: [(it["number"], it["card"]) for it in proposal[side.value]] for side in Side}
    moved = {number for number, _laid, _ought in proposal["moves"]}
    return boxes({**hands, "": over}, places, room, moved=moved, missing=missing_at(proposal))


def missing_at(proposal: Mapping[str, Any]) -> dict[Side, int]:
    """Map both sides to the number of cards that this proposal lacks there, 0 included.

    The first four are filled first, Punto before Banco where they have as many; then Punto's third if it is due next,
    else Banco's.
    """
    served = {side: len(proposal[side.value]) for side in Side}
    owed = dict.fromkeys(Side, 0)
    for _ in range(proposal["missing"]):
        filled = {side: served[side] + owed[side] for side in Side}
        first_four = filled[Side.PUNTO] < 2 or filled[Side.BANCO] < 2
        punto_next = filled[Side.PUNTO] <= filled[Side.BANCO] if first_four else _layout(proposal).due is Side.PUNTO
        owed[Side.PUNTO if punto_next else Side.BANCO] += 1
    return owed


def _layout(proposal: Mapping[str, Any]) -> Layout:
    """Return the two hands of a proposal as cards, Punto's first, in the order in which it lists them.

    A covered card is the unknown one.
    """
    hands = {side: tuple(parse(it["card"]) for it in proposal[side.value]) for side in Side}
    return Layout(hands[Side.PUNTO], hands[Side.BANCO], ())


def boxes(
    hands: Hands,
    places: Mapping[int, int],
    room: Room,
    *,
    moved: Iterable[int] = (),
    missing: Mapping[Side, int] | None = None,
) -> tuple[PictureBox, ...]:
    """List the boxes of a picture: Banco left, Punto right, as the dealer sees them; the place apart beyond.

    ``places`` maps numbers of cards to their places in the order of extraction, ``missing`` a side to the cards still
    to come; cards whose number is in ``moved`` are marked. Widths are those of ``room``: one of width 0 is left out. A
    box has points only with two or more cards, all open, and none missing.
    """
    found, left = [], 0
    for side, wide in room.items():
        if not wide:
            continue
        cards = hands[side]
        owed = missing[side] if missing and isinstance(side, Side) else 0
        faces = [parse(face) for _, face in cards]
        counted = points(faces) if side and len(faces) > 1 and UNKNOWN not in faces and not owed else None
        placed = _in_a_row(cards, places, left, wide, count=len(cards) + owed, moved=set(moved))
        found.append(PictureBox(str(side), left, wide, placed, counted, owed))
        left += wide
    return tuple(found)


def _in_a_row(
    cards: Sequence[tuple[int, str]], places: Mapping[int, int], left: int, wide: int, *, count: int, moved: set[int]
) -> tuple[PictureCard, ...]:
    """Place cards (number, face) from left to right in the box from ``left`` on, closer the more they are.

    The box is ``wide``. The first middle is FIRST from the left edge, the last at least FIRST from the right one; they
    are at most STEP apart. ``places`` maps numbers to places in the order of extraction, 0 for others; ``count``
    includes cards still to come; those with a number in ``moved`` are marked.
    """
    step = min(STEP, (wide - 2 * FIRST) / max(1, count - 1))
    return tuple(
        PictureCard(
            number,
            places.get(number, 0),
            None if parse(face) is UNKNOWN else parse(face),
            left + FIRST + at * step,
            number in moved,
        )
        for at, (number, face) in enumerate(cards)
    )


def differences(snapshot: Snapshot, answer: Mapping[str, Any]) -> list[StakeDifference]:
    """List for each position and box its money as the cards lie and as they ought to lie, in cents.

    Those are listed that have a payment as the cards ought to lie, also where both amounts are the same, with what of
    them is in action. ``answer`` is the stored reconstruction. ``before`` is None while a card that lies is covered, or
    fewer than two lie at a box. The list is empty without a proposal, while a card of that is missing or covered, and
    in any Colpo in Bianco.
    """
    proposal, state = answer.get("proposal"), snapshot.state
    if snapshot.blank or not proposal or proposal["missing"]:
        return []
    ought = _layout(proposal)
    if not known(ought):
        return []
    after = _money(snapshot, ought)
    before = _money(snapshot, state.layout) if known(state.layout) else {}
    laid = Counter[tuple[str, str]]()
    for it in state.in_action:
        laid[it.stake.position, it.stake.box.value] += it.in_action
    return [StakeDifference(*stake, laid[stake], before.get(stake), cents) for stake, cents in after.items()]


def known(layout: Layout) -> bool:
    """Whether each of the two hands has at least two cards, and all of them are turned."""
    return all(len(hand) >= 2 and UNKNOWN not in hand for hand in (layout.punto, layout.banco))


def _money(snapshot: Snapshot, layout: Layout) -> Mapping[tuple[str, str], int]:
    """Map each position and box with a payment to what its bettors together win or lose by these hands, in cents.

    Their own chips that are handed back do not count: a stake that only goes back, as on Banco in a tie, gives 0.
    """
    paid = lines(snapshot.state.profile, Outcome.SETTLED, layout, snapshot.state.in_action)
    due = [(line.stake.stake, line) for line in paid]
    found = Counter[tuple[str, str]]()
    for it in payments_of([(at.position, at.box, at.bettor, line.kind, line.amount) for at, line in due]):
        found[it.position, it.box] += it.net
    return found
