"""Tables of the money of a day: day beside day, win over turnover by box and by table, each in the active language.

Where nothing was in action there is no percentage, and one of few coups is marked.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from table.reports.days.cells import ShownDay, ShownDays, day_in_words, heads, short_day, table_of
from table.reports.days.money import TableMoney, Yield, sum_of
from table.reports.figures.picture import EMPTY, ColumnHead, FigureCell, Picture, PictureLine
from table.reports.figures.results import BAND
from table.reports.registers.forms import BoxSums, DaySums
from table.rules.profile import Box
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES

FEW = 100
"""Fewer coups than these make a yield hardly more than chance."""
MARK = " *"


def yields(money: Sequence[TableMoney], days: ShownDays, numbers: Numbers) -> Iterator[Picture]:
    """Yield for each currency of the day, sorted, a table of the three days, one by box, and one by table.

    That by box is left out where no box has turnover or win.
    """
    for currency, which, its in _by_currency(money):
        yield _days(currency, which, days, numbers)
        if any(it.boxes for it in its):
            yield _boxes(currency, which, its, numbers)
        yield _tables(currency, which, its, days, numbers)


def each_box(money: Sequence[TableMoney], numbers: Numbers) -> Iterator[Picture]:
    """Yield for each currency, sorted, a table of turnover, win and theoretical win: a row for each box at each table.

    There are also both wins over turnover; that of a box with fewer than `FEW` coups is marked. Boxes without turnover
    and win have no row, and a currency without a row no table.
    """
    for currency, which, its in _by_currency(money):
        lines = [
            PictureLine(
                f"{it.code} {box}",
                f"{it.code} · {BOX_NAMES[box]}",
                (*_won(won, it.most[box], currency, numbers), *_expected(won, currency, numbers)),
            )
            for it in its
            for box, won in it.boxes.items()
        ]
        if lines:
            title, head = _("Win over turnover by table and box") + which, [*_won_heads(), *_expected_heads()]
            yield table_of(f"table-boxes-{currency}", title, head, lines, notes=_few(lines))


def _by_currency(money: Sequence[TableMoney]) -> Iterator[tuple[str, str, list[TableMoney]]]:
    """Yield each currency, sorted, what goes behind its titles (" (EUR)", "" for the only one), and its tables."""
    currencies = sorted({it.currency for it in money})
    for currency in currencies:
        which = f" ({currency})" if len(currencies) > 1 else ""
        yield currency, which, [it for it in money if it.currency == currency]


# --- day beside day


def _days(currency: str, which: str, days: ShownDays, numbers: Numbers) -> Picture:
    """Return the table of turnover and win in one currency: a row for the day, the day before, and a week before.

    Its columns are tables, coups, turnover, win, and win over turnover; the last three are empty for a day on which
    turnover and win are 0, and left out if they are in all rows. `which` is a text put behind its title.
    """
    keys = ("day", "day-before", "week-before")
    lines = [_day(key, it, currency, numbers) for key, it in zip(keys, days, strict=True)]
    about = _(
        "The day, the one before it, and the same day of the week before. A coup is of the day on which it ended."
    )
    title, head = _("Day beside day") + which, [*heads(DaySums)[:2], *_won_heads()]
    return table_of(f"days-{currency}", title, head, lines, about=about, notes=_few(lines))


def _day(key: str, shown: ShownDay, currency: str, numbers: Numbers) -> PictureLine:
    """Return the row of a day in one currency: number of tables, coups, turnover, win, and win over turnover.

    `shown` has the figures of the day, `key` is the name of the row in files. The last three are empty if turnover and
    win are 0, the last without turnover; it is marked where fewer than `FEW` coups were paid.
    """
    its = [it for it in shown.money if it.currency == currency]
    coups, total = sum(it.coups.played for it in its), Yield(sum(it.turnover for it in its), sum(it.win for it in its))
    counts = (FigureCell.of(len({it.code for it in its}), numbers), FigureCell.of(coups, numbers))
    paid = sum(it.coups.paid for it in its)
    return PictureLine(key, day_in_words(shown.day, numbers), (*counts, *_won(total, paid, currency, numbers)))


# --- by box


def _boxes(currency: str, which: str, money: Sequence[TableMoney], numbers: Numbers) -> Picture:
    """Return the table by box in one currency, with its notes; `which` is put behind its title.

    Columns are turnover, its share of all, win, win over turnover, the theoretical win and share, and chance. After the
    boxes with turnover or win come a row for what disputes moved, if that is not 0, and one for the sums of several
    rows.
    """
    total = sum_of(it.total for it in money)
    present = [box for box in Box if any(box in it.boxes for it in money)]
    lines = [_box(box, money, total.turnover, currency, numbers) for box in present]
    if moved := sum(it.disputes for it in money):
        only_win = (EMPTY, EMPTY, FigureCell.of_money(moved, currency, numbers), *[EMPTY] * 4)
        lines.append(PictureLine("disputes", _("moved by disputes, of no box"), only_win))
    if len(lines) > 1:
        turnover, *won = _won(total, sum(it.coups.paid for it in money), currency, numbers)
        together = (turnover, EMPTY, *won, *_expected(total, currency, numbers), EMPTY)
        lines.append(PictureLine("total", pgettext("figures", "together"), together))
    turnover_head, *won_heads = _won_heads()
    head = [
        turnover_head,
        ColumnHead("share", _("share")),
        *won_heads,
        *_expected_heads(),
        ColumnHead("chance", _("chance, at least ±")),
    ]
    about = _(
        "Turnover is what was in action in coups that were paid, ties too; win is what the table has won of it, after "
        "commission. The theoretical win is that of these very stakes by the exact odds of fresh decks and the payouts "
        "of each table. At most 19 of 20 such days lie within “chance” of it."
    )
    title, notes = _("Win over turnover by box") + which, [*_notes(money, total, currency, numbers), *_few(lines)]
    return table_of(f"boxes-{currency}", title, head, lines, about=about, notes=notes)


def _box(box: Box, money: Sequence[TableMoney], turnover: int, currency: str, numbers: Numbers) -> PictureLine:
    """Return the row of a box, summed over these tables, in the columns of `_boxes`; `turnover` is that of all boxes.

    Its last cell is by how much, at least, chance moves win over turnover to either side, with 19 of 20 days within;
    empty without turnover. Win over turnover is marked if fewer than `FEW` coups can have had a stake on the box.
    """
    it = sum_of(of_table.boxes.get(box, Yield()) for of_table in money)
    coups = sum(of_table.most.get(box, 0) for of_table in money)
    least = sum(of_table.least.get(box, 0) for of_table in money)
    margin = Fraction(BAND * sqrt(least) / it.turnover) if it.turnover else None
    share = FigureCell.of_share(Fraction(it.turnover, turnover) if turnover else None, numbers)
    staked, *won = _won(it, coups, currency, numbers)
    chance = FigureCell.of_share(margin, numbers)
    return PictureLine(box.value, str(BOX_NAMES[box]), (staked, share, *won, *_expected(it, currency, numbers), chance))


def _notes(money: Sequence[TableMoney], total: Yield, currency: str, numbers: Numbers) -> Iterator[str]:
    """Yield the notes on the share of side bets in the turnover, on the win moved after the day, and on rounding.

    The second is about disputes and corrections posted later. Each is there only where it is not 0, or applies to a
    table.
    """
    if side := sum(it.side_bets for it in money):
        text = _("Side bets are %(share)s of the turnover; Egalité is not counted among them.")
        yield text % {"share": numbers.percent(Fraction(side, total.turnover), 2)}
    if later := sum(it.later for it in money):
        text = _("%(amount)s of the win was moved by disputes and corrections after this day.")
        yield text % {"amount": numbers.money(later, currency)}
    if any(profile.rounding is not None for it in money for profile in it.profiles):
        yield _("Wins are rounded at some of these tables; the theoretical win is that before rounding.")


# --- by table


def _tables(currency: str, which: str, money: Sequence[TableMoney], days: ShownDays, numbers: Numbers) -> Picture:
    """Return the table with a row for each of `money`, all in this currency; `which` is a text put behind its title.

    Its columns are coups, turnover, win, win over turnover, the theoretical one, the share of side bets in the
    turnover, and the wins of the day before and of a week before, without those that are empty in all rows. Turnover
    and win are empty if both are 0, shares where there is nothing to divide or no side bet, and an earlier win where
    there was neither turnover nor win.
    """
    earlier = [_wins(it, currency) for it in days[1:]]
    lines = [_table(it, [wins.get(it.code) for wins in earlier], numbers) for it in money]
    head = [
        heads(DaySums)[1],
        *_won_heads(),
        ColumnHead("expected_share", pgettext("figures", "theoretical")),
        ColumnHead("side_bets", _("side bets")),
        ColumnHead("win_day_before", _("win of %(day)s") % {"day": short_day(days[1].day, numbers)}),
        ColumnHead("win_week_before", _("win of %(day)s") % {"day": short_day(days[2].day, numbers)}),
    ]
    about = _("Of all boxes, with what disputes moved. At one table a day tells little: see “chance” of a box.")
    title, notes = _("Win over turnover by table") + which, [*_unknown(money), *_few(lines)]
    return table_of(f"tables-{currency}", title, head, lines, about=about, notes=notes)


def _table(it: TableMoney, earlier: Sequence[int | None], numbers: Numbers) -> PictureLine:
    """Return the row of a table: coups, turnover, win, win over turnover, the theoretical one, side bets, earlier wins.

    Side bets are a share of the turnover. `earlier` are its wins in cents of the day before and of a week before; None
    gives an empty cell, as do side bets of 0. Turnover and win are empty if both are 0, win over turnover and the
    theoretical one without turnover; the former is marked where fewer than `FEW` coups were paid.
    """
    total = it.total
    side = FigureCell.of_share(Fraction(it.side_bets, total.turnover) if it.side_bets else None, numbers)
    won = _won(total, it.coups.paid, it.currency, numbers)
    before = [EMPTY if win is None else FigureCell.of_money(win, it.currency, numbers) for win in earlier]
    expected = FigureCell.of_share(total.expected_share, numbers)
    return PictureLine(it.code, it.code, (FigureCell.of(it.coups.played, numbers), *won, expected, side, *before))


def _wins(shown: ShownDay, currency: str) -> dict[str, int]:
    """Map tables to their wins of a day in one currency, in cents, if anything was in action, won or lost there."""
    found, staked = defaultdict[str, int](int), set[str]()
    for it in shown.money:
        if it.currency == currency:
            found[it.code] += it.win
            staked |= {it.code} if it.turnover or it.win else set()
    return {code: win for code, win in found.items() if code in staked}


def _unknown(money: Iterable[TableMoney]) -> Iterator[str]:
    """Yield one note that names the tables by whose rules amounts of stakes are not recorded; nothing without any."""
    unknown = [it.code for it in money if any(profile.stakes == "reader_only" for profile in it.profiles)]
    if unknown:
        text = _("By the rules of %(tables)s amounts are not recorded: there is no turnover of theirs.")
        yield text % {"tables": ", ".join(unknown)}


# --- cells


def _won_heads() -> tuple[ColumnHead, ...]:
    """Return the heads of turnover, win, and win over turnover."""
    return (*heads(BoxSums)[:2], ColumnHead("win_share", _("win over turnover")))


def _won(it: Yield, coups: int, currency: str, numbers: Numbers) -> tuple[FigureCell, ...]:
    """Return the cells turnover, win, and their share, marked if of fewer `coups` than `FEW`; empty if both are 0."""
    if not it.turnover and not it.win:
        return EMPTY, EMPTY, EMPTY
    share = FigureCell.of_share(it.share, numbers)
    if share.said and coups < FEW:
        share = share._replace(said=share.said + MARK)
    return FigureCell.of_money(it.turnover, currency, numbers), FigureCell.of_money(it.win, currency, numbers), share


def _expected_heads() -> tuple[ColumnHead, ...]:
    """Return the heads of theoretical win, and of its share in the turnover."""
    return heads(BoxSums)[2], ColumnHead("expected_share", pgettext("figures", "theoretical"))


def _expected(it: Yield, currency: str, numbers: Numbers) -> tuple[FigureCell, ...]:
    """Return the cells of the theoretical win and of its share in the turnover, which is empty without turnover."""
    return FigureCell.of_money(round(it.expected), currency, numbers), FigureCell.of_share(it.expected_share, numbers)


def _few(lines: Iterable[PictureLine]) -> Iterator[str]:
    """Yield the note that explains `MARK`, if any of these rows has a marked cell."""
    if any(cell.said.endswith(MARK) for line in lines for cell in line.cells):
        yield _("* Fewer than %(count)s coups: hardly more than chance.") % {"count": FEW}
