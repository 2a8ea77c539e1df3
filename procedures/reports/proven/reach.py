"""End of the replay of a register for a report: to where nothing more has changed its coup and its cases."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from django.db.models import Q

from procedures.reports.proven.coup_rows import cases_of, slips_of
from procedures.reports.record import MOST_SINCE, Record
from table.models import Entry, Shoe, any_of
from table.play.declaration import VERBS, GamePart
from table.record import chain


class Ends(NamedTuple):
    """Last entry of the taglia of a coup, and the last that concerns it or its cases, which may be a later one."""

    taglia: int
    last: int


def ends_of(record: Record) -> Ends:
    """Return how far a register has to be replayed for a record (:class:`Ends`), as entry numbers.

    Until a later taglia is loaded both ends are the last entry of the table. After that ``taglia`` is the entry before
    that loading; ``last`` is the table's last one while a case of the coup is undecided, else the latest of these:
    ``taglia``, entries that decide one or are shown in the record, and entries among the :data:`MOST_SINCE` from the
    loading on that name coup, cases or slips, or a case that one of those opened.
    """
    now = record.table.number
    begun = record.coup.shoe.loaded_at if record.coup is not None else None
    since = record.case.number if begun is None else begun
    later = Shoe.objects.filter(table=record.table, loaded_at__gt=since).order_by("loaded_at")
    following = later.values_list("loaded_at", flat=True).first()
    if following is None:
        return Ends(now, now)
    cases = dict(cases_of(record).values_list("number", "decided"))
    decided = [it for it in cases.values() if it is not None]
    if record.case.stands or len(decided) < len(cases):
        return Ends(following - 1, now)
    known = [following - 1, *decided, *(it.entry.number for it in record.entries)]
    return Ends(following - 1, min(now, max([*known, *_later(record, cases.keys(), following)])))


def _later(record: Record, cases: Collection[int], since: int) -> list[int]:
    """List the entries from ``since`` on that name the coup of a record, one of these cases or one of its slips.

    After them come those that name a case which one of these reports: numbers may come twice, and out of order.
    Searched are MOST_SINCE numbers from ``since`` on, and only verbs that open a case, or take an incident or a slip.
    """
    found = _speaking(record, since, [*(("incident", it) for it in cases), *_coup_and_slips(record)])
    opened = {it.number for it in found if VERBS[it.verb].part is GamePart.REPORTS}.difference(cases)
    if opened:
        found += _speaking(record, since, {("incident", it) for it in opened})
    return [it.number for it in found]


def _coup_and_slips(record: Record) -> Iterator[tuple[str, object]]:
    """Yield the pair of ``coup`` and its key, if there is a coup, then of ``slip`` and its number for each slip."""
    if record.coup is not None:
        yield "coup", record.coup.key
    yield from (("slip", it) for it in slips_of(record).values_list("slip", flat=True))


def _speaking(record: Record, since: int, named: Collection[tuple[str, object]]) -> list[Entry]:
    """List the entries that have one of these pairs of name and value among their arguments, in order.

    Searched are MOST_SINCE numbers from ``since`` on, and only the :func:`_verbs`. No pairs find nothing.
    """
    texts = (f"{chain.canonical({name: value})[1:-1]}" for name, value in named)
    contain = any_of(Q(arguments__contains=f"{text}{end}") for text in texts for end in ",}")
    register = Entry.objects.filter(register=record.table.code, verb__in=_verbs())
    register = register.filter(number__gte=since, number__lt=since + MOST_SINCE)
    return list(register.filter(contain).only("number", "verb").order_by("number"))


@cache
def _verbs() -> tuple[str, ...]:
    """Return the names of the verbs that open a case, or take an incident or a slip as an argument, sorted."""
    named = {"incident", "slip"}
    return tuple(
        sorted(
            name
            for name, verb in VERBS.items()
            if verb.part is GamePart.REPORTS or named & set(verb.arguments.__struct_fields__)
        )
    )
