"""How often the alarms ring by chance, in whole taglie on a virtual shoe, and whether they ring when they should.

``make alarms`` plays a thousand taglie (ARGS="--taglie 100 --seed 7"); the suite plays some of them.
"""

import argparse
from collections import deque
from collections.abc import Iterator, Sequence
from functools import reduce
from random import Random
from typing import NamedTuple

from table.reports.alarms import ALARM_AT, late, order
from table.reports.alarms.late import LateMaximum, try_of
from table.reports.alarms.results import Came, beyond
from table.rules.cards import Card, points
from table.rules.houses import VENEZIA
from table.rules.profile import Box
from table.rules.regola import NATURAL, Layout, Outcome, Result
from tests.rig.choosing import at_least
from tests.rig.simulated import PlayedCoup, taglia

TAGLIE, SEED = 1000, 20_250
WINDOW = 20
"""Late stakes are looked at in the latest so many taglie, as on the page."""
LATE = 0.05
"""How often the maximum is laid late before a position."""


class Dealt(NamedTuple):
    """A taglia as the alarms look at it: its cards in their order, its results, and its late maximum stakes."""

    cards: list[str]
    came: Came
    tries: list[LateMaximum]


def dealt(rng: Random) -> Dealt:
    """A taglia by chance."""
    coups = list(taglia(VENEZIA, rng))
    paid = [it.layout for it in coups if it.outcome is Outcome.SETTLED]
    tries = [one for it in paid for one in tries_by_chance(it.result, rng)]
    cards = [str(card) for it in coups for card in in_order(it)]
    return Dealt(cards, reduce(Came.and_with, map(came_of, paid), Came()), tries)


def in_order(coup: PlayedCoup) -> Sequence[Card]:
    """The cards of a coup as they left the shoe."""
    punto, banco = coup.layout.punto, coup.layout.banco
    pairs = [card for pair in zip(punto[:2], banco[:2], strict=False) for card in pair]
    return [*pairs, *punto[2:], *banco[2:], *coup.remaining]


def came_of(layout: Layout) -> Came:
    """One coup, counted."""
    cards = len(layout.punto) + len(layout.banco)
    natural = cards == 4 and max(points(layout.punto), points(layout.banco)) >= NATURAL
    return Came(
        int(layout.result is Result.BANCO),
        int(layout.result is Result.PUNTO),
        int(layout.result is Result.TIE),
        int(natural),
        cards=(int(cards == 4), int(cards == 5), int(cards == 6)),
    )


def tries_by_chance(result: Result, rng: Random) -> Iterator[LateMaximum]:
    """Now and then somebody lays the maximum at the last moment, on whatever they like."""
    for position in VENEZIA.positions:
        if rng.random() < LATE:
            boxes = {rng.choice([Box.PUNTO, Box.BANCO])} | ({Box.EGALITE} if rng.random() < 0.1 else set())
            tried = try_of(position, boxes, result, VENEZIA.decks)
            if tried is not None:
                yield tried


class Rung(NamedTuple):
    """Which alarms a taglia raised, with those before it."""

    order: bool
    results: bool
    late: bool


def rung(this: Dealt, before: Sequence[Dealt]) -> Rung:
    """As the page of the table looks at them once this taglia is over."""
    latest = [*before, this]
    together = reduce(Came.and_with, (it.came for it in latest))
    return Rung(
        bool(before) and repeats(this.cards, before[-1].cards),
        bool(beyond(this.came, VENEZIA.decks) or beyond(together, VENEZIA.decks)),
        bool(late.suspicious(one for it in latest[-WINDOW:] for one in it.tries)),
    )


def repeats(here: Sequence[str], there: Sequence[str]) -> bool:
    """Whether the order of one shoe is found in the other beyond chance."""
    run = order.longest_run(here, there)
    return order.chance_of_run(run.cards, VENEZIA.decks, len(here), len(there)) <= ALARM_AT


def evenings(taglie: int, seed: int) -> Iterator[Rung]:
    """So many taglie of one table, one after the other."""
    rng, before = Random(seed), deque[Dealt](maxlen=WINDOW)
    for _ in range(taglie):
        this = dealt(rng)
        yield rung(this, list(before))
        before.append(this)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taglie", type=at_least(1), default=TAGLIE)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    counted = [0, 0, 0]
    for one in evenings(given.taglie, given.seed):
        counted = [count + rang for count, rang in zip(counted, one, strict=True)]
    print(f"{given.taglie} taglie by chance, seed {given.seed}: false alarms", *zip(Rung._fields, counted, strict=True))
    raise SystemExit(sum(counted) > 0)


if __name__ == "__main__":
    main()
