"""Drop and hold of a day beside win over turnover, at tables with a bank; nothing where no table has one."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from table.reports.days.cells import day_in_words, short_day, table_of
from table.reports.days.money import DayMoney, TableMoney, Yield, sum_of
from table.reports.figures.picture import EMPTY, ColumnHead, FigureCell, Picture, PictureLine
from table.words.numbers import Numbers


class Drop(NamedTuple):
    """Bank of a table over a gaming day: banknotes counted in its boxes, and its physical result, in cents.

    Both are None, pending, as long as a count is missing.
    """

    code: str
    currency: str
    drop: int | None
    result: int | None


TellsDrops = Callable[[date, Collection[str]], Iterable[Drop]]
DROPS: list[TellsDrops] = []
"""Functions that list the banks of a day at the named tables, of all where none is; an extension adds its own."""


def drops_of(day: date, named: Collection[str]) -> list[Drop]:
    """List each :class:`Drop` of a gaming day at the tables with these codes (all if none), as ``DROPS`` give them."""
    return [it for tells in DROPS for it in tells(day, named)]


class OfDay(NamedTuple):
    """Day with its banks, and turnover and win of its coups by table and currency."""

    day: date
    drops: Sequence[Drop]
    money: Sequence[DayMoney]


def holds(money: Sequence[TableMoney], days: Sequence[OfDay], numbers: Numbers) -> Iterator[Picture]:
    """Yield for each currency with a bank, sorted, a table of drop, hold, and win over turnover; nothing without banks.

    It has a row for each of these days, with the turnover of that day, and “pending” for what is not counted yet.
    `days` are the day itself, the day before and the same weekday before. A second one, by table, follows if the day
    itself has a bank in that currency; only this one uses `money`, that of the day by table.
    """
    currencies = sorted({it.currency for of in days for it in of.drops})
    for currency in currencies:
        which = f" ({currency})" if len({*currencies, *(it.currency for it in money)}) > 1 else ""
        yield _days(currency, which, days, numbers)
        if any(it.currency == currency for it in days[0].drops):
            yield _tables(currency, which, money, days, numbers)


def _days(currency: str, which: str, days: Sequence[OfDay], numbers: Numbers) -> Picture:
    """Return the table of drop and hold in one currency: a row each for the day, the day before, and a week before.

    Its columns are drop, physical result, hold, and win over turnover of the coups at the tables with a bank that day,
    without those that are empty in all rows. The row of a day without a bank has empty cells; what is not counted yet
    says “pending”. `which` is a text put behind the title.
    """
    about = _(
        "Drop is the banknotes counted in the boxes of a gaming day, and hold the physical result over it. Chips that "
        "were bought at the cash desk or come from another table are in no drop, so that a hold may be above 100 per "
        "cent. Win over turnover is that of the coups at these tables."
    )
    lines = []
    for key, of in zip(("day", "day-before", "week-before"), days, strict=True):
        its = _in(of, currency)
        codes = {it.code for it in its}
        won = [Yield(it.turnover, it.win) for it in of.money if it.code in codes and it.currency == currency]
        share = FigureCell.of_share(sum_of(won).share, numbers)
        lines.append(PictureLine(key, day_in_words(of.day, numbers), (*_hold_cells(_together(its), numbers), share)))
    head = [*_heads(), ColumnHead("win_share", _("win over turnover"))]
    return table_of(f"drop-days-{currency}", _("Drop and hold, day beside day") + which, head, lines, about=about)


def _tables(currency: str, which: str, money: Sequence[TableMoney], days: Sequence[OfDay], numbers: Numbers) -> Picture:
    """Return the table with a row for each bank of the day in one currency, and one of their sums if there are several.

    Its columns are drop, physical result and hold, by the counts of ``days[0]``; win over turnover and the theoretical
    one, from `money`; and the holds of the other ``days``; without those that are empty in all rows. What is not
    counted yet says “pending”; the cell of a table without coups, or without a bank on an earlier day, is empty.
    `which` is put behind the title.
    """
    its, won = _in(days[0], currency), {it.code: it.total for it in money if it.currency == currency}
    earlier = [{it.code: it for it in _in(of, currency)} for of in days[1:]]
    lines = [
        PictureLine(
            it.code,
            it.code,
            (
                *_hold_cells(it, numbers),
                *_won(won.get(it.code), numbers),
                *(_hold(of.get(it.code), numbers) for of in earlier),
            ),
        )
        for it in its
    ]
    if len(its) > 1:
        total = sum_of(won[it.code] for it in its if it.code in won)
        before = (_hold(_together(_in(of, currency)), numbers) for of in days[1:])
        together = (*_hold_cells(_together(its), numbers), *_won(total, numbers), *before)
        lines.append(PictureLine("total", pgettext("figures", "together"), together))
    head = [
        *_heads(),
        ColumnHead("win_share", _("win over turnover")),
        ColumnHead("expected_share", pgettext("figures", "theoretical")),
        *(
            ColumnHead(key, _("hold of %(day)s") % {"day": short_day(of.day, numbers)})
            for key, of in zip(("hold_day_before", "hold_week_before"), days[1:], strict=True)
        ),
    ]
    return table_of(f"drop-tables-{currency}", _("Drop and hold by table") + which, head, lines)


def _in(of: OfDay, currency: str) -> list[Drop]:
    """List those banks of a day that are in this currency."""
    return [it for it in of.drops if it.currency == currency]


def _together(drops: Sequence[Drop]) -> Drop | None:
    """Return a `Drop` without a code with the sums of these banks (:func:`total`); None if there are no banks."""
    if not drops:
        return None
    return Drop("", drops[0].currency, total(it.drop for it in drops), total(it.result for it in drops))


def total(amounts: Iterable[int | None]) -> int | None:
    """Return the sum of these amounts, 0 of none; None, pending, as soon as one of them is None."""
    known = list(amounts)
    return None if None in known else sum(it for it in known if it is not None)


# --- cells


def _heads() -> tuple[ColumnHead, ...]:
    """Return the heads of drop, physical result and hold."""
    names = pgettext("figures", "drop"), _("physical result"), pgettext("figures", "hold")
    return tuple(map(ColumnHead, ("drop", "result", "hold"), names))


def _hold_cells(it: Drop | None, numbers: Numbers) -> tuple[FigureCell, ...]:
    """Return the cells drop, physical result and hold: all empty without a bank, “pending” where not known yet."""
    if it is None:
        return EMPTY, EMPTY, EMPTY
    known = (it.drop, it.result)
    amounts = (_pending() if of is None else FigureCell.of_money(of, it.currency, numbers) for of in known)
    return (*amounts, _hold(it, numbers))


def _hold(it: Drop | None, numbers: Numbers) -> FigureCell:
    """Return the cell of the hold, physical result over drop in per cent.

    Empty without a bank; “pending” while drop or result is None; otherwise empty if the drop is 0.
    """
    if it is None:
        return EMPTY
    if it.drop is None or it.result is None:
        return _pending()
    return FigureCell.of_share(Fraction(it.result, it.drop) if it.drop else None, numbers)


def _pending() -> FigureCell:
    """Return a cell that says “pending”, without a number."""
    return FigureCell(pgettext("amount", "pending"))


def _won(it: Yield | None, numbers: Numbers) -> tuple[FigureCell, ...]:
    """Return the cells of win over turnover and of the theoretical one, both empty without a yield or turnover."""
    shares = (it.share, it.expected_share) if it is not None else (None, None)
    return tuple(FigureCell.of_share(share, numbers) for share in shares)
