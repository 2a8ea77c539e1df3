"""Cover: the most that a coup can cost the table, before a card is out."""

from collections.abc import Iterable
from functools import cache
from itertools import product

from table.rules.payout import Hands, rate
from table.rules.profile import Profile
from table.rules.regola import MOST_TO_DRAW, NATURAL, WINNER, banco_draws
from table.rules.stakes import InAction


def most_to_pay(profile: Profile, stakes: Iterable[InAction]) -> int:
    """Return the maximum, in cents, of what these stakes win less commission, over all hands that there can be.

    It is 0 without stakes, and in a house with stakes "reader_only". Losing stakes of the same hand are not set against
    it. The sum is rounded up to a whole cent, wins are not rounded: a house that rounds up pays at most one unit more
    for each.
    """
    laid = [(stake.stake.box, stake.in_action) for stake in stakes if stake.in_action]
    if not laid or profile.stakes == "reader_only":
        return 0
    return max(
        -(-sum(amount * max(rate(profile, box, shown).net, 0) for box, amount in laid) // 100)
        for shown in possible_hands()
    )


@cache
def possible_hands() -> frozenset[Hands]:
    """Return every set of facts on which a payment depends that two hands dealt by the Regola can show.

    Where there is a pair it is always a perfect pair as well, as two equal cards can come of several decks.
    """
    return frozenset(
        Hands(WINNER[punto][banco], banco, cards, p_pair, b_pair, p_pair or b_pair)
        for (punto_two, p_pair), (banco_two, b_pair) in product(_two_cards(), _two_cards())
        for punto, banco, cards in _thirds(punto_two, banco_two)
    )


def _two_cards() -> set[tuple[int, bool]]:
    """Return the points of any two cards, with whether they are a pair: of nine cards from 1 to 9, and four of 0."""
    points = [*range(1, 10), 0, 0, 0, 0]
    return {((one + other) % 10, place == at) for place, one in enumerate(points) for at, other in enumerate(points)}


def _thirds(punto: int, banco: int) -> Iterable[tuple[int, int, int]]:
    """Yield the final points of Punto and Banco and their number of cards, for every way in which third cards can fall.

    Yields once, with four cards, if no third card is drawn; the same result may come several times.
    """
    if punto >= NATURAL or banco >= NATURAL:
        yield punto, banco, 4
        return
    punto_draws = punto <= MOST_TO_DRAW
    for third in range(10) if punto_draws else [None]:
        ends_at = punto if third is None else (punto + third) % 10
        cards = 4 if third is None else 5
        if not banco_draws(banco, third):
            yield ends_at, banco, cards
            continue
        yield from ((ends_at, (banco + card) % 10, cards + 1) for card in range(10))
