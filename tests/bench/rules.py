"""How fast the pure rules are, each beside a bare Python loop in the same run: ``make bench-rules``.

Every figure is the best of several short rounds. Between the odds of two rounds nothing is remembered but how each coup
ends by its cards; cells of the roads that were drawn once are shared by all taglie.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from platform import python_version
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np

from table.reports.chance import evenings
from table.rules.cards import Card, decks
from table.rules.houses import ONLINE, VENEZIA
from table.rules.odds.bets import bets
from table.rules.odds.chances import chances
from table.rules.odds.composition import Composition, fresh
from table.rules.payout import settle
from table.rules.profile import MAIN_BOXES, Box
from table.rules.regola import MOST_HAND_CARDS, Layout, Result, lay_out
from table.rules.roads import Scoreboard
from table.rules.stakes import InAction, LaidStake
from tests.bench import bare

SEED = 16
SHOES = 200
TAGLIE = 1000
TAGLIA_COUPS = 70
BETTORS = 7
ROUNDS = 15

SIDES = {Box.PUNTO: bare.PUNTO, Box.BANCO: bare.BANCO}
RESULTS = {Result.TIE: bare.TIE, Result.PUNTO: bare.PUNTO, Result.BANCO: bare.BANCO}
LETTERS = {Result.TIE: "T", Result.PUNTO: "P", Result.BANCO: "B"}


class Row(NamedTuple):
    """One line of the table: both figures in the same unit, how they compare, and what the bare loop does."""

    what: str
    rules: str
    bare: str
    ratio: str
    aim: str
    bare_loop: str


# --- the work


def shoes(rng: Random) -> list[list[Card]]:
    """Shuffled sixains."""
    found = []
    for _ in range(SHOES):
        cards = list(decks(6))
        rng.shuffle(cards)
        found.append(cards)
    return found


def coups(shoe: Sequence[Card]) -> Iterable[Layout]:
    """The coups of a shoe by the Regola, until fewer than six cards are left."""
    at, end = 0, len(shoe) - MOST_HAND_CARDS
    while at <= end:
        layout = lay_out(shoe[at : at + MOST_HAND_CARDS])
        at += len(layout.punto) + len(layout.banco)
        yield layout


def deal(shoes: Iterable[Sequence[Card]]) -> int:
    """Every coup of these shoes is dealt and its result known."""
    return len([layout.result for shoe in shoes for layout in coups(shoe)])


def deal_with_numpy() -> int:
    """Coups of shoes that are shuffled first, as the distribution of an evening is drawn from."""
    return len(evenings.deal(6, 500_000, np.random.default_rng(SEED)))


def pay(layouts: Sequence[Layout], stakes: Sequence[InAction]) -> int:
    """Each of these hands is settled for all bettors."""
    for layout in layouts:
        settle(VENEZIA, layout, stakes)
    return len(layouts)


def deal_and_pay(shoes: Iterable[Sequence[Card]], stakes: Sequence[InAction]) -> int:
    """Every coup of these shoes is dealt and settled for all bettors."""
    return len([settle(VENEZIA, layout, stakes) for shoe in shoes for layout in coups(shoe)])


def draw_roads(taglie: Sequence[Sequence[Result]]) -> int:
    """The five roads of each of these taglie, with all their cells."""
    for results in taglie:
        Scoreboard.of(results)
    return len(taglie)


def work_out(shoe: Composition) -> int:
    """The exact chances of the next coup, and of every bet of the online house."""
    bets(ONLINE, chances(shoe))
    return 1


def plain(stakes: Iterable[InAction]) -> list[tuple[int, int]]:
    return [(SIDES[stake.stake.box], stake.in_action) for stake in stakes]


def letters(results: Iterable[Result]) -> str:
    return "".join(LETTERS[result] for result in results)


def bare_deal(shoes: Iterable[Sequence[int]]) -> int:
    return sum(len(bare.deal(shoe)) for shoe in shoes)


def bare_pay(results: Sequence[int], stakes: Sequence[tuple[int, int]]) -> int:
    for result in results:
        bare.settle(result, stakes)
    return len(results)


def bare_deal_and_pay(shoes: Iterable[Sequence[int]], stakes: Sequence[tuple[int, int]]) -> int:
    return sum(bare_pay(bare.deal(shoe), stakes) for shoe in shoes)


def bare_roads(taglie: Sequence[str]) -> int:
    for results in taglie:
        bare.roads(results)
    return len(taglie)


def bare_work_out(values: Sequence[int]) -> int:
    bare.odds(values)
    return 1


# --- the figures


def agree(packed: Sequence[Sequence[Card]], stakes: Sequence[InAction], taglie: Iterable[Sequence[Result]]) -> None:
    """The bare loops come to the same results, money, roads and odds: else they would measure something else."""
    layouts = [layout for shoe in packed for layout in coups(shoe)]
    results = [RESULTS[layout.result] for layout in layouts]
    assert results == [result for shoe in packed for result in bare.deal([card.points for card in shoe])]
    for layout, result in zip(layouts, results, strict=True):
        lines = [(stakes.index(line.stake), line.kind.value, line.amount) for line in settle(VENEZIA, layout, stakes)]
        assert lines == bare.settle(result, plain(stakes))
    for taglia in taglie:
        board = Scoreboard.of(taglia)
        big = [(cell.column, cell.row, f"{cell.mark}{cell.ties}") for cell in board.big_road.cells]
        derived = (board.big_eye_boy, board.small_road, board.cockroach_pig)
        assert [board.bead_plate.cells, big, *(road.cells for road in derived)] == bare.roads(letters(taglia))
    ways = Counter[int]()
    for ending, orders in chances(fresh(6)).endings.items():
        ways[RESULTS[ending.result]] += orders
    assert [ways[result] for result in sorted(ways)] == bare.odds(fresh(6).values)


def timed(work: Callable[[], int]) -> float:
    """How much of its work is done in a second, this once."""
    start = perf_counter()
    done = work()
    return done / (perf_counter() - start)


def side_by_side(rules: Callable[[], int], loop: Callable[[], int]) -> tuple[float, float]:
    """The best rate of each, their rounds in turn, so that a busy moment of the machine falls on both."""
    rounds = [(timed(rules), timed(loop)) for _ in range(ROUNDS)]
    return max(ours for ours, _ in rounds), max(bares for _, bares in rounds)


def rate_row(what: str, aim: int, rules: Callable[[], int], loop: Callable[[], int], bare_loop: str) -> Row:
    """So many a second, and the share of the bare loop's rate."""
    ours, bares = side_by_side(rules, loop)
    return Row(what, f"{ours:,.0f}/s", f"{bares:,.0f}/s", f"{ours / bares:.2f}", f"{aim:,}/s", bare_loop)


def odds_row(what: str, aim: int, shoe: Composition) -> Row:
    """So many milliseconds, and how many times the bare loop's rate that is."""
    ours, bares = side_by_side(partial(work_out, shoe), partial(bare_work_out, shoe.values))
    loop = "counts all orders of six card values; no pairs, no bets"
    return Row(what, f"{1000 / ours:,.1f} ms", f"{1000 / bares:,.0f} ms", f"{ours / bares:.2f}", f"< {aim} ms", loop)


def rows() -> Iterable[Row]:
    """All figures, one by one as they are measured."""
    rng = Random(SEED)
    packed = shoes(rng)
    values = [[card.points for card in shoe] for shoe in packed]
    layouts = [layout for shoe in packed[:100] for layout in coups(shoe)]
    results = [layout.result for layout in layouts]
    stakes = [_stake(number) for number in range(BETTORS)]
    taglie = [rng.choices(results, k=TAGLIA_COUPS) for _ in range(TAGLIE)]

    agree(packed[:2], stakes, taglie[:50])
    loop = "the Regola on card values, inline: no cards, no hands, only who wins"
    yield rate_row("coups dealt", 300_000, partial(deal, packed), partial(bare_deal, values), loop)
    loop = "the same loop; with numpy shoes are shuffled, and pairs looked at, too"
    yield rate_row("coups dealt with numpy", 1_000_000, deal_with_numpy, partial(bare_deal, values), loop)
    loop = "one tuple for each line, from a result that is told"
    results_of_taglia = [RESULTS[result] for result in results]
    ours, theirs = partial(pay, layouts, stakes), partial(bare_pay, results_of_taglia, plain(stakes))
    yield rate_row("coups settled, 7 bettors", 100_000, ours, theirs, loop)
    loop = "both of these"
    ours, theirs = partial(deal_and_pay, packed[:100], stakes), partial(bare_deal_and_pay, values[:100], plain(stakes))
    yield rate_row("dealt and settled", 75_000, ours, theirs, loop)
    lettered = [letters(taglia) for taglia in taglie]
    loop = "five lists of plain tuples, mark by mark"
    yield rate_row("five roads of 70 coups", 15_000, partial(draw_roads, taglie), partial(bare_roads, lettered), loop)
    yield odds_row("exact odds, 6 decks", 50, fresh(6))
    yield odds_row("exact odds, 8 decks", 50, fresh(8))
    yield odds_row("exact odds, half a shoe", 200, fresh(6).without(packed[0][:156]))


def _stake(number: int) -> InAction:
    stake = LaidStake(str(number + 1), f"player {number + 1}", MAIN_BOXES[number % 2], 1000 * (number + 1))
    return InAction(stake, stake.laid, 0)


def show(table: Iterable[Row]) -> None:
    """The table, a line as soon as it is known."""
    head = Row("", "rules", "bare loop", "ratio", "aim", "what the bare loop does")
    print(f"The pure rules on Python {python_version()} ({sys.platform}); the best of {ROUNDS} rounds, one process\n")
    for row in chain([head], table):
        print(f"{row.what:<25}{row.rules:>13}{row.bare:>14}{row.ratio:>7}{row.aim:>12}  {row.bare_loop}", flush=True)


if __name__ == "__main__":
    show(rows())
