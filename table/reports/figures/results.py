"""Results against the exact odds: who won, and how many cards it took."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import sqrt

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from table.reports.alarms.chance import AsFar, as_far
from table.reports.alarms.results import Came, odds
from table.reports.figures.picture import Axis, Bar, ColumnHead, FigureCell, Picture, PictureLine, short
from table.reports.figures.taglie import CountedTaglia
from table.words.numbers import Numbers

BAND = 1.96
"""Standard deviations to either side within which nineteen of twenty series lie."""
SERIES = 1000


def pictures(taglie: Sequence[CountedTaglia], came: Mapping[int, Came], numbers: Numbers) -> Iterator[Picture]:
    """Yield for each number of decks played with, ascending, a picture of results and one of numbers of cards.

    One without coups is left out. `came` are the counts of results by primary key of a shoe.
    """
    for decks in sorted({it.decks for it in taglie}):
        of_these = [came[it.pk] for it in taglie if it.decks == decks and it.pk in came]
        total = reduce(Came.and_with, of_these, Came())
        if total.coups:
            yield _winners(total, decks, len(of_these), numbers)
        if total.dealt:
            yield _cards(total, decks, len(of_these), numbers)


def _winners(came: Came, decks: int, taglie: int, numbers: Numbers) -> Picture:
    """Return the picture of results against the exact odds of `decks` decks.

    `came` are the summed counts of `taglie` taglie, with at least one result. Its notes say how many of `SERIES` series
    would be as far from the odds, and whether that was counted exactly or by a chi-square test.
    """
    names = [("banco", _("Banco")), ("punto", _("Punto")), ("egalite", _("Egalité"))]
    rows = [
        (key, name, count, chance)
        for (key, name), count, chance in zip(names, came.results, odds(decks).results, strict=True)
    ]
    about = ngettext(
        "%(count)s coup with a result, %(decks)s decks.", "%(count)s coups with a result, %(decks)s decks.", came.coups
    )
    return _against_the_odds(
        f"results-{decks}",
        numbers,
        title=_("Results against the exact odds"),
        about=about % {"count": numbers.decimal(came.coups), "decks": decks},
        rows=rows,
        of=came.coups,
        notes=tuple(_unusual(as_far(came.results, odds(decks).results), taglie, came.coups, numbers)),
    )


def _cards(came: Came, decks: int, taglie: int, numbers: Numbers) -> Picture:
    """Return the picture of naturals and of numbers of cards (4, 5, 6) against the exact odds of `decks` decks.

    `came` are the summed counts of `taglie` taglie, with at least one paid coup. Its notes say how unusual the numbers
    of cards are.
    """
    exact = odds(decks)
    rows = [("natural", _("a battuta"), came.natural, exact.natural)]
    for cards, count, chance in zip((4, 5, 6), came.cards, exact.cards, strict=True):
        rows.append((f"cards-{cards}", _("%(count)s cards") % {"count": cards}, count, chance))
    about = ngettext(
        "%(count)s coup whose cards were paid, %(decks)s decks.",
        "%(count)s coups whose cards were paid, %(decks)s decks.",
        came.dealt,
    )
    return _against_the_odds(
        f"cards-{decks}",
        numbers,
        title=_("Cards of a coup"),
        about=about % {"count": numbers.decimal(came.dealt), "decks": decks},
        rows=rows,
        of=came.dealt,
        notes=tuple(_unusual(as_far(came.cards, exact.cards), taglie, came.dealt, numbers)),
    )


Row = tuple[str, str, int, float]
"""Key, name, count and exact chance of what came."""


def _against_the_odds(
    key: str, numbers: Numbers, *, title: str, about: str, rows: Sequence[Row], of: int, notes: tuple[str, ...]
) -> Picture:
    """Return the picture of these rows as shares of `of` coups, which is above 0, each with its exact odds.

    Each has the band in which 19 of 20 series lie; the axis ends at or above the greatest share or chance.
    """
    axis = Axis.up_to(100 * max(max(count / of, chance) for _key, _name, count, chance in rows))
    return Picture(
        key=key,
        title=title,
        about=about,
        bars=tuple(_bar(row, of, axis, numbers) for row in rows),
        ticks=axis.ticks(numbers),
        unit="%",
        marked=_("the line: the exact odds; the band: where 19 of 20 such series lie"),
        head=(
            ColumnHead("count", _("came")),
            ColumnHead("share", _("share")),
            ColumnHead("odds", _("exact odds")),
            ColumnHead("expected", _("expected")),
        ),
        lines=tuple(_line(row, of, numbers) for row in rows),
        notes=notes,
    )


def _bar(row: Row, of: int, axis: Axis, numbers: Numbers) -> Bar:
    """Return the bar of a row: its share of `of` coups, a mark at the exact odds, and a band around that.

    In the band 19 of 20 series lie; it is cut to the axis. Raises ZeroDivisionError where `of` is 0.
    """
    key, name, count, chance = row
    wide = BAND * sqrt(chance * (1 - chance) / of)
    low, high = max(0.0, chance - wide), min(float(axis.top) / 100, chance + wide)
    return Bar(
        short(name),
        numbers.percent(Fraction(count, of), 1),
        axis.at(100 * count / of),
        look=key.partition("-")[0],
        mark=axis.at(100 * chance),
        band=(axis.at(100 * low), axis.at(100 * high)),
    )


def _line(row: Row, of: int, numbers: Numbers) -> PictureLine:
    """Return the row of the table: count, share of all coups (`of`, above 0), exact odds, and expected count."""
    key, name, count, chance = row
    exact = Fraction(chance).limit_denominator(10**9)
    shares = (FigureCell.of_share(it, numbers) for it in (Fraction(count, of), exact))
    expected = FigureCell.of(Decimal(f"{chance * of:.1f}"), numbers)
    return PictureLine(key, name, (FigureCell.of(count, numbers), *shares, expected))


def _unusual(found: AsFar, taglie: int, coups: int, numbers: Numbers) -> Iterator[str]:
    """Yield the sentence on in how many of `SERIES` series the counts are as far from the odds, then one on the test.

    `found` has the chance of that, and whether it was computed exactly. `coups` is how many were counted. A series is a
    taglia if `taglie`, the number of those, is 1, else so many coups; where the number rounds to 0 it says not one.
    """
    far = round(SERIES * found.chance)
    if far == 0:
        text = _("Of %(series)s such series not one is expected to be as far from the odds as this one.")
    elif taglie == 1:
        text = _("Of %(series)s such taglie about %(far)s are at least as far from the odds as this one.")
    else:
        text = _("Of %(series)s series of %(coups)s coups about %(far)s are at least as far from the odds.")
    yield text % {"series": numbers.decimal(SERIES), "far": numbers.decimal(far), "coups": numbers.decimal(coups)}
    if found.exact:
        yield _("Every series of as many coups was counted out.")
    else:
        yield _("By the chi-square test with two degrees of freedom.")
