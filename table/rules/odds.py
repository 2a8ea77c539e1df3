"""Exact odds: what the cards that a shoe still holds, in an order that nobody knows, give to every bet of a house.

All numbers are whole counts and fractions; nothing is rounded before it is printed. The bets are weighed with the very
rates that :mod:`table.rules.payout` pays. Super Punto Banco, Tabella della Regola; Baccarat online (column of returns).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import perm
from typing import NamedTuple

from table.rules.cards import DECK, DECK_CARDS, POINT_VALUES, RANKS, SUITS, UNKNOWN, Card, parse
from table.rules.payout import Hands, rate
from table.rules.profile import Box, Profile
from table.rules.refusal import Code, require
from table.rules.regola import FIRST_CARDS, MOST_HAND_CARDS, NATURAL, Result, Side, claim_of, third_due
from table.rules.shoe import check_faces

MOST_DECKS_COUNTED = 1000
_PLACE = {card: place for place, card in enumerate(DECK)}
_RANKS = DECK[: len(RANKS)]
_PAIR_BETS = (Box.PLAYER_PAIR, Box.BANKER_PAIR, Box.EITHER_PAIR)


# --- the cards in the shoe


@dataclass(frozen=True, slots=True)
class Composition:
    """The cards of a shoe, told by those that are gone: so many of each face, and so many whose rank alone was seen.

    ``gone`` counts the faces in the order of the deck, ``gone_unsuited`` the ranks in the order ace to king. Begin with
    :func:`fresh` and take cards away with :meth:`without`.
    """

    decks: int
    gone: tuple[int, ...] = (0,) * DECK_CARDS
    gone_unsuited: tuple[int, ...] = (0,) * len(RANKS)

    def __post_init__(self) -> None:
        _check_decks(self.decks)
        _check_gone(self)
        _check_enough(self)

    @property
    def left(self) -> int:
        """The number of cards left."""
        return self.decks * DECK_CARDS - sum(self.gone) - sum(self.gone_unsuited)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The cards left of each rank, ace to king."""
        seen = (sum(self.gone[place :: len(RANKS)]) for place in range(len(RANKS)))
        return tuple(
            self.decks * len(SUITS) - suited - unsuited
            for suited, unsuited in zip(seen, self.gone_unsuited, strict=True)
        )

    @property
    def values(self) -> tuple[int, ...]:
        """The cards left that count 0, 1 … 9: tens and figures together, then ace to nine."""
        values = [0] * POINT_VALUES
        for card, count in zip(_RANKS, self.ranks, strict=True):
            values[card.points] += count
        return tuple(values)

    def without(self, cards: Iterable[Card] = (), ranks: Iterable[str] = ()) -> "Composition":
        """The same shoe once these cards are gone too, ``ranks`` being cards whose suit was not seen.

        A mapping counts: ``{card: 3}``. Refused with E_CARD_IMPOSSIBLE when the decks do not hold so many, with
        E_COUNT when fewer than six cards would be left.
        """
        gone, gone_unsuited = list(self.gone), list(self.gone_unsuited)
        for card, count in Counter(cards).items():
            _check_open(card)
            gone[_PLACE[card]] += count
        for rank, count in Counter(ranks).items():
            gone_unsuited[_PLACE[parse(f"{rank}S")]] += count
        return Composition(self.decks, tuple(gone), tuple(gone_unsuited))


def fresh(decks: int) -> Composition:
    """A shoe of so many decks from which no card is gone; refused with E_COUNT unless it is a number of whole decks."""
    return Composition(decks)


def _check_decks(decks: object) -> None:
    require(
        type(decks) is int and 1 <= decks <= MOST_DECKS_COUNTED,
        Code.COUNT,
        "Odds are told for 1 to %(most)s whole decks.",
        most=MOST_DECKS_COUNTED,
    )


def _check_open(card: Card) -> None:
    require(
        card is not UNKNOWN,
        Code.CARD_COVERED,
        "A card that nobody has seen changes no odds; name only cards that lay open.",
    )


def _check_gone(shoe: Composition) -> None:
    """No shoe has lost fewer cards than none, a seventh 9♠ of six decks, or a twenty-fifth nine."""
    require(min(*shoe.gone, *shoe.gone_unsuited) >= 0, Code.COUNT, "A number of cards cannot be negative.")
    check_faces(Counter(dict(zip(DECK, shoe.gone, strict=True))), shoe.decks)
    most = shoe.decks * len(SUITS)
    for card, left in zip(_RANKS, shoe.ranks, strict=True):
        require(
            left >= 0,
            Code.CARD_IMPOSSIBLE,
            "Rank %(rank)s cannot come %(count)s times: the shoe began with %(most)s such cards. Look at them again.",
            rank=card.rank,
            count=most - left,
            most=most,
        )


def _check_enough(shoe: Composition) -> None:
    require(
        shoe.left >= MOST_HAND_CARDS,
        Code.COUNT,
        "Only %(left)s cards would be left and a coup may need %(needed)s; its odds cannot be told.",
        left=shoe.left,
        needed=MOST_HAND_CARDS,
    )


class Seen(NamedTuple):
    """Cards that were seen to leave a shoe: so many of each face, and of each rank where the suit was not seen."""

    cards: Counter[Card]
    ranks: Counter[str]


_NOTED = re.compile(r"([^\s,]+?)(?:[x×]([0-9]{1,3}))?(?=[\s,]|$)", re.IGNORECASE)


def parse_seen(text: str) -> Seen:
    """Cards as people note them, between spaces or commas: ``9S 9S 10H``, ``9Sx3`` for three, ``9`` for any nine.

    ``fresh(6).without(*parse_seen(text))`` is the shoe they left. Refused with E_CARD if one is not a card.
    """
    seen = Seen(Counter(), Counter())
    for name, times in _NOTED.findall(text):
        if name.upper() in {*RANKS, "10"}:
            seen.ranks[parse(f"{name}S").rank] += int(times or 1)
        else:
            seen.cards[parse(name)] += int(times or 1)
    return seen


# --- the chances of a coup


class Ending(NamedTuple):
    """How the cards of a coup came to lie: the final points of both hands and the number of cards in them."""

    punto: int
    banco: int
    cards: int

    @property
    def result(self) -> Result:
        """Who wins."""
        if self.punto == self.banco:
            return Result.TIE
        return Result.PUNTO if self.punto > self.banco else Result.BANCO

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

    def banco_with(self, points: int) -> Fraction:
        """The chance that Banco wins with exactly these points."""
        return self.of(lambda ending: ending.result is Result.BANCO and ending.banco == points)

    def tie_at(self, points: int) -> Fraction:
        """The chance that both have exactly these points."""
        return self.of(lambda ending: ending.punto == ending.banco == points)

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


# --- the bets of a house


@dataclass(frozen=True, slots=True)
class BetOdds:
    """What a bet is worth: the chances to win, to have the stake back, to lose it; and the net expected of 1 staked."""

    wins: Fraction
    returned: Fraction
    loses: Fraction
    edge: Fraction

    @property
    def rtp(self) -> Fraction:
        """Return to player: what comes back of 1 staked, on average, the stake included."""
        return 1 + self.edge


def bets(profile: Profile, coming: Chances) -> dict[Box, BetOdds]:
    """Every bet of this house. A negative edge is the house's; a stake that must lie beside another keeps its own."""
    return {box: _bet(profile, box, coming) for box in profile.boxes}


def _bet(profile: Profile, box: Box, coming: Chances) -> BetOdds:
    wins = returned = loses = edge = Fraction()
    for shown, chance in _shown(box, coming):
        net = rate(profile, box, shown).net
        edge += chance * net / 100
        if net > 0:
            wins += chance
        elif net == 0:
            returned += chance
        else:
            loses += chance
    return BetOdds(wins, returned, loses, edge)


def _shown(box: Box, coming: Chances) -> Iterable[tuple[Hands, Fraction]]:
    """What the cards can show to those who pay this box, with the chance of each; pairs ask for nothing but pairs."""
    if box is Box.PERFECT_PAIR:
        return _matching(coming.perfect_pair, perfect_pair=True)
    if box in _PAIR_BETS:
        return _matching(coming.pair)
    shown = Counter[Hands]()
    for ending, count in coming.endings.items():
        shown[Hands(ending.result, ending.banco, ending.cards)] += count
    return [(hands, Fraction(count, coming.total)) for hands, count in shown.items()]


def _matching(pairs: Pairs, *, perfect_pair: bool = False) -> Iterator[tuple[Hands, Fraction]]:
    """A match in Punto's hand, in Banco's, in both, in none; who wins makes no difference."""
    pair = Hands(Result.TIE, perfect_pair=perfect_pair)
    yield pair._replace(player_pair=True), pairs.one - pairs.both
    yield pair._replace(banker_pair=True), pairs.one - pairs.both
    yield pair._replace(player_pair=True, banker_pair=True), pairs.both
    yield Hands(Result.TIE), 1 - pairs.either


# --- on paper


def percent(chance: Fraction, places: int = 4) -> str:
    """A chance or an edge in per cent, rounded at the last place only: ``98.9442``."""
    return f"{Decimal(round(chance * 100 * 10**places)).scaleb(-places):f}"
