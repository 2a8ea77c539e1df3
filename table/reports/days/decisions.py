"""Cases of a day, from the act by which each was opened to its decision, by table and article."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple

from django.utils.functional import Promise

from table.reports.days.spans import Span
from table.reports.evenings.sums import entries_named


class Reported(NamedTuple):
    """Case by its table and the entry that opened it, with its article (number, name and title).

    `decided` is the entry of its decision by somebody, None where there is none: it stands, was withdrawn, or followed
    from the cards. `ended` is the entry after which it held nothing any more; None while it stands. `by` is the badge
    of whoever decided, `holds` whether play waited for it.
    """

    table: str
    number: int
    article: int
    name: str
    title: Promise
    decided: int | None
    ended: int | None
    by: str
    holds: bool
    withdrawn: bool


TellsCases = Callable[[Sequence[Span]], Iterable[Reported]]
CASES: list[TellsCases] = []
"""Functions that list the cases that were opened in these spans, or since they began; an extension adds its own."""


class TimedCase(NamedTuple):
    """Case with its times; `took` is the time to its decision, None where nobody made one.

    `within`: it was opened on the day itself, and was not withdrawn.
    """

    table: str
    article: int
    name: str
    title: Promise
    opened: datetime
    ended: datetime | None
    took: timedelta | None
    by: str
    holds: bool
    within: bool


def cases_of(spans: Sequence[Span]) -> list[TimedCase]:
    """Return the cases of every extension that were opened in these spans, with the times of their entries.

    With them come those opened earlier, after the span's entry `begun`, from which the state at the beginning of its
    day follows; these and withdrawn ones have `within` False. A decision counts whenever it was made. They are in the
    order in which the extensions give them.
    """
    found = [it for tells in CASES for it in tells(spans)]
    named = ((it.table, number) for it in found for number in (it.number, it.ended) if number is not None)
    entries = entries_named(named).order_by().values_list("register", "number", "at")
    at = {(code, number): time for code, number, time in entries}
    low = {it.code: it.low for it in spans}
    return [_case(it, at, within=it.number >= low[it.table]) for it in found]


def _case(case: Reported, at: dict[tuple[str, int], datetime], *, within: bool) -> TimedCase:
    """Return a case with its times from `at` (time by register and number).

    Its field `within` is the argument, but False if the case was withdrawn. `took` is the time from its opening to its
    end, 0 if a clock was put back; None unless it has ended by a decision.
    """
    opened = at[case.table, case.number]
    ended = None if case.ended is None else at[case.table, case.ended]
    took = None if ended is None or case.decided is None else max(ended - opened, timedelta())
    counts = within and not case.withdrawn
    return TimedCase(case.table, case.article, case.name, case.title, opened, ended, took, case.by, case.holds, counts)


class Decided(NamedTuple):
    """Number of cases, and of those that somebody decided, with the median and the longest time that took, in seconds.

    Both times are None where nobody decided any.
    """

    cases: int
    decided: int
    median: int | None
    longest: int | None


def decided(cases: Iterable[TimedCase]) -> Decided:
    """Count the cases opened in their spans and not withdrawn (`within`), and those of them that somebody decided.

    With them come the median and the longest time to the decision, in whole seconds; None where nobody decided any.
    """
    its = [it for it in cases if it.within]
    took = [it.took.total_seconds() for it in its if it.took is not None]
    return Decided(len(its), len(took), round(median(took)) if took else None, round(max(took)) if took else None)


def by_article(cases: Iterable[TimedCase]) -> Iterator[tuple[int, list[TimedCase]]]:
    """Yield by ascending number each article with cases opened in their spans and not withdrawn, and these cases."""
    its = [it for it in cases if it.within]
    for article in sorted({it.article for it in its}):
        yield article, [it for it in its if it.article == article]
