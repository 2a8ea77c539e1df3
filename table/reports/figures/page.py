"""A page of figures: pictures, alarms, and the errors by person for the role that the house names."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import translation

from table.models import Table
from table.reports.alarms import ALARM_AT
from table.reports.figures import endings, errors, pace, positions, results
from table.reports.figures.alarms import Alarm, alarms, power_of_ten
from table.reports.figures.counted import CountedCoups, came, counted
from table.reports.figures.filters import FigureFilters
from table.reports.figures.picture import Picture
from table.reports.figures.taglie import Taglie, found
from table.rules.profile import Role
from table.words.numbers import Numbers
from table.words.offices import called_by, common
from table.words.voices import voiced_here


@dataclass(frozen=True)
class Figures:
    """Figures that pass the filters; `persons` is None where the reader may not read them, or there are no cases."""

    filters: FigureFilters
    taglie: Taglie
    coups: int
    pictures: tuple[Picture, ...]
    persons: Picture | None
    alarms: tuple[Alarm, ...]
    threshold: str

    @property
    def described(self) -> str:
        """Untranslated text of `FigureFilters.described`, followed by “ by person” if there are `persons`."""
        return f"{self.filters.described} by person" if self.persons is not None else self.filters.described


def figures(filters: FigureFilters, role: Role, numbers: Numbers) -> Figures:
    """Compute the figures that pass the filters; `role`, that of the reader, decides only on the errors by person.

    These are only of tables whose rules in force name this role; `persons` is None where none of these has a case.
    Texts are in the active language, in the words of the house if all taglie are of houses with the same words, else in
    the usual ones. The number of queries does not grow with the taglie. Without taglie there are no alarms.
    """
    taglie = found(filters)
    coups = counted(taglie.pks)
    cases, readable = errors.errors(taglie), _readable(taglie, role)
    document = common(called_by(it.profile) for it in taglie.rows)
    with translation.override(voiced_here(document)):
        return Figures(
            filters,
            taglie,
            coups=sum(it.coups for it in coups),
            pictures=tuple(_pictures(filters, taglie, coups, cases, numbers)),
            persons=errors.by_person(cases, readable, numbers),
            alarms=tuple(alarms(taglie, came(coups), numbers)) if taglie.rows else (),
            threshold=power_of_ten(ALARM_AT),
        )


def _pictures(
    filters: FigureFilters, taglie: Taglie, coups: list[CountedCoups], cases: list[errors.Errors], numbers: Numbers
) -> Iterator[Picture]:
    """Yield the pictures of the page; none without coups.

    In order those of results, pace, errors, rulings, endings and positions. That of endings is always there, the others
    where they have something to show. Those of pace, rulings and positions are queried here.
    """
    if not coups:
        return
    one_table, results_of = filters.table is not None, came(coups)
    yield from results.pictures(taglie.rows, results_of, numbers)
    yield from pace.pictures(taglie, numbers, one_table=one_table)
    yield from errors.pictures(cases, sum(it.coups for it in coups), taglie, numbers)
    yield from errors.rulings(taglie, numbers)
    yield endings.picture(taglie.rows, coups, numbers, one_table=one_table)
    yield from positions.pictures(taglie, results_of, numbers)


def _readable(taglie: Taglie, role: Role) -> tuple[str, ...]:
    """List the codes of real tables of these taglie whose rules in force let this role read errors by person."""
    tables = Table.real.filter(code__in=taglie.tables).select_related("policy")
    return tuple(it.code for it in tables if it.policy is not None and it.policy.profile.error_figures_read_by == role)
