"""Hands whose true order is known, misdealt by chance; and an oracle of what can be known of them. Art. 6 to 8."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from procedures.models import Incident
from table.rules.cards import Card
from table.rules.regola import Layout, lay_out
from tests.croupier.cases import newest, report
from tests.rig.tables import AtTable

PUNTO, BANCO = "punto", "banco"
AS_DEALT = (PUNTO, BANCO, PUNTO, BANCO)


class Misdeal(NamedTuple):
    """Cards in the order in which they came out, the box at which each lies, and the kind as which it is reported.

    ``last_alone``: the last one was served by a press of its own. ``said`` are true statements on the order, as pairs
    of places: the one card came out before the other.
    """

    kind: str
    order: tuple[Card, ...]
    boxes: tuple[str, ...]
    last_alone: bool
    said: tuple[tuple[int, int], ...]


def by_chance(chance: Random, shoe: Sequence[Card], *, informed: bool) -> Misdeal:
    """A hand misdealt in one of the ways of Art. 6, 7 and 8; with ``informed`` somebody knows more of it."""
    kind = chance.choice(["inverted", "wrong_number", "undue_third"])
    boxes, last_alone = _boxes(chance, kind), kind == "undue_third"
    order = tuple(chance.sample(shoe, len(boxes)))
    pairs = [(one, then) for one in range(len(boxes)) for then in range(one + 1, len(boxes))]
    said = tuple(chance.sample(pairs, chance.randint(1, 3))) if informed else ()
    return Misdeal(kind, order, boxes, last_alone, said)


def _boxes(chance: Random, kind: str) -> tuple[str, ...]:
    if kind == "inverted":
        # In an order of their own: a set has another one in every process.
        return chance.choice(sorted({*permutations(AS_DEALT)} - {AS_DEALT}))
    if kind == "undue_third":
        return (*AS_DEALT, chance.choice([PUNTO, BANCO]))
    while True:
        boxes = tuple(chance.choices([PUNTO, BANCO], k=chance.choice([4, 4, 5])))
        if boxes.count(BANCO) != 2 or boxes.count(PUNTO) != 2:
            return boxes


# --- what is pressed


def keyed(table: AtTable, misdeal: Misdeal, chance: Random) -> Incident:
    """Reported as it lies, its cards shown one by one in whatever order, and what is known of it said."""
    if misdeal.last_alone:
        table.does("card_out")
    report(table, misdeal.kind, laid=[*misdeal.boxes], told_apart=chance.random() < 0.3)
    _says_what_no_back_shows(table, chance)
    cards = [*enumerate(zip(misdeal.order, misdeal.boxes, strict=True))]
    for place, (card, box) in chance.sample(cards, len(cards)):
        alone = misdeal.last_alone and place == len(cards) - 1
        number: dict[str, Any] = {"number": max(it.number for it in table.state.cards)} if alone else {}
        table.does("show_card", where=box, card=str(card), **number)
    numbers = {it.face: it.number for it in table.state.cards}
    for one, then in misdeal.said:
        pair = [numbers[str(misdeal.order[one])], numbers[str(misdeal.order[then])]]
        table.does("add_evidence", incident=newest().number, before=[pair])
    return newest()


def _says_what_no_back_shows(table: AtTable, chance: Random) -> None:
    """Sometimes somebody says of covered cards which came when, though they cannot know whose face is whose."""
    if chance.random() < 0.5:
        places = {str(card.number): [place] for place, card in enumerate(table.state.of_the_hand, start=1)}
        table.does("add_evidence", incident=newest().number, places=places)


# --- what can be known


def hands(layout: Layout) -> tuple[Any, ...]:
    """What is alike where two orders make the same coup: of two cards of one hand nobody asks which came first."""
    pairs = [tuple(sorted(map(str, hand[:2]))) for hand in (layout.punto, layout.banco)]
    return *pairs, tuple(map(str, layout.punto[2:])), tuple(map(str, layout.banco[2:])), tuple(map(str, layout.excess))


def possible(misdeal: Misdeal) -> Iterator[tuple[Card, ...]]:
    """Every order of these cards, each thing that is known of it tested by itself."""
    at_box = dict(zip(misdeal.order, misdeal.boxes, strict=True))
    for order in permutations(misdeal.order):
        same_boxes = all(at_box[card] == box for card, box in zip(order, misdeal.boxes, strict=True))
        last = not misdeal.last_alone or order[-1] == misdeal.order[-1]
        in_order = all(order.index(misdeal.order[one]) < order.index(misdeal.order[then]) for one, then in misdeal.said)
        if same_boxes and last and in_order:
            yield order


def what_can_be_known(misdeal: Misdeal) -> set[tuple[Any, ...]]:
    """The hands that are possible by what was told and seen."""
    return {hands(lay_out(order)) for order in possible(misdeal)}


def found_clear(answer: Mapping[str, Any]) -> bool:
    """Whether the Regola finds it clear."""
    return answer["verdict"] in ("clear", "clear_by_equivalence")


def as_proposed(misdeal: Misdeal, answer: Mapping[str, Any]) -> tuple[Any, ...]:
    """The hands of the proposal."""
    proposal = answer["proposal"]
    punto, banco = ([it["card"] for it in proposal[side]] for side in (PUNTO, BANCO))
    pairs = tuple(sorted(punto[:2])), tuple(sorted(banco[:2]))
    served = len(punto) + len(banco)
    return *pairs, tuple(punto[2:]), tuple(banco[2:]), len(misdeal.order) - served
