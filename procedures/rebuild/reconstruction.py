"""Reconstruction alla Regola: from the cards as they lie and what people can say, to where each card ought to lie.

All orders of extraction that agree with the evidence are considered; the Regola is run over each. What all of them give
alike is clear. Super Punto Banco, Premessa and Art. 6, 7 and 8. Pure: only the rules and the standard library.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from table.rules.authority import cite
from table.rules.cards import UNKNOWN, Card, check_count, points
from table.rules.profile import Profile
from table.rules.refusal import Code, Refused, require
from table.rules.regola import FIRST_CARDS, Layout, Side, lay_out

MOST_STEPS = 100_000
"""Maximum work of one reconstruction, in cards tried; seven cards of wholly unknown order fit into it."""


class Verdict(StrEnum):
    """Grade of how clearly the coup can be rebuilt.

    CLEAR: one order is possible. CLEAR_BY_EQUIVALENCE: several, which all make the same hands. RESULT_ONLY: the hands
    differ but not their points, and nothing else; only the Direzione may accept it. NOT_CLEAR: anything else, and
    evidence that contradicts itself.
    """

    CLEAR = "clear"
    CLEAR_BY_EQUIVALENCE = "clear_by_equivalence"
    RESULT_ONLY = "result_only"
    NOT_CLEAR = "not_clear"


class FoundCard(NamedTuple):
    """Card of the coup as it is found: its face (the unknown card while covered), its box, and what is known of it.

    ``laid`` is None for a card at no box. ``place`` is its place in the order of extraction of this coup, the first
    card being 1, if that is certain; ``among`` are the places of which it has one, if some are ruled out, else empty.
    ``seen`` tells whether anybody saw its face before it was due.
    """

    card: Card
    laid: Side | None = None
    place: int | None = None
    seen: bool = False
    among: frozenset[int] = frozenset()


class OrderedPair(NamedTuple):
    """Pair of cards of which the first left the shoe before the other; both are indices into the cards found."""

    first: int
    then: int


class CardMove(NamedTuple):
    """Card that has to change its place: its index, the box it was laid at, the box it belongs to (None: no box)."""

    card: int
    laid: Side | None
    ought: Side | None


class Reading(NamedTuple):
    """One way the coup can have been: the cards in order of extraction (indices), and the hands they make.

    ``missing`` is how many cards are known to be lacking: the rest of the first four, else the third that is due next.
    ``orders`` is the number of orders that come out like this one.
    """

    order: tuple[int, ...]
    layout: Layout
    missing: int
    orders: int


@dataclass(slots=True)
class Steps:
    """Work done so far, in cards tried, for a house (None: the Super Punto Banco)."""

    tried: int = 0
    house: Profile | None = None

    def take(self, more: int) -> None:
        """Add a number of cards tried; refuse (E_TOO_MANY_ORDERS) more than MOST_STEPS in all."""
        self.tried += more
        if self.tried > MOST_STEPS:
            raise Refused(
                Code.TOO_MANY_ORDERS,
                "Too many orders are possible. Say which cards came out first, or refer the case to the Direzione "
                "Giochi.",
                source=cite(self.house, "unforeseen"),
            )


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """Answer: the verdict, the number of possible orders, and every different way the coup can have been."""

    verdict: Verdict
    orders: int
    readings: tuple[Reading, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether the verdict is CLEAR or CLEAR_BY_EQUIVALENCE: all possible orders make the same hands.

        Only then may an Ispettore di Gioco ratify it; RESULT_ONLY and NOT_CLEAR can only be annulled, or referred.
        """
        return self.verdict in (Verdict.CLEAR, Verdict.CLEAR_BY_EQUIVALENCE)

    @property
    def proposal(self) -> Reading | None:
        """Only reading of a clear reconstruction, by which the cards ought to lie; None where `is_clear` is False."""
        return self.readings[0] if self.is_clear else None


def reconstruct(
    found: Sequence[FoundCard], before: Sequence[OrderedPair] = (), house: Profile | None = None
) -> Reconstruction:
    """Judge all orders of extraction of the cards found that agree with the evidence.

    ``before`` are pairs known to have left the shoe in that order. Evidence that contradicts itself, such as two cards
    at one place, is NOT_CLEAR, without readings. Refuses none or over MOST_CARDS cards (E_COUNT), a place or index out
    of range (E_EVIDENCE), a later card that can only be laid once earlier ones are turned (E_CARD_COVERED), and over
    :data:`MOST_STEPS` tries (E_TOO_MANY_ORDERS), which cites its source as ``house`` does.
    """
    _check_evidence(found, before)
    return judge(found, _orders(found, before, Steps(house=house)))


def agrees_with_an_order(found: Sequence[FoundCard], before: Sequence[OrderedPair], steps: Steps) -> bool:
    """Whether the cards can have come out in an order that agrees with the evidence; False if that contradicts itself.

    Refuses as :func:`reconstruct` does, but never E_CARD_COVERED. ``steps`` counts the cards tried, over all calls that
    share it.
    """
    _check_evidence(found, before)
    return next(_orders(found, before, steps), None) is not None


def judge(found: Sequence[FoundCard], orders: Iterable[tuple[int, ...]]) -> Reconstruction:
    """Run the Regola over each order (indices into the cards found); return the verdict and every different outcome.

    Each outcome is there once, in the order in which it was met first, with the number of orders that make it;
    ``orders`` is the number of all orders, and the verdict that of :func:`_verdict`. Without any order: NOT_CLEAR and
    no readings. Refuses as :func:`lay_out` does (E_CARD_COVERED).
    """
    readings: dict[object, Reading] = {}
    for order in orders:
        layout = lay_out([found[card].card for card in order])
        hands = _hands(found, order, layout)
        known = readings.get(hands) or Reading(order, layout, missing(layout), 0)
        readings[hands] = known._replace(orders=known.orders + 1)
    different = tuple(readings.values())
    return Reconstruction(_verdict(found, different), sum(reading.orders for reading in different), different)


def missing(layout: Layout) -> int:
    """Count the cards known to be lacking: with fewer than four, covered ones included, the rest of the first four.

    With at least four: 1 if a third card is due next (if two are due only that one counts), else 0; 0, too, with a
    covered card in a hand.
    """
    served = len(layout.punto) + len(layout.banco)
    if served < FIRST_CARDS:
        return FIRST_CARDS - served
    covered = UNKNOWN in layout.punto or UNKNOWN in layout.banco
    return 0 if covered or layout.due is None else 1


def moves(found: Sequence[FoundCard], reading: Reading) -> list[CardMove]:
    """List the cards that lie at another box than this reading gives them, in order of extraction.

    No box (None) counts as a box: an excess card that lies at no box has not to move.
    """
    placed = zip(reading.order, boxes(reading.layout), strict=True)
    return [CardMove(card, found[card].laid, ought) for card, ought in placed if found[card].laid != ought]


def excess(reading: Reading) -> tuple[int, ...]:
    """Return the indices, among the cards found, of those that no hand has a right to: the last in order of extraction.

    They are in that order, not sorted by index, wherever the cards lie now.
    """
    return reading.order[len(reading.order) - len(reading.layout.excess) :]


def boxes(layout: Layout) -> list[Side | None]:
    """List the box to which each card belongs, in order of extraction; None for an excess card."""
    first_four = [Side.PUNTO, Side.BANCO, Side.PUNTO, Side.BANCO]
    thirds = [Side.PUNTO] * len(layout.punto[2:]) + [Side.BANCO] * len(layout.banco[2:])
    served = first_four[: len(layout.punto[:2]) + len(layout.banco[:2])] + thirds
    return [*served, *[None] * len(layout.excess)]


# --- which orders are possible


def _check_evidence(found: Sequence[FoundCard], before: Sequence[OrderedPair]) -> None:
    """Refuse an empty ``found`` or one of over MOST_CARDS (E_COUNT), and places or indices out of range (E_EVIDENCE).

    A place is from 1 to the number of cards, an index of a pair below that number; no pairs are fine. Evidence that
    contradicts itself, such as a place of two cards or a card before itself, is not refused here.
    """
    check_count(len(found))
    for card in found:
        require(
            card.place is None or (type(card.place) is int and 1 <= card.place <= len(found)),
            Code.EVIDENCE,
            "Of %(count)s cards none was the %(place)s. to come out.",
            count=len(found),
            place=card.place,
        )
    for index in {index for pair in before for index in pair}:
        require(
            type(index) is int and 0 <= index < len(found),
            Code.EVIDENCE,
            "The evidence names a card that is not among the %(count)s found.",
            count=len(found),
        )


def _orders(found: Sequence[FoundCard], before: Sequence[OrderedPair], steps: Steps) -> Iterator[tuple[int, ...]]:
    """Yield every order in which these cards can have come out, as indices; none where the evidence contradicts itself.

    Each card tried at a place counts in ``steps``, which refuses too many while the orders are read
    (E_TOO_MANY_ORDERS).
    """
    at_place = {card.place: index for index, card in enumerate(found) if card.place is not None}
    anywhere = [index for index, card in enumerate(found) if card.place is None]
    earlier = _earlier(found, before)
    branches: list[tuple[int, ...]] = [()] if len(at_place) + len(anywhere) == len(found) and _agrees(earlier) else []
    while branches:
        order = branches.pop()
        if len(order) == len(found):
            yield order
            continue
        place = len(order) + 1
        candidates = [at_place[place]] if place in at_place else _fitting(found, anywhere, place)
        steps.take(len(candidates))
        taken = set(order)
        branches += [(*order, card) for card in reversed(candidates) if card not in taken and earlier[card] <= taken]


def _fitting(found: Sequence[FoundCard], cards: list[int], place: int) -> list[int]:
    """List those of these cards (indices) that can have come out at this place (from 1): it is in their ``among``.

    A card with an empty ``among`` fits any.
    """
    return [card for card in cards if not found[card].among or place in found[card].among]


def _earlier(found: Sequence[FoundCard], before: Sequence[OrderedPair]) -> dict[int, set[int]]:
    """Map each card (index) to those that certainly left the shoe before it, directly; an empty set where none did.

    These are the cards that were said to come before it and, if its own place is known, the one with the nearest known
    place before that.
    """
    earlier: dict[int, set[int]] = {card: set() for card in range(len(found))}
    for first, then in before:
        earlier[then].add(first)
    certain = sorted((it.place, card) for card, it in enumerate(found) if it.place is not None)
    for (_, first), (_, then) in pairwise(certain):
        earlier[then].add(first)
    return earlier


def _agrees(earlier: dict[int, set[int]]) -> bool:
    """Whether no card is said, directly or through others, to have come out before itself."""
    try:
        TopologicalSorter(earlier).prepare()
    except CycleError:
        return False
    return True


# --- how clear it is


def _hands(found: Sequence[FoundCard], order: tuple[int, ...], layout: Layout) -> object:
    """Return a key that is equal for orders that make the same coup: both pairs, the thirds, the excess in order.

    Cards of the same face are alike within a pair; of excess cards it matters too which was seen. Covered cards are
    told apart, since nobody knows that they are alike.
    """
    names = [f"?{card}" if found[card].card is UNKNOWN else str(found[card].card) for card in order]
    served = len(order) - len(layout.excess)
    pairs = tuple(sorted(names[0:4:2])), tuple(sorted(names[1:4:2]))
    left_over = tuple((names[at], found[order[at]].seen) for at in range(served, len(order)))
    return pairs, len(layout.punto), tuple(names[FIRST_CARDS:served]), left_over


def _verdict(found: Sequence[FoundCard], different: Sequence[Reading]) -> Verdict:
    """Return CLEAR for one outcome of one order, CLEAR_BY_EQUIVALENCE for one outcome of several orders.

    Several different outcomes are RESULT_ONLY if points, excess and missing cards are alike in all, else NOT_CLEAR; so
    is none. The orders of the outcomes are indices into ``found``, from which the faces are taken.
    """
    if len(different) == 1:
        return Verdict.CLEAR if different[0].orders == 1 else Verdict.CLEAR_BY_EQUIVALENCE
    results = {_result(found, reading) for reading in different}
    return Verdict.RESULT_ONLY if len(results) == 1 else Verdict.NOT_CLEAR


def _result(found: Sequence[FoundCard], reading: Reading) -> object:
    """Return a key that is equal for readings of the same result: points of both hands, excess in order, missing cards.

    With a covered card in a hand the key is the order itself, so that no two readings share it.
    """
    layout = reading.layout
    if UNKNOWN in layout.punto or UNKNOWN in layout.banco:
        return reading.order
    left_over = tuple((str(found[card].card), found[card].seen) for card in excess(reading))
    return points(layout.punto), points(layout.banco), left_over, reading.missing
