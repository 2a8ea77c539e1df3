"""Coups without a result: null, annulled and in bianco, by taglia."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from table.models import Coup
from table.reports.figures.counted import CountedCoups
from table.reports.figures.picture import Axis, Column, ColumnHead, ColumnPart, FigureCell, Picture, PictureLine
from table.reports.figures.taglie import CountedTaglia
from table.rules.regola import Outcome
from table.words.numbers import Numbers

MOST_DRAWN = 40
ENDINGS: Mapping[str, Promise] = {
    "blank": pgettext_lazy("coups", "in bianco"),
    "annulled": pgettext_lazy("coups", "annulled"),
    "null_seven": pgettext_lazy("coups", "null: too few cards"),
}


def picture(
    taglie: Sequence[CountedTaglia], coups: Iterable[CountedCoups], numbers: Numbers, *, one_table: bool
) -> Picture:
    """Return the picture of the latest taglie as columns stacked by ending, and beneath them the sums of all taglie.

    At most `MOST_DRAWN` columns, oldest first. A column is named by the number of its taglia, with its table unless
    `one_table`. `taglie` come latest first.
    """
    by_taglia, played = _by_taglia(coups)
    drawn = list(reversed(taglie[:MOST_DRAWN]))
    axis = Axis.up_to(max([1, *(sum(by_taglia[it.pk].values()) for it in drawn)]))
    total = sum(by_taglia.values(), Counter[str]())
    about = _("Coups: %(coups)s; taglie: %(taglie)s, the latest of them drawn: %(drawn)s.")
    return Picture(
        key="endings",
        title=_("Null, annulled, in bianco"),
        about=about % {"coups": numbers.decimal(played), "taglie": numbers.decimal(len(taglie)), "drawn": len(drawn)},
        columns=tuple(Column(str(it.number) if one_table else it.key, _parts(by_taglia[it.pk], axis)) for it in drawn),
        ticks=axis.ticks(numbers),
        unit=_("coups of a taglia"),
        legend=tuple((it, str(name)) for it, name in ENDINGS.items()),
        head=(
            ColumnHead("count", _("coups")),
            ColumnHead("a_taglia", _("a taglia")),
            ColumnHead("a_thousand", _("of 1,000 coups")),
        ),
        lines=tuple(_line(it, total[it], numbers, taglie=len(taglie), coups=played) for it in ENDINGS),
    )


def _by_taglia(coups: Iterable[CountedCoups]) -> tuple[dict[int, Counter[str]], int]:
    """Return the number of coups by shoe and ending, for null, annulled and blank coups, and the number of all coups.

    A Colpo in Bianco counts as blank however it ended. A shoe without any of these has an empty counter when looked up.
    """
    by_taglia, played = defaultdict[int, Counter[str]](Counter), 0
    for it in coups:
        played += it.coups
        ending = Outcome.BLANK.value if it.kind == Coup.Kind.BLANK else it.outcome
        if ending in ENDINGS:
            by_taglia[it.taglia][ending] += it.coups
    return by_taglia, played


def _parts(counts: Counter[str], axis: Axis) -> tuple[ColumnPart, ...]:
    """Return the parts of a column above 0, from the bottom up in the order of `ENDINGS`, in per cent of the axis."""
    parts, low = [], 0
    for ending in ENDINGS:
        if counts[ending]:
            parts.append(ColumnPart(ending, axis.at(low), axis.at(low + counts[ending])))
            low += counts[ending]
    return tuple(parts)


def _line(key: str, count: int, numbers: Numbers, *, taglie: int, coups: int) -> PictureLine:
    """Return the row of an ending: its number of coups, and on average that in a taglia and that of 1,000 coups.

    The averages are rounded to two decimals, over `taglie` taglie and `coups` coups, of which 0 count as 1.
    """
    each, of_a_thousand = (round(Decimal(times * count) / max(1, of), 2) for times, of in ((1, taglie), (1000, coups)))
    cells = tuple(FigureCell.of(it, numbers) for it in (count, each, of_a_thousand))
    return PictureLine(key, str(ENDINGS[key]), cells)
