"""Pace of play: coups an hour and the seconds of each stage, from the acts of the latest taglie."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from table.reports.figures.picture import Axis, Bar, Column, ColumnHead, ColumnPart, FigureCell, Picture, PictureLine
from table.reports.figures.taglie import CountedTaglia, Taglie, entries
from table.screens.read.pace import BEGINS, ENDS, STAGE_OF, STAGES, Acts, Pace, pace, whole_coups
from table.words.numbers import Numbers

MOST_TAGLIE = 8
MOST_ACTS = 12_000
"""Most acts that are read: about those of eight taglie."""


class Paced(NamedTuple):
    """A taglia, its pace, and the number of its coups that were played to their end."""

    taglia: CountedTaglia
    pace: Pace
    coups: int


def paced(taglie: Taglie) -> list[Paced]:
    """Return the pace of the latest `MOST_TAGLIE` taglie, oldest first, each with the number of its finished coups.

    A pace has coups an hour, None if unknown, and the mean seconds a coup by stage, without long pauses. A coup
    counts as finished if its cards were burned by the dealer's act, not by a ruling. Taglie without one are left out,
    and no earlier ones come instead; so are acts of the earliest where there are more than `MOST_ACTS` in all.
    """
    latest = taglie.latest(MOST_TAGLIE)
    acts = _acts(latest)
    played = [(it, whole_coups(acts.get(it.pk, ()))) for it in reversed(latest.rows)]
    return [Paced(it, pace(whole), sum(verb == ENDS for verb, _ in whole)) for it, whole in played if whole]


def _acts(taglie: Taglie) -> Mapping[int, Acts]:
    """Map shoes (primary keys) to acts of play, verb and time in order; only the latest `MOST_ACTS` of all are read."""
    of_play = entries(taglie.rows).filter(verb__in=[*STAGE_OF, *BEGINS])
    rows = sorted(of_play.order_by("-at", "-number").values_list("register", "number", "verb", "at")[:MOST_ACTS])
    return {
        taglia: [(verb, at) for _register, _number, verb, at in its]
        for taglia, its in groupby(rows, key=lambda row: _taglia_of(taglie.rows, row[0], row[1]))
    }


def _taglia_of(taglie: Sequence[CountedTaglia], register: str, number: int) -> int:
    """Return the primary key of the taglia, of these, into which an entry falls. Raises StopIteration without one."""
    return next(
        it.pk
        for it in taglie
        if it.table == register and it.loaded <= number and (it.until is None or number < it.until)
    )


def pictures(taglie: Taglie, numbers: Numbers, *, one_table: bool) -> Iterator[Picture]:
    """Yield the picture of coups an hour by taglia, and that of the mean seconds by stage over all of the taglie.

    They are of the latest `MOST_TAGLIE`. A picture without any figure is left out, as is in the first one a taglia
    without coups an hour. A taglia is named by its number, with its table unless `one_table`.
    """
    paced_taglie = paced(taglie)
    if any(it.pace.an_hour for it in paced_taglie):
        yield _an_hour([it for it in paced_taglie if it.pace.an_hour], numbers, one_table=one_table)
    if any(any(it.pace.seconds.values()) for it in paced_taglie):
        yield _stages(paced_taglie, numbers)


def _an_hour(paced_taglie: list[Paced], numbers: Numbers, *, one_table: bool) -> Picture:
    """Return the picture of coups an hour, with a column and a row of pace and coups for each taglia, at least one.

    The name of a taglia has its table unless `one_table`.
    """
    axis = Axis.up_to(max(it.pace.an_hour or 0 for it in paced_taglie))
    names = [str(it.taglia.number) if one_table else it.taglia.key for it in paced_taglie]
    return Picture(
        key="pace",
        title=_("Coups an hour"),
        about=f"{_about(paced_taglie, numbers)} {_('A pause of more than ten minutes is no part of the play.')}",
        columns=tuple(
            Column(name, (ColumnPart("plain", 0, axis.at(it.pace.an_hour or 0)),))
            for name, it in zip(names, paced_taglie, strict=True)
        ),
        ticks=axis.ticks(numbers),
        unit=_("coups an hour"),
        head=(ColumnHead("an_hour", _("coups an hour")), ColumnHead("coups", _("coups"))),
        lines=tuple(
            PictureLine(
                it.taglia.key,
                _("taglia %(taglia)s") % {"taglia": name},
                (FigureCell.of(it.pace.an_hour or 0, numbers), FigureCell.of(it.coups, numbers)),
            )
            for name, it in zip(names, paced_taglie, strict=True)
        ),
    )


def _stages(paced_taglie: list[Paced], numbers: Numbers) -> Picture:
    """Return the picture of the mean seconds of each stage of a coup, such as the betting.

    Taglie are weighted by their coups; a stage without time is left out. Raises ArithmeticError without taglie, and
    ValueError where no stage has any time.
    """
    coups = sum(it.coups for it in paced_taglie)
    spent = {
        stage: Decimal(sum(it.pace.seconds.get(stage, 0) * it.coups for it in paced_taglie)) / coups for stage in STAGES
    }
    shown = {stage: round(seconds, 1) for stage, seconds in spent.items() if seconds}
    axis = Axis.up_to(max(shown.values()))
    return Picture(
        key="stages",
        title=_("Seconds of a coup"),
        about=_about(paced_taglie, numbers),
        bars=tuple(Bar(str(STAGES[it]), f"{numbers.decimal(took)} s", axis.at(took)) for it, took in shown.items()),
        ticks=axis.ticks(numbers),
        unit=_("seconds, on average"),
        head=(ColumnHead("seconds", _("seconds")),),
        lines=tuple(PictureLine(it, str(STAGES[it]), (FigureCell.of(took, numbers),)) for it, took in shown.items()),
    )


def _about(paced_taglie: list[Paced], numbers: Numbers) -> str:
    """Return how many coups of how many taglie were counted, and that the time of cases counts as play, in words."""
    coups, taglie = sum(it.coups for it in paced_taglie), len(paced_taglie)
    text = ngettext(
        "Coups of the latest taglia: %(coups)s.", "Coups of the latest %(taglie)s taglie: %(coups)s.", taglie
    )
    cases = _(
        "The time that a case takes counts as play, for the stage that follows it; it is no measure of the dealer."
    )
    return f"{text % {'coups': numbers.decimal(coups), 'taglie': taglie}} {cases}"
