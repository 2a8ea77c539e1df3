"""Occupancy of the positions and average stakes: in how many coups each was staked on, and what was in action there."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from table.models import Stake
from table.reports.alarms.results import Came
from table.reports.figures.picture import Axis, Bar, ColumnHead, FigureCell, Picture, PictureLine
from table.reports.figures.taglie import Taglie
from table.rules.regola import Outcome
from table.words.numbers import Numbers


class PositionFigures(NamedTuple):
    """Figures of a position: coups with something in action there, all paid coups, and cents in action."""

    coups: int = 0
    of: int = 0
    cents: int = 0


def played(taglie: Taglie, came: Mapping[int, Came]) -> dict[str, dict[str, PositionFigures]]:
    """Return by currency and position the coups with something in action there, all paid coups, and cents in action.

    The positions are those of the rules of these taglie, also where nothing was staked; the paid coups are those of the
    taglie whose rules have the position. `came` are the counts of results by primary key of a shoe; one that is missing
    adds no paid coups.
    """
    by_currency: dict[str, dict[str, PositionFigures]] = defaultdict(dict)
    staked = _staked(taglie)
    for it in taglie.rows:
        its = by_currency[it.profile.currency]
        for position in it.profile.positions:
            coups, cents = staked.get((it.pk, position), (0, 0))
            before = its.get(position, PositionFigures())
            of = came[it.pk].coups if it.pk in came else 0
            its[position] = PositionFigures(before.coups + coups, before.of + of, before.cents + cents)
    return by_currency


def _staked(taglie: Taglie) -> dict[tuple[int, str], tuple[int, int]]:
    """Return by shoe (primary key) and position the number of paid coups with something in action, and the cents.

    All boxes of a position, a place at the table, count together; one where nothing was in action is missing.
    """
    stakes = Stake.objects.filter(
        coup__shoe__in=taglie.pks, coup__ended=True, coup__outcome=Outcome.SETTLED, in_action__gt=0
    )
    rows = (
        stakes.order_by()
        .values("coup__shoe_id", "position")
        .annotate(coups=Count("coup", distinct=True), cents=Sum("in_action"))
    )
    sums = rows.values_list("coup__shoe_id", "position", "coups", "cents")
    return {(shoe, position): (coups, cents) for shoe, position, coups, cents in sums}


def pictures(taglie: Taglie, came: Mapping[int, Came], numbers: Numbers) -> Iterator[Picture]:
    """Yield for each currency with stakes, sorted, a picture of the occupancy of positions and one of what lay there.

    That is the average of a coup in which something was in action at the position, on all its boxes together.
    `came` are the counts of results by primary key of a shoe.
    """
    by_currency = played(taglie, came)
    for currency, positions in sorted(by_currency.items()):
        if any(it.coups for it in positions.values()):
            of_several = f" ({currency})" if len(by_currency) > 1 else ""
            yield _occupancy(currency, positions, of_several, numbers)
            yield _average(currency, positions, of_several, numbers)


def _occupancy(currency: str, positions: Mapping[str, PositionFigures], which: str, numbers: Numbers) -> Picture:
    """Return the picture of the share of paid coups in which something was in action, by position.

    It is 0 for a position without paid coups. `currency` makes the key of the picture unique, `which` is a text put
    behind its title. Raises ValueError if `positions` is empty.
    """
    shares = {label: Fraction(it.coups, max(1, it.of)) for label, it in positions.items()}
    axis = Axis.up_to(100)
    return Picture(
        key=f"occupancy-{currency}",
        title=_("Occupancy of the positions") + which,
        about=_("The share of %(coups)s paid coups in which something lay there.")
        % {"coups": numbers.decimal(max(it.of for it in positions.values()))},
        bars=tuple(
            Bar(label, numbers.percent(share, 1), axis.at(float(100 * share))) for label, share in shares.items()
        ),
        ticks=axis.ticks(numbers),
        unit="%",
        head=(ColumnHead("coups", _("staked on")), ColumnHead("of", _("of coups")), ColumnHead("share", _("share"))),
        lines=tuple(
            PictureLine(
                label,
                _("position %(position)s") % {"position": label},
                (
                    FigureCell.of(it.coups, numbers),
                    FigureCell.of(it.of, numbers),
                    FigureCell.of_share(shares[label], numbers, 1),
                ),
            )
            for label, it in positions.items()
        ),
    )


def _average(currency: str, positions: Mapping[str, PositionFigures], which: str, numbers: Numbers) -> Picture:
    """Return the picture of the average amount in action at each position, of the coups in which something was.

    It is rounded to whole cents, 0 where nothing ever was, and printed in `currency`, which is in the key of the
    picture, too. `which` is a text put behind its title. Raises ValueError without positions.
    """
    means = {label: round(it.cents / max(1, it.coups)) for label, it in positions.items()}
    axis = Axis.up_to(max(Decimal(it) / 100 for it in means.values()))
    return Picture(
        key=f"stake-{currency}",
        title=_("Average stake at a position") + which,
        about=_("What lay in action there, on all its boxes together, in a coup in which something did."),
        bars=tuple(Bar(label, numbers.money(it, currency), axis.at(it / 100)) for label, it in means.items()),
        ticks=axis.ticks(numbers),
        unit=currency,
        head=(
            ColumnHead("average", _("on average")),
            ColumnHead("turnover", _("in all")),
            ColumnHead("coups", _("coups")),
        ),
        lines=tuple(
            PictureLine(
                label,
                _("position %(position)s") % {"position": label},
                (
                    FigureCell.of_money(means[label], currency, numbers),
                    FigureCell.of_money(it.cents, currency, numbers),
                    FigureCell.of(it.coups, numbers),
                ),
            )
            for label, it in positions.items()
        ),
    )
