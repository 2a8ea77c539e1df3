"""Composition of a shoe: a fresh one, or one from which some cards are gone."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from table.rules.cards import DECK, DECK_CARDS, POINT_VALUES, RANKS, SUITS, UNKNOWN, Card, parse
from table.rules.refusal import Code, require
from table.rules.regola import MOST_HAND_CARDS
from table.rules.shoe import check_faces

MOST_DECKS_COUNTED = 1000
PLACE_IN_DECK = {card: place for place, card in enumerate(DECK)}
ONE_OF_EACH_RANK = DECK[: len(RANKS)]


@dataclass(frozen=True, slots=True)
class Composition:
    """Cards of a shoe, described by those that are gone.

    ``gone`` counts faces in the order of the deck, ``gone_unsuited`` cards of unseen suit by rank, ace to king. Begin
    with :func:`fresh` and take cards away with :meth:`without`, which says what is refused.
    """

    decks: int
    gone: tuple[int, ...] = (0,) * DECK_CARDS
    gone_unsuited: tuple[int, ...] = (0,) * len(RANKS)

    def __post_init__(self) -> None:
        """Refuse (E_COUNT) anything but 1 to 1000 whole decks, a negative count, and fewer than six cards left.

        Refuses more cards gone, of one face or of one rank, than the decks hold (E_CARD_IMPOSSIBLE).
        """
        require(
            type(self.decks) is int and 1 <= self.decks <= MOST_DECKS_COUNTED,
            Code.COUNT,
            "Odds are told for 1 to %(most)s whole decks.",
            most=MOST_DECKS_COUNTED,
        )
        _check_gone(self)
        require(
            self.left >= MOST_HAND_CARDS,
            Code.COUNT,
            "Only %(left)s cards would be left and a coup may need %(needed)s; its odds cannot be told.",
            left=self.left,
            needed=MOST_HAND_CARDS,
        )

    @property
    def left(self) -> int:
        """Number of cards left."""
        return self.decks * DECK_CARDS - sum(self.gone) - sum(self.gone_unsuited)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Number of cards left of each rank, ace to king; cards gone with their suit unseen are taken off, too."""
        seen = (sum(self.gone[place :: len(RANKS)]) for place in range(len(RANKS)))
        return tuple(
            self.decks * len(SUITS) - suited - unsuited
            for suited, unsuited in zip(seen, self.gone_unsuited, strict=True)
        )

    @property
    def values(self) -> tuple[int, ...]:
        """Number of cards left of each value, 0 to 9; tens and figures count as 0."""
        values = [0] * POINT_VALUES
        for card, count in zip(ONE_OF_EACH_RANK, self.ranks, strict=True):
            values[card.points] += count
        return tuple(values)

    def without(self, cards: Iterable[Card] = (), ranks: Iterable[str] = ()) -> "Composition":
        """Return this shoe with further cards gone: ``cards``, and cards of ``ranks`` whose suit was not seen.

        Mappings are taken as counts: ``{card: 3}``. Refuses more cards than the decks hold, also with those gone before
        (E_CARD_IMPOSSIBLE), fewer than six left and a number gone below 0 (E_COUNT), the unknown card
        ``??`` (E_CARD_COVERED) and ranks that do not exist (E_CARD).
        """
        gone, gone_unsuited = list(self.gone), list(self.gone_unsuited)
        for card, count in Counter(cards).items():
            require(
                card is not UNKNOWN,
                Code.CARD_COVERED,
                "A card that nobody has seen changes no odds; name only cards that lay open.",
            )
            gone[PLACE_IN_DECK[card]] += count
        for rank, count in Counter(ranks).items():
            gone_unsuited[PLACE_IN_DECK[parse(f"{rank}S")]] += count
        return Composition(self.decks, tuple(gone), tuple(gone_unsuited))


def fresh(decks: int) -> Composition:
    """Return the composition of a complete shoe, no card of which is gone.

    Refuses anything but a whole number of decks from 1 to MOST_DECKS_COUNTED (E_COUNT).
    """
    return Composition(decks)


def _check_gone(shoe: Composition) -> None:
    """Refuse a negative number of cards gone (E_COUNT), and more than the decks hold (E_CARD_IMPOSSIBLE).

    That is more of one face than there are decks, or more of one rank, seen suits and unseen together, than four a
    deck.
    """
    require(min(*shoe.gone, *shoe.gone_unsuited) >= 0, Code.COUNT, "A number of cards cannot be negative.")
    check_faces(Counter(dict(zip(DECK, shoe.gone, strict=True))), shoe.decks)
    most = shoe.decks * len(SUITS)
    for card, left in zip(ONE_OF_EACH_RANK, shoe.ranks, strict=True):
        require(
            left >= 0,
            Code.CARD_IMPOSSIBLE,
            "Rank %(rank)s cannot come %(count)s times: the shoe began with %(most)s such cards. Look at them again.",
            rank=card.rank,
            count=most - left,
            most=most,
        )


class SeenCards(NamedTuple):
    """Cards that were seen to leave a shoe: counts by face, and counts by rank where the suit was not seen."""

    cards: Counter[Card]
    ranks: Counter[str]


_NOTED = re.compile(r"([^\s,]+?)(?:[x×]([0-9]{1,3}))?(?=[\s,]|$)", re.IGNORECASE)


def parse_seen(text: str) -> SeenCards:
    """Count cards noted with spaces or commas between them: ``9S 9S 10H``, ``9Sx3`` for three, ``9`` for any nine.

    ``fresh(6).without(*parse_seen(text))`` is the shoe they left. After ``x`` come at most three digits. An empty text
    gives empty counts; refuses what is no card (E_CARD), but takes ``??``, which only ``without`` refuses.
    """
    seen = SeenCards(Counter(), Counter())
    for name, times in _NOTED.findall(text):
        if name.upper() in {*RANKS, "10"}:
            seen.ranks[parse(f"{name}S").rank] += int(times or 1)
        else:
            seen.cards[parse(name)] += int(times or 1)
    return seen
