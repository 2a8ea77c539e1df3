"""A page of figures put together: pictures, alarms, and what only the role that the house names may read."""

from collections.abc import Iterator
from dataclasses import dataclass

from table.models import Table
from table.offices import called_by, common, named_throughout
from table.reports.figures import endings, errors, pace, positions, results
from table.reports.figures.alarms import Alarm, alarms, threshold
from table.reports.figures.asked import Asked
from table.reports.figures.counted import Counted, came, counted
from table.reports.figures.picture import Picture
from table.reports.figures.taglie import Taglie, found
from table.rules.profile import Role
from table.screens.read.numbers import Numbers


@dataclass(frozen=True)
class Figures:
    """The figures that were asked for. ``persons`` is None where the reader may not know, or nobody was named.

    ``reads_persons`` are the tables of which the reader may know whom the inspectors named.
    """

    asked: Asked
    taglie: Taglie
    coups: int
    pictures: tuple[Picture, ...]
    persons: Picture | None
    reads_persons: tuple[str, ...]
    alarms: tuple[Alarm, ...]
    threshold: str

    @property
    def told(self) -> str:
        """What they are of, in plain signs; with the persons where they are told of."""
        return f"{self.asked.told} by person" if self.persons is not None else self.asked.told


def figures(asked: Asked, role: Role, numbers: Numbers) -> Figures:
    """The figures for a reader in this role: as many questions of the database as there are kinds of them."""
    taglie = found(asked)
    coups = counted(taglie.pks)
    told, readable = errors.errors(taglie), _readable(taglie, role)
    document = common(called_by(it.profile) for it in taglie.rows)
    return Figures(
        asked,
        taglie,
        coups=sum(it.coups for it in coups),
        pictures=named_throughout(tuple(_pictures(asked, taglie, coups, told, numbers)), document),
        persons=named_throughout(errors.by_person(told, readable, numbers), document),
        reads_persons=readable,
        alarms=named_throughout(tuple(alarms(taglie, came(coups), numbers)), document) if taglie.rows else (),
        threshold=threshold(),
    )


def _pictures(
    asked: Asked, taglie: Taglie, coups: list[Counted], told: list[errors.Errors], numbers: Numbers
) -> Iterator[Picture]:
    if not coups:
        return
    one_table, results_of = asked.table is not None, came(coups)
    yield from results.pictures(taglie.rows, results_of, numbers)
    yield from pace.pictures(taglie, numbers, one_table=one_table)
    yield from errors.pictures(told, sum(it.coups for it in coups), taglie, numbers)
    yield from errors.rulings(taglie, numbers)
    yield endings.picture(taglie.rows, coups, numbers, one_table=one_table)
    yield from positions.pictures(taglie, results_of, numbers)


def _readable(taglie: Taglie, role: Role) -> tuple[str, ...]:
    """The tables whose house lets this role read figures of errors by person; by the rules that are in force there."""
    tables = Table.objects.filter(code__in=taglie.tables).select_related("policy")
    return tuple(it.code for it in tables if it.policy is not None and it.policy.profile.error_figures_read_by == role)
