"""Chance of a day: the distribution of the win of the stakes that were played, over all cards that can come."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from table.models import Policy, Shoe
from table.reports.chance.apart import EVENINGS, ChanceJob, Course, Felt, Spread, Sum, spreads
from table.reports.days.cells import table_of
from table.reports.days.money import turnover_of, win_of
from table.reports.days.spans import Span, coups_within
from table.reports.figures.picture import ColumnHead, FigureCell, Picture, PictureLine
from table.rules.payout import CORRECTION
from table.rules.profile import Box
from table.words.numbers import Numbers


class _Played(NamedTuple):
    """Coups of a table under one version of its rules and number of decks, and what the table has won of them."""

    code: str
    course: Course
    won: int


class _Line(NamedTuple):
    """A line of the table: its key and words, its currency, and the courses that it sums up, as places in the list."""

    key: str
    words: str
    currency: str
    courses: Sequence[int]


def of_day(spans: Sequence[Span], numbers: Numbers) -> Picture | None:
    """Return the table of the day's win and its distribution, in the active language; None if no stake was in action.

    It has a line for each table and currency, and after several tables of a currency one for their sum. The number of
    queries grows neither with tables nor with coups. Blocks for some seconds; raises NoSpread if the computing takes
    too long or fails.
    """
    played = list(_played(spans))
    if not played:
        return None
    lines = list(_lines(played))
    sums = [Sum(it.courses, sum(played[place].won for place in it.courses)) for it in lines]
    found = spreads(ChanceJob([it.course for it in played], sums))
    rows = [
        PictureLine(line.key, line.words, tuple(_cells(line, its, spread, played, numbers)))
        for line, its, spread in zip(lines, sums, found, strict=True)
    ]
    title = _("What chance does to such a day")
    return table_of("chance", title, _heads(), rows, about=_about(numbers), notes=_notes(played))


def _played(spans: Sequence[Span]) -> Iterator[_Played]:
    """Yield for each table, rules and number of decks the stakes of each coup of these spans, and what the table won.

    The win is in cents, without what corrections and disputes moved. Coups in which nothing was in action are left
    out, and so are a table, rules and decks with no other coups.
    """
    columns = "coup.table_id, coup.policy_id, coup.shoe_id, coup.id, stake.box, money.kind, SUM(money.amount)"
    joined = ("table_money money", "table_stake stake")
    on = "money.coup_id = coup.id AND stake.id = money.stake_id"
    lines = [it for it in coups_within(spans, columns, *joined, on=on, groups=6) if it[5] != CORRECTION]
    decks = dict(Shoe.objects.filter(pk__in={it[2] for it in lines}).values_list("pk", "sixain__decks"))
    coups = defaultdict[tuple[int, int, int], dict[int, dict[str, Counter[str]]]](dict)
    for table, policy, shoe, coup, box, kind, cents in lines:
        boxes = coups[table, policy, decks[shoe]].setdefault(coup, {})
        boxes.setdefault(box, Counter())[kind] += int(cents)
    codes = {it.table: it.code for it in spans}
    profiles = {it.pk: it.profile for it in Policy.objects.filter(pk__in={policy for _table, policy, _decks in coups})}
    for (table, policy, shoe_decks), its in sorted(coups.items()):
        if felts := [felt for boxes in its.values() if (felt := _felt(boxes))]:
            won = sum(win_of(kinds) for boxes in its.values() for kinds in boxes.values())
            yield _Played(codes[table], Course(profiles[policy], shoe_decks, felts), won)


def _felt(boxes: dict[str, Counter[str]]) -> Felt:
    """Return the cents in action by box from its cents by kind of money line, without boxes with none in action."""
    return {Box(box): cents for box, kinds in boxes.items() if (cents := turnover_of(kinds))}


def _lines(played: Sequence[_Played]) -> Iterator[_Line]:
    """Yield a line for each table of each currency, and after several tables of one currency a line of their sum.

    Currencies are sorted, the tables of one come in the order of `played`. A line holds the indices of its courses in
    `played`; its key is the code of the table, or `total-` and the currency.
    """
    by_table = defaultdict[tuple[str, str], list[int]](list)
    for place, it in enumerate(played):
        by_table[it.course.profile.currency, it.code].append(place)
    for currency in sorted({currency for currency, _code in by_table}):
        of_currency = {code: places for (its, code), places in by_table.items() if its == currency}
        for code, places in of_currency.items():
            yield _Line(code, code, currency, places)
        if len(of_currency) > 1:
            every = [place for places in of_currency.values() for place in places]
            yield _Line(f"total-{currency}", pgettext("figures", "together"), currency, every)


def _about(numbers: Numbers) -> str:
    """Return the sentence under the title of the day's chances, in the active language.

    It says that the stakes of the day were played on ``EVENINGS`` days with other cards, that null and annulled coups,
    corrections and disputes are left out, and that equal days count half as bringing less.
    """
    return _(
        "The stakes of this day, played on %(evenings)s days with other cards: what the table wins by chance alone. "
        "Null and annulled coups, corrections and disputes are left out; of days that bring just as much half are "
        "counted as bringing less."
    ) % {"evenings": numbers.decimal(EVENINGS)}


def _notes(played: Sequence[_Played]) -> Iterator[str]:
    """Yield the notes below the table: how to read it, and on rounding if one of the tables rounds."""
    yield _("A table of which fewer than 1 day of 100 would bring less is worth a look at its record; so is 99 of 100.")
    if any(it.course.profile.rounding is not None for it in played):
        yield _("Wins are rounded at some of these tables; these are the figures before rounding.")


def _heads() -> tuple[ColumnHead, ...]:
    """Return the heads of the columns, in the order of :func:`_cells`.

    They are coups with stakes, win, average win, its 5th and 95th percentile, the share of days that bring less than
    the win, and that of days with a loss.
    """
    return (
        ColumnHead("coups", _("coups with stakes")),
        ColumnHead("won", _("won")),
        ColumnHead("expected", _("win on average")),
        ColumnHead("low", _("1 day of 20 below")),
        ColumnHead("high", _("1 of 20 above")),
        ColumnHead("below", _("days that bring less")),
        ColumnHead("loses", _("days with a loss")),
    )


def _cells(line: _Line, its: Sum, spread: Spread, played: Sequence[_Played], numbers: Numbers) -> Iterator[FigureCell]:
    """Yield the cells of a line: coups with stakes, win, expected win, its 5th and 95th percentile, amounts in cents.

    Then, of the drawn days (``spread``), the share of those that bring less than the win that was played, equal ones by
    half, and of those with a loss.
    """
    yield FigureCell.of(sum(len(played[place].course.felts) for place in line.courses), numbers)
    assert its.won is not None
    assert spread.below is not None
    for cents in (its.won, spread.expected, spread.low, spread.high):
        yield FigureCell.of_money(cents, line.currency, numbers)
    yield FigureCell.of_share(Fraction(spread.below), numbers)
    yield FigureCell.of_share(Fraction(spread.loses), numbers)
