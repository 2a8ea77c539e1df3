"""Chance of an evening at given limits: the distribution of the win with stakes at the maximum in every coup."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from table.reports.chance.apart import EVENINGS, ChanceJob, Course, Felt, Spread, Sum, spreads
from table.reports.days.cells import table_of
from table.reports.figures.picture import ColumnHead, FigureCell, Picture, PictureLine
from table.rules.profile import MAIN_BOXES, Profile
from table.rules.stakes import kind
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES

USUAL_COUPS, MOST_COUPS = 200, 1000


def at_the_maximum(profile: Profile, maxima: Mapping[str, int], coups: int, numbers: Numbers) -> Picture:
    """Return the table of what an evening of `coups` brings with the maximum on the felt, in the active language.

    `maxima` are cents by kind of stake. It has a line for one guest on each box, and where there are several positions
    one for a full felt on each main box. Blocks for some seconds; raises NoSpread.
    """
    felts = list(_felts(profile, maxima))
    courses = [Course(profile, profile.decks, [felt] * coups) for _key, _label, felt in felts]
    found = spreads(ChanceJob(courses, [Sum([place]) for place in range(len(felts))]))
    lines = [
        PictureLine(key, label, tuple(_cells(sum(felt.values()), spread, profile, numbers)))
        for (key, label, felt), spread in zip(felts, found, strict=True)
    ]
    title = _("What chance does to an evening of %(coups)s coups") % {"coups": coups}
    return table_of("chance", title, _heads(), lines, about=_about(numbers), notes=_notes(profile))


def _felts(profile: Profile, maxima: Mapping[str, int]) -> Iterator[tuple[str, str, Felt]]:
    """Yield for each line of the table its key, its label, and the cents in action by box in every coup.

    First, for each box of the house, one guest at the maximum on it. Then, with several positions, all of them at the
    maximum on Punto and on every box but Banco; and the same for Banco. ``maxima`` are cents by kind of stake, ``main``
    for Punto and Banco.
    """
    for box in profile.boxes:
        yield box.value, str(BOX_NAMES[box]), {box: maxima[kind(box)]}
    count = len(profile.positions)
    others = {box: count * maxima[kind(box)] for box in profile.boxes if box not in MAIN_BOXES}
    for main in MAIN_BOXES if count > 1 else ():
        words = _("all %(count)s positions on %(box)s and on every other box")
        felt = {main: count * maxima[kind(main)], **others}
        yield f"full-{main.value}", words % {"count": count, "box": BOX_NAMES[main]}, felt


def _about(numbers: Numbers) -> str:
    """Return the sentences under the title: maximum in every coup, ``EVENINGS`` evenings drawn, minus for a loss."""
    return _(
        "The maximum is staked in every coup. Drawn from %(evenings)s evenings; the average is by the exact odds. A "
        "loss of the table has a minus."
    ) % {"evenings": numbers.decimal(EVENINGS)}


def _notes(profile: Profile) -> Iterator[str]:
    """Yield the notes: that fewer guests and smaller stakes vary less, and, if the house rounds wins, on rounding."""
    yield _(
        "Fewer guests, smaller stakes and stakes on both sides vary less. What one guest does half as high has half of "
        "each amount and the same share of evenings with a loss."
    )
    if profile.rounding is not None:
        yield _("Wins are rounded in this house; these are the figures before rounding.")


def _heads() -> tuple[ColumnHead, ...]:
    """Return the heads of the columns: stakes, average, percentiles, evenings with a loss, rack, and cost of a coup.

    They are in the order of :func:`_cells`.
    """
    return (
        ColumnHead("stakes", _("in action, each coup")),
        ColumnHead("expected", _("win on average")),
        ColumnHead("low", _("1 evening of 20 below")),
        ColumnHead("high", _("1 of 20 above")),
        ColumnHead("worst", _("1 of 100 below")),
        ColumnHead("loses", _("evenings with a loss")),
        ColumnHead("rack", _("needed in the rack, 99 of 100")),
        ColumnHead("coup", _("one coup costs at most")),
    )


def _cells(staked: int, it: Spread, profile: Profile, numbers: Numbers) -> Iterator[FigureCell]:
    """Yield the cells of a line, as amounts: in action in a coup, expected win, and its 5th, 95th and 1st percentile.

    Then the share of evenings with a loss, and as amounts what the rack needs and one coup can cost.
    """
    for cents in (staked, it.expected, it.low, it.high, it.worst):
        yield FigureCell.of_money(cents, profile.currency, numbers)
    yield FigureCell.of_share(Fraction(it.loses), numbers)
    for cents in (it.rack, it.coup):
        yield FigureCell.of_money(cents, profile.currency, numbers)
