"""Pace by person, for the role and the tables whose rules say so: dealers by coups an hour, and who decided by time.

What was played or decided under other rules counts for nobody: neither days before the house has decided it, nor days
since it has taken that back.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count

from table.models import Entry, Table
from table.reports.days.decisions import Decided, TimedCase, decided
from table.reports.days.hours import TableTimes, an_hour
from table.reports.days.money import TableMoney
from table.reports.days.spans import Span, keys_within
from table.reports.registers.forms import DealerPace
from table.rules.profile import Role


class DealerCoups(NamedTuple):
    """A dealer: the coups whose cards they burned, and the time in which they were in charge and the table played."""

    badge: str
    coups: int
    time: timedelta

    @property
    def an_hour(self) -> float | None:
        """Coups an hour, to one decimal; None for fewer than `FEWEST` coups, or no time in charge."""
        return an_hour(self.coups, self.time)

    @property
    def in_file(self) -> DealerPace:
        """Badge, coups, and the time in charge rounded to whole seconds, as files and pages have them."""
        return DealerPace(self.badge, self.coups, round(self.time.total_seconds()))


class Persons(NamedTuple):
    """Dealers, and whoever decided cases, both in the order of their badges, at these tables."""

    tables: tuple[str, ...]
    dealers: tuple[DealerCoups, ...]
    deciders: tuple[tuple[str, Decided], ...]


def persons(
    spans: Sequence[Span],
    money: Sequence[TableMoney],
    hours: Mapping[str, TableTimes],
    cases: Iterable[TimedCase],
    role: Role,
) -> Persons | None:
    """Count coups and times of dealers, and cases of deciders, by badge, at the tables of which `role` may read them.

    A coup counts for whoever burned its cards, the time for whoever was in charge while the table played. Those cases
    are counted that were opened on the day, not withdrawn and decided by somebody. None if there is no such table, or
    nobody to count.
    """
    tables = readable(money, role)
    here = [it for it in spans if it.code in tables]
    burned = Entry.objects.filter(pk__in=keys_within(Entry, "number", here, verbs=["burn"])).order_by()
    coups, time = Counter(dict(burned.values_list("actor").annotate(Count("pk")))), Counter[str]()
    for it in here:
        for badge, took in hours[it.code].dealt.items():
            time[badge] += took // timedelta(microseconds=1)
    dealers = (DealerCoups(it, coups[it], timedelta(microseconds=time[it])) for it in sorted({*coups, *time}))
    by = defaultdict[str, list[TimedCase]](list)
    for case in cases:
        if case.table in tables and case.within and case.by:
            by[case.by].append(case)
    found = Persons(tuple(tables), tuple(dealers), tuple((it, decided(by[it])) for it in sorted(by)))
    return found if found.dealers or found.deciders else None


def readable(money: Sequence[TableMoney], role: Role) -> list[str]:
    """List the codes of those tables with money on the day at which this role may read pace by person.

    Rules have a switch for it: it has to be on in all rules by which the table played that day and in those in force
    now. The latter alone have to name the role as the one that reads error figures.
    """
    every = defaultdict[str, bool](lambda: True)
    for it in money:
        every[it.code] &= all(profile.pace_by_person for profile in it.profiles)
    now = {
        it.code
        for it in Table.real.filter(code__in=[code for code, on in every.items() if on]).select_related("policy")
        if it.policy is not None
        and it.policy.profile.pace_by_person
        and it.policy.profile.error_figures_read_by == role
    }
    return [code for code in every if code in now]
