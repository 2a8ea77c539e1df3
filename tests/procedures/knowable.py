"""What can be known of a hand that was keyed carelessly, worked out apart from the engine, by trying every order."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from table.rules.regola import lay_out
from tests.procedures.careless import Hand, Keyed, Said
from tests.procedures.misdeals import Misdeal, as_proposed, found_clear, hands
from tests.procedures.tally import Tally

FIRST_CARDS = 4


def judge(tally: Tally, keyed: Keyed, answer: Mapping[str, Any], *, name: str) -> None:
    """Count a hand that has this answer, beside what can be known of it."""
    hand = keyed.hand
    known, true = what_can_be_known(keyed), hands(lay_out(hand.order))
    assert true in known, "the oracle itself"
    as_misdeal = Misdeal("", hand.order, hand.boxes, hand.third, ())
    proposed = as_proposed(as_misdeal, answer) if found_clear(answer) else None
    tally.add(name, answer, known=known, true=(*true[:4], len(true[4])), proposed=proposed)


def what_can_be_known(keyed: Keyed) -> set[tuple[Any, ...]]:
    """The hands that are possible by what was told and seen."""
    orders = possible(keyed.hand, keyed.known, third_named=keyed.third_named)
    return {hands(lay_out([keyed.hand.order[card] for card in order])) for order in orders}


def possible(hand: Hand, known: Sequence[Said], *, third_named: bool) -> Iterator[tuple[int, ...]]:
    """Every order that agrees with where the cards lie, what came by itself and what was told.

    An order has at each place the place at which that card truly came. Which of them came by itself is known if it was
    keyed as it came, or shown as the one that did, and not as one of those of its box.
    """
    for order in permutations(range(len(hand.order))):
        same_boxes = all(hand.boxes[card] == hand.boxes[place] for place, card in enumerate(order))
        in_order = all(order.index(it.place) < order.index(it.then) for it in known if it.then >= 0)
        placed = all(order.index(it.place) == it.place for it in known if it.then < 0)
        if same_boxes and in_order and placed and (not third_named or _comes_alone(hand, order)):
            yield order


def _comes_alone(hand: Hand, order: Sequence[int]) -> bool:
    """The card that came by itself is the last of all; where more were out than keyed, one of those behind the four."""
    at = order.index(hand.alone)
    return at >= FIRST_CARDS if len(order) > FIRST_CARDS + 1 else at == len(order) - 1
