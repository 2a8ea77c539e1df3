"""Layout of the cards of a coup before a case was decided, and since, from the replayed register.

A *felt* is the picture of the table at one moment (:class:`~procedures.reports.incident.Felt`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from msgspec.structs import replace

from procedures.case.verdicts import answer, awaits_placement
from procedures.rebuild import placement
from procedures.rebuild.evidence import build_question
from procedures.reports.incident import Felt, Hand, LaidCard
from procedures.screens.pictures import PictureBox, boxes, missing_at, room_for
from table.models import Coup, DrawnCard
from table.rules.cards import UNKNOWN, parse, points
from table.rules.refusal import Refused
from table.rules.regola import Layout, Side
from table.screens.read.pictures import pictures_of
from table.screens.read.snapshot import ReadEntry, Snapshot

SHOWN = (Side.BANCO, Side.PUNTO)


class PosedQuestion(TypedDict):
    """Question of a reconstruction after entry ``after``: each card with its number in the taglia, and pairs in order.

    The pairs are indices into the cards, the fields of which are those of :class:`Found`.
    """

    after: int
    cards: list[list[Any]]
    before: list[list[int]]


class CoupLayouts(NamedTuple):
    """Layout of a coup before the decision and at the end, and the hands as they lay before it.

    ``otherwise`` is the first entry of its taglia that comes out otherwise today, or is refused: from there on nothing
    is said of how the cards lay, as nobody has recorded what would be drawn. ``adopted`` is the first such entry of an
    earlier taglia: the table with which this taglia began is that of today's law. ``question`` is the one to which the
    verdict answers, None where none was put.
    """

    before: Felt | None = None
    after: Felt | None = None
    layout: Layout | None = None
    otherwise: int | None = None
    adopted: int | None = None
    question: PosedQuestion | None = None


def followed(coup: Coup, acts: Sequence[ReadEntry], *, decided: int | None) -> CoupLayouts:
    """Replay a coup, and return how its cards lay before the entry ``decided`` and at the end (:class:`CoupLayouts`).

    ``acts`` are its entries, at least one; if ``decided`` is None, ``before`` is after all of them. Each felt is the
    last with cards at the boxes (of all if none has), with the latest Button, shoe and waiting cards; in ``after``
    moved cards are marked. With ``before`` come its hands and the question then put to the Regola. No ``before``
    without an act before the decision, no ``after`` without a decision. If an entry of its taglia differs today,
    even one before the coup, no ``after``, and no ``before`` unless it is the decision or later. Raises NoPast if the
    coup cannot be replayed now.
    """
    before = after = None
    layout = None
    seen = pictures_of(coup, acts[0].entry.number, acts[-1].entry.number, look=current_layout)
    otherwise = min((*seen.otherwise, *([] if seen.refused is None else [seen.refused])), default=None)
    looks = {number: it for number, it in seen.looks.items() if otherwise is None or number < otherwise}
    question = None
    for number, (felt, laid, posed) in sorted(looks.items()):
        if decided is None or number < decided:
            question = posed
            layout = laid if before is None or _has_hands(felt) else layout
            before = _later(before, felt)
        after = _later(after, felt)
    unseen = [done.entry.number for done in acts if done.entry.number not in looks]
    if unseen and (decided is None or unseen[0] < decided):
        return CoupLayouts(otherwise=otherwise, adopted=seen.adopted)
    if decided is None or unseen:
        after = None
    elif after is not None and before is not None:
        after = _moved(after, before)
    return CoupLayouts(before, after, layout, otherwise, seen.adopted, question)


def _has_hands(felt: Felt) -> bool:
    """Whether a card lies at one of the boxes of this felt."""
    return any(hand.side and hand.cards for hand in felt.hands)


def _later(cards: Felt | None, felt: Felt) -> Felt:
    """Return the later picture of the table, unless only the earlier one, ``cards``, has cards at the boxes.

    Then return the earlier one, with its entry and cards, but the Button, the shoe and the waiting cards of ``felt``.
    """
    if cards is None or _has_hands(felt) or not _has_hands(cards):
        return felt
    return replace(cards, button=felt.button, out=felt.out, waiting=felt.waiting)


def current_layout(table: Snapshot) -> tuple[Felt, Layout, PosedQuestion | None]:
    """Return the felt after the latest act, its hands, and the question of the open cases (None without one).

    The felt (a picture of the table) has Banco, Punto, and under "" the cards at no box, without those burned; the
    Button, and how many cards have left the shoe (None without one). Cards held back for the next hand are listed under
    "" and again as ``waiting``.
    """
    state, shoe = table.state, table.state.shoe
    cards = state.of_the_hand
    places = {card.number: place for place, card in enumerate(cards, start=1)}
    at_boxes = {card.number for card in state.at_boxes}
    waiting = [card for card in cards if card in state.held]
    apart = [card for card in cards if card.number not in at_boxes]
    laid = [_hand(side.value, state.at(side), places) for side in SHOWN]
    felt = Felt(
        entry=table.number,
        hands=(*laid, _hand("", [it for it in apart if it.location != DrawnCard.Location.BURNED], places)),
        button=table.table.button,
        out=shoe.out if shoe is not None else None,
        waiting=tuple(_laid(card, places) for card in waiting),
    )
    return felt, state.layout, _posed(table)


def _posed(table: Snapshot) -> PosedQuestion | None:
    """Return what the open cases ask the Regola: the cards with where they may have come out, and pairs in order.

    Where a count took cards out of the shoe these complete the hand. None without an open case, while one still has to
    report how the cards lie, and where the question is refused.
    """
    state, cases = table.state, placement.open_cases(table.state)
    if not cases or any(map(awaits_placement, cases)):
        return None
    try:
        # What a count took out of the shoe completes a hand as far as the answer needs it.
        counted = any(card.location == placement.Location.REMAINING for card in state.cards)
        question = answer(state, cases)[0] if counted else build_question(state, cases)
    except Refused:
        return None
    cards = [
        [card.number, str(it.card), it.laid, it.place, it.seen, sorted(it.among)]
        for card, it in zip(question.cards, question.found, strict=True)
    ]
    return PosedQuestion(after=table.number, cards=cards, before=[[*pair] for pair in question.before])


def _hand(side: str, cards: Sequence[DrawnCard], places: Mapping[int, int]) -> Hand:
    """Return a hand with its points, None at no box (""), with fewer than two cards, or with a covered one."""
    faces = [card.card for card in cards]
    counted = points(faces) if side and len(faces) > 1 and UNKNOWN not in faces else None
    return Hand(side=side, cards=tuple(_laid(card, places) for card in cards), points=counted)


def _laid(card: DrawnCard, places: Mapping[int, int]) -> LaidCard:
    """Return a card, not moved, with its number, face ("??" if covered), and place by ``places``."""
    return LaidCard(number=card.number, place=places[card.number], face=str(card.card))


def _moved(after: Felt, before: Felt) -> Felt:
    """Return the later felt, in which ``moved`` of each card is whether it lay at another box in the earlier one.

    A card that was not there earlier has not moved; those at no box count as at one box.
    """
    lay = {card.number: hand.side for hand in before.hands for card in hand.cards}

    def marked(hand: Hand) -> Hand:
        """Return a hand of the later felt with its moved cards marked."""
        cards = (replace(card, moved=lay.get(card.number, hand.side) != hand.side) for card in hand.cards)
        return replace(hand, cards=tuple(cards))

    return replace(after, hands=tuple(map(marked, after.hands)))


# --- as the Regola has them


def as_they_ought(answer: Mapping[str, Any], before: Felt | None) -> Felt | None:
    """Return the felt as the proposal of this stored answer demands it; None without a proposal, or without ``before``.

    Moved cards are marked, excess cards are under "", and a hand with a missing or a covered card has no points.
    ``before`` gives each card's place in the order of extraction; those that were counted out of the shoe follow. The
    felt has entry 0, and no Button, shoe or waiting cards.
    """
    proposal = answer.get("proposal")
    if proposal is None or before is None:
        return None
    known = {card.number: card for cards in (*(it.cards for it in before.hands), before.waiting) for card in cards}
    places = {number: card.place for number, card in known.items()}
    counted = sorted({it["number"] for side in SHOWN for it in proposal[side.value]} - known.keys())
    places |= {number: place for place, number in enumerate(counted, start=max(places.values(), default=0) + 1)}
    moved, owed = {number for number, _laid, _ought in proposal["moves"]}, missing_at(proposal)

    def as_proposed(number: int, face: str = "") -> LaidCard:
        """Return a card as the proposal lays it; without a face it has the one that is known, "??" if none is."""
        shown = face or (known[number].face if number in known else str(UNKNOWN))
        return LaidCard(number=number, place=places.get(number, 0), face=shown, moved=number in moved)

    hands = []
    for side in SHOWN:
        cards = tuple(as_proposed(it["number"], it["card"]) for it in proposal[side.value])
        faces = [parse(card.face) for card in cards]
        whole = len(faces) > 1 and UNKNOWN not in faces and not owed[side]
        hands.append(Hand(side=side.value, cards=cards, points=points(faces) if whole else None, missing=owed[side]))
    over = tuple(map(as_proposed, proposal["excess"]))
    return Felt(entry=0, hands=(*hands, Hand(side="", cards=over)))


# --- as they are drawn


class Drawing(NamedTuple):
    """Felt as it is drawn; ``wide`` in units of the drawing."""

    boxes: tuple[PictureBox, ...]
    wide: int


def drawings(felts: Sequence[Felt]) -> list[Drawing]:
    """Compute for each felt its boxes, with room for missing cards, and the width, the same for all; empty for none."""
    sides = [{hand.side: [(it.number, it.face) for it in hand.cards] for hand in felt.hands} for felt in felts]
    served = [
        {hand.side: [(0, "")] * (len(hand.cards) + hand.missing) for hand in felt.hands if hand.side} for felt in felts
    ]
    if not felts:
        return []
    room = room_for(served, [shown.get("", []) for shown in sides])
    return [Drawing(_drawn(felt, shown, room), sum(room.values())) for felt, shown in zip(felts, sides, strict=True)]


def _drawn(
    felt: Felt, shown: Mapping[str, Sequence[tuple[int, str]]], room: Mapping[str, int]
) -> tuple[PictureBox, ...]:
    """Draw one felt as boxes: Banco, Punto, and one for cards at no box where any felt to be drawn has such cards.

    ``shown`` has number and face of each card by box, ``room`` the width of each box, alike for all felts.
    """
    cards = [card for hand in felt.hands for card in hand.cards]
    return boxes(
        shown,
        {card.number: card.place for card in cards},
        room,
        moved=[card.number for card in cards if card.moved],
        missing={Side(hand.side): hand.missing for hand in felt.hands if hand.side},
    )
