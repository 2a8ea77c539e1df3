"""Figures of a table: its pace, its results beside the exact odds, and its alerts by kind."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise

from table.play.effects import alert_title
from table.rules.odds.chances import of_fresh
from table.rules.profile import Box
from table.rules.regola import Result
from table.screens.read.pace import STAGES, pace, whole_coups
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES

RESULTS = {Result.BANCO: Box.BANCO, Result.PUNTO: Box.PUNTO, Result.TIE: Box.EGALITE}


class ChartBar(NamedTuple):
    """Bar of a chart: its label, its figure as printed, and its length in per cent of the longest or of the whole."""

    label: str
    figure: str
    length: int
    mark: str = ""
    box: str = ""


class TableFigures(NamedTuple):
    """Figures of what has been played: coups an hour, seconds of the latest coups and, on average, of their stages.

    ``acts`` is from how many entries these are computed. ``results`` are of the ``coups`` of this taglia; their
    ``mark`` is the exact odds with a fresh shoe, in per cent of the whole.
    """

    an_hour: int | None
    lengths: tuple[int, ...]
    stages: tuple[ChartBar, ...]
    acts: int
    results: tuple[ChartBar, ...]
    coups: int
    alerts: tuple[ChartBar, ...]


def figures(snapshot: Snapshot, numbers: Numbers) -> TableFigures:
    """Compute the figures of this table: pace, results beside the exact odds, and alerts by kind.

    The pace is of the coups that ended within its latest 400 entries, the results are of its taglia, and the
    alerts its latest 200, open or closed.
    """
    acts = whole_coups(snapshot.recent)
    played = pace(acts)
    return TableFigures(
        an_hour=played.an_hour,
        lengths=tuple(played.lengths),
        stages=_bars({STAGES[stage]: seconds for stage, seconds in played.seconds.items()}),
        acts=len(acts),
        results=_results(tuple(snapshot.results), snapshot.state.profile.decks, numbers),
        coups=len(snapshot.results),
        alerts=_bars({alert_title(code): count for code, count in snapshot.alert_counts.most_common()}),
    )


def _bars(counts: dict[Promise | str, int]) -> tuple[ChartBar, ...]:
    """Return a bar for each label with its count as printed, and its length in per cent of the highest count."""
    most = max(counts.values(), default=1) or 1
    return tuple(ChartBar(str(label), str(count), round(100 * count / most)) for label, count in counts.items())


@lru_cache(maxsize=256)
def _results(came: tuple[Result, ...], decks: int, numbers: Numbers) -> tuple[ChartBar, ...]:
    """Return a bar each for Banco, Punto and tie: how often it came in this taglia, and its share of the results.

    Each is marked with its odds from a fresh shoe of this many decks, in per cent. Without results all shares are 0.
    Cached.
    """
    counts, odds = Counter(came), of_fresh(decks)
    exact = {Result.BANCO: odds.banco, Result.PUNTO: odds.punto, Result.TIE: odds.tie}
    total = max(1, len(came))
    return tuple(
        ChartBar(
            label=str(BOX_NAMES[box]),
            figure=f"{counts[result]} · {numbers.percent(Fraction(counts[result], total), 1)}",
            length=round(100 * counts[result] / total),
            mark=f"{float(100 * exact[result]):.2f}",
            box=box.value,
        )
        for result, box in RESULTS.items()
    )
