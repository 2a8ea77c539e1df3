"""Exact odds: what the cards that a shoe still holds, in an order that nobody knows, give to every bet of a house.

All numbers are whole counts and fractions; nothing is rounded before it is printed. The bets are weighed with the very
rates that :mod:`table.rules.payout` pays. Super Punto Banco, Tabella della Regola; Baccarat online (column of returns).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm
from typing import NamedTuple

from table.rules.cards import POINT_VALUES, RANKS
from table.rules.odds.composition import Composition
from table.rules.regola import FIRST_CARDS, MOST_HAND_CARDS, NATURAL, WINNER, Result, Side, claim_of, third_due


class Ending(NamedTuple):
    """How the cards of a coup came to lie: the final points of both hands and the number of cards in them."""

    punto: int
    banco: int
    cards: int

    @property
    def result(self) -> Result:
        """Who wins."""
        return WINNER[self.punto][self.banco]

    @property
    def natural(self) -> bool:
        """Whether a battuta ended it: with four cards, any hand of 8 or 9 is one."""
        return self.cards == FIRST_CARDS and max(self.punto, self.banco) >= NATURAL


class Pairs(NamedTuple):
    """The chance that the first two cards match in one given hand (Punto's or Banco's, they are alike), and in both."""

    one: Fraction
    both: Fraction

    @property
    def either(self) -> Fraction:
        """The chance that they match in at least one hand."""
        return 2 * self.one - self.both


@dataclass(frozen=True, slots=True)
class Chances:
    """What can come of the next coup.

    ``total`` counts the orders in which the next six cards can leave the shoe, ``endings`` how many of them end the
    coup in each way. ``pair`` is of two cards of one rank, ``perfect_pair`` of one rank and suit.
    """

    total: int
    endings: Mapping[Ending, int]
    pair: Pairs
    perfect_pair: Pairs

    def of(self, holds: Callable[[Ending], bool]) -> Fraction:
        """The chance of an ending of which this holds."""
        return Fraction(sum(count for ending, count in self.endings.items() if holds(ending)), self.total)

    @property
    def punto(self) -> Fraction:
        """The chance that Punto wins."""
        return self.of(lambda ending: ending.result is Result.PUNTO)

    @property
    def banco(self) -> Fraction:
        """The chance that Banco wins."""
        return self.of(lambda ending: ending.result is Result.BANCO)

    @property
    def tie(self) -> Fraction:
        """The chance that both have the same points."""
        return self.of(lambda ending: ending.result is Result.TIE)

    @property
    def natural(self) -> Fraction:
        """The chance of a battuta on the table."""
        return self.of(lambda ending: ending.natural)

    def cards(self, count: int) -> Fraction:
        """The chance that the coup takes so many cards: four, five or six."""
        return self.of(lambda ending: ending.cards == count)


def chances(shoe: Composition) -> Chances:
    """What can come of the next coup from this shoe, every order of its cards being as likely as any other."""
    ranks = [_cards_alike(count) for count in shoe.ranks]
    suits = [_suits_of_a_rank(shoe, place) for place in range(len(RANKS))]
    return Chances(perm(shoe.left, MOST_HAND_CARDS), _endings(shoe.values), _pairs(ranks), _pairs(suits))


# Six cards leave the shoe for every coup that is counted: two for each hand and a third for each, whether it is drawn
# or stays behind. So all endings are weighed in the same orders; and as no card is likelier than another to come
# first, the thirds may be taken first.


def _endings(values: Sequence[int]) -> Counter[Ending]:
    """In how many orders six cards of these values end a coup in each way."""
    endings, points = Counter[Ending](), range(POINT_VALUES)
    courses = [[[_course(punto, banco, third) for third in points] for banco in points] for punto in points]
    for one, other, ways, rest in _two_cards(_rest(values)):
        for punto, row in enumerate(_two_hands(rest)):
            for banco, hands in enumerate(row):
                course, orders = courses[punto][banco], ways // 2 * hands
                endings[course[one][other]] += orders
                endings[course[other][one]] += orders
    return +endings


def _course(punto: int, banco: int, punto_third: int) -> list[Ending]:
    """How the coup ends, for each third card of Banco, when two cards make these points and Punto's third is this."""
    claim, cards, third = claim_of(punto), FIRST_CARDS, None
    if third_due(claim, banco) is Side.PUNTO:
        punto, cards, third = (punto + punto_third) % POINT_VALUES, cards + 1, punto_third
    if third_due(claim, banco, punto_third=third) is not Side.BANCO:
        return [Ending(punto, banco, cards)] * POINT_VALUES
    return [Ending(punto, (banco + banco_third) % POINT_VALUES, cards + 1) for banco_third in range(POINT_VALUES)]


class _Rest(NamedTuple):
    """Cards that are left: how many of each value, and in how many ways the next two of them make 0 … 9 points."""

    values: list[int]
    hands: list[int]

    def after(self, value: int) -> "_Rest":
        """What is left once a card of this value is out: it makes no hand with any partner now, first or second."""
        left = self.values.copy()
        left[value] -= 1
        partners = (left + left)[POINT_VALUES - value : 2 * POINT_VALUES - value]
        return _Rest(left, [ways - 2 * partner for ways, partner in zip(self.hands, partners, strict=True)])


def _rest(values: Sequence[int]) -> _Rest:
    hands = [0] * POINT_VALUES
    for first, count in enumerate(values):
        for second, others in enumerate(values):
            hands[(first + second) % POINT_VALUES] += count * (others - (first == second))
    return _Rest(list(values), hands)


def _two_cards(shoe: _Rest) -> Iterator[tuple[int, int, int, _Rest]]:
    """Any two values, in how many ways the next two cards have them in either order, and what these leave."""
    for one in range(POINT_VALUES):
        rest = shoe.after(one)
        for other in range(one + 1):
            orders = 1 if one == other else 2
            yield one, other, orders * shoe.values[one] * rest.values[other], rest.after(other)


def _two_hands(shoe: _Rest) -> list[list[int]]:
    """In how many ways two cards make 0 … 9 points for Punto (row) and two more 0 … 9 points for Banco (column)."""
    table = [[0] * POINT_VALUES for _ in range(POINT_VALUES)]
    for one, other, ways, rest in _two_cards(shoe):
        row = table[(one + other) % POINT_VALUES]
        for points, hands in enumerate(rest.hands):
            row[points] += ways * hands
    return table


# --- the pairs


class _Alike(NamedTuple):
    """Cards of one group: in how many ways two of them match, and in how many two match and then two more."""

    cards: int
    two: Fraction
    two_and_two: Fraction


def _cards_alike(count: int) -> _Alike:
    """So many cards that all match each other."""
    return _Alike(count, Fraction(perm(count, 2)), Fraction(perm(count, 4)))


def _together(groups: Sequence[_Alike]) -> _Alike:
    """Groups side by side: cards match within a group only, but one hand may match in this group and one in that."""
    two = sum((group.two for group in groups), Fraction())
    across = two**2 - sum(group.two**2 for group in groups)
    return _Alike(sum(group.cards for group in groups), two, across + sum(group.two_and_two for group in groups))


def _suits_of_a_rank(shoe: Composition, place: int) -> _Alike:
    """The cards left of one rank, matching by suit. Of those gone unseen any may be gone, one as likely as another."""
    suits = _together([_cards_alike(shoe.decks - gone) for gone in shoe.gone[place :: len(RANKS)]])
    left = shoe.ranks[place]
    return _Alike(left, _share(suits.two, suits.cards, left, 2), _share(suits.two_and_two, suits.cards, left, 4))


def _share(ways: Fraction, cards: int, left: int, drawn: int) -> Fraction:
    """What is left on average of so many ways to draw some of the cards, once only ``left`` of them are there."""
    return ways * perm(left, drawn) / (perm(cards, drawn) or 1)


def _pairs(groups: Sequence[_Alike]) -> Pairs:
    shoe = _together(groups)
    return Pairs(shoe.two / perm(shoe.cards, 2), shoe.two_and_two / perm(shoe.cards, 4))
