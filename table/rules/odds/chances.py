"""Exact chances of the next coup, from the cards that a shoe still holds in unknown order.

All numbers are whole counts and fractions; nothing is rounded before it is printed. Bets are valued with the rates of
:mod:`table.rules.payout`. Super Punto Banco, Tabella della Regola; Baccarat online (column of returns).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from operator import mul
from typing import NamedTuple

from table.rules.cards import POINT_VALUES, RANKS
from table.rules.odds.composition import Composition, fresh
from table.rules.regola import FIRST_CARDS, MOST_HAND_CARDS, NATURAL, WINNER, Result, Side, claim_of, third_due


class Ending(NamedTuple):
    """Final state of a coup: the points of both hands and the number of cards in them."""

    punto: int
    banco: int
    cards: int

    @property
    def result(self) -> Result:
        """Winner, or tie."""
        return WINNER[self.punto][self.banco]

    @property
    def natural(self) -> bool:
        """Whether a battuta ended the coup: with four cards, any hand of 8 or 9 is one."""
        return self.cards == FIRST_CARDS and max(self.punto, self.banco) >= NATURAL


class Pairs(NamedTuple):
    """Chance that the first two cards match in one given hand (equal for Punto and Banco), and that they do in both."""

    one: Fraction
    both: Fraction

    @property
    def either(self) -> Fraction:
        """Chance that they match in at least one hand."""
        return 2 * self.one - self.both


@dataclass(frozen=True, slots=True)
class Chances:
    """Possible courses of the next coup.

    ``total`` counts the orders in which the next six cards can leave the shoe, ``endings`` how many of them lead to
    each ending. ``pair`` is of two cards of one rank, ``perfect_pair`` of one rank and suit.
    """

    total: int
    endings: Mapping[Ending, int]
    pair: Pairs
    perfect_pair: Pairs

    def of(self, holds: Callable[[Ending], bool]) -> Fraction:
        """Return the chance of an ending for which ``holds`` is true."""
        return Fraction(sum(count for ending, count in self.endings.items() if holds(ending)), self.total)

    @property
    def punto(self) -> Fraction:
        """Chance that Punto wins."""
        return self.of(lambda ending: ending.result is Result.PUNTO)

    @property
    def banco(self) -> Fraction:
        """Chance that Banco wins."""
        return self.of(lambda ending: ending.result is Result.BANCO)

    @property
    def tie(self) -> Fraction:
        """Chance that both have the same points."""
        return self.of(lambda ending: ending.result is Result.TIE)

    @property
    def natural(self) -> Fraction:
        """Chance that a coup ends with a battuta: four cards, and 8 or 9 in at least one hand."""
        return self.of(lambda ending: ending.natural)

    def cards(self, count: int) -> Fraction:
        """Return the chance that the coup takes ``count`` cards, four, five or six; 0 for any other count."""
        return self.of(lambda ending: ending.cards == count)


def chances(shoe: Composition) -> Chances:
    """Return the exact chances of the next coup from this shoe, all orders of its cards being equally likely.

    They are those of each ending (points of both hands and number of cards) and of pairs, as counts and fractions.
    Computed anew at each call.
    """
    ranks = [_cards_alike(count) for count in shoe.ranks]
    suits = [_suits_of_a_rank(shoe, place) for place in range(len(RANKS))]
    return Chances(perm(shoe.left, MOST_HAND_CARDS), _endings(shoe.values), _pairs(ranks), _pairs(suits))


def of_fresh(decks: int) -> Chances:
    """Return the chances of the first coup from that many fresh decks; cached.

    Refuses (E_COUNT) anything but a whole number of decks from 1 to 1000.
    """
    return _counted(fresh(decks))


_counted = cache(chances)


# Every coup is counted over six cards: two and a third for each hand, even where no third is drawn. So all endings are
# counted in the same orders; and as any card is equally likely to come first, the thirds may be taken first.


_POINTS = range(POINT_VALUES)
ENDINGS = [Ending(*ending) for ending in product(_POINTS, _POINTS, range(FIRST_CARDS, MOST_HAND_CARDS + 1))]
_PLACE = {ending: place for place, ending in enumerate(ENDINGS)}


def _endings(values: Sequence[int]) -> Counter[Ending]:
    """Count the orders of six cards of these values (cards left by value, 0 to 9) that lead to each ending."""
    counts, endings = [0] * len(ENDINGS), courses()
    for one, other, ways, rest in _thirds(values):
        orders = [ways * hands for hands in _two_hands(rest)]
        for punto_third, banco_third in {(one, other), (other, one)}:
            for place, count in zip(endings[punto_third][banco_third], orders, strict=True):
                counts[place] += count
    return Counter({ending: count for ending, count in zip(ENDINGS, counts, strict=True) if count})


@cache
def courses() -> list[list[list[int]]]:
    """Return a table: ``courses()[p][b]`` is for third cards of ``p`` points (Punto) and ``b`` points (Banco).

    It holds 100 places in `ENDINGS`, one for each pair of two-card points: 0 and 0, 0 and 1, … 9 and 9, Punto's first.
    A third card that is not drawn changes nothing. Cached; not to be changed.
    """
    hands = list(product(_POINTS, repeat=2))
    courses = [[_course(punto, banco, third) for punto, banco in hands] for third in _POINTS]
    return [[[_PLACE[course[third]] for course in of_third] for third in _POINTS] for of_third in courses]


def _course(punto: int, banco: int, punto_third: int) -> list[Ending]:
    """Return ten endings, by the points 0 to 9 of Banco's third card; all the same where Banco draws none.

    ``punto`` and ``banco`` are the two-card points; ``punto_third`` counts only if Punto draws.
    """
    claim, cards, third = claim_of(punto), FIRST_CARDS, None
    if third_due(claim, banco) is Side.PUNTO:
        punto, cards, third = (punto + punto_third) % POINT_VALUES, cards + 1, punto_third
    if third_due(claim, banco, punto_third=third) is not Side.BANCO:
        return [Ending(punto, banco, cards)] * POINT_VALUES
    return [Ending(punto, (banco + banco_third) % POINT_VALUES, cards + 1) for banco_third in _POINTS]


def _thirds(values: Sequence[int]) -> Iterator[tuple[int, int, int, list[int]]]:
    """Yield each pair of card values, the lower first, the ways to draw them in that order, and the cards then left.

    ``values`` are the cards left of each value, 0 to 9, as are those yielded. A pair of two values comes once: its
    other order is not counted. Pairs that cannot be drawn are left out.
    """
    for one, other in combinations_with_replacement(_POINTS, 2):
        rest = list(values)
        ways = rest[one]
        rest[one] -= 1
        ways *= rest[other]
        rest[other] -= 1
        if ways:
            yield one, other, ways, rest


def _two_hands(values: Sequence[int]) -> list[int]:
    """Count the orders of drawing two cards for Punto and two for Banco, by the points 0 to 9 of both hands.

    ``values`` are the cards left of each value, 0 to 9. The list is flat: at ten times the points of Punto plus those
    of Banco. No card is used twice.
    """
    partners = [[values[made - value] - (2 * value % POINT_VALUES == made) for value in _POINTS] for made in _POINTS]
    firsts = [[*map(mul, values, seconds)] for seconds in partners]
    hands = [*map(sum, firsts)]
    table = [0] * POINT_VALUES**2
    for punto, banco in combinations_with_replacement(_POINTS, 2):
        in_common = 4 * sum(map(mul, firsts[punto], partners[banco]))
        if punto == banco:
            in_common -= 2 * hands[punto]
        table[10 * punto + banco] = table[10 * banco + punto] = hands[punto] * hands[banco] - in_common
    return table


# --- the pairs


class _Alike(NamedTuple):
    """Cards of one group: the ways to draw two that match, and to draw two that match and then two more."""

    cards: int
    two: Fraction
    two_and_two: Fraction


def _cards_alike(count: int) -> _Alike:
    """Return a group of ``count`` cards that all match each other: any two, and any four, of them are ways that match.

    Ways are counted in order; 0 where the group has fewer cards.
    """
    return _Alike(count, Fraction(perm(count, 2)), Fraction(perm(count, 4)))


def _together(groups: Sequence[_Alike]) -> _Alike:
    """Combine groups to one of all their cards, in which two match only if they come from the same group.

    Of two matching pairs, the second may come from another group than the first.
    """
    two = sum((group.two for group in groups), Fraction())
    across = two**2 - sum(group.two**2 for group in groups)
    return _Alike(sum(group.cards for group in groups), two, across + sum(group.two_and_two for group in groups))


def _suits_of_a_rank(shoe: Composition, place: int) -> _Alike:
    """Return the cards left of one rank (its index, ace 0), matching by suit.

    A card gone with its suit unseen may be of any suit: the ways to draw are then expected values.
    """
    suits = _together([_cards_alike(shoe.decks - gone) for gone in shoe.gone[place :: len(RANKS)]])
    left = shoe.ranks[place]
    return _Alike(left, _share(suits.two, suits.cards, left, 2), _share(suits.two_and_two, suits.cards, left, 4))


def _share(ways: Fraction, cards: int, left: int, drawn: int) -> Fraction:
    """Scale the ``ways`` to draw ``drawn`` of ``cards`` cards to those expected if only ``left`` of them remain.

    Which ones remain is not known. 0 where fewer than ``drawn`` are left.
    """
    return ways * perm(left, drawn) / (perm(cards, drawn) or 1)


def _pairs(groups: Sequence[_Alike]) -> Pairs:
    """Return the chance that the first two cards of one hand match, and that they do in both hands, as fractions.

    The shoe consists of these groups of matching cards, at least four cards in all.
    """
    shoe = _together(groups)
    return Pairs(shoe.two / perm(shoe.cards, 2), shoe.two_and_two / perm(shoe.cards, 4))
