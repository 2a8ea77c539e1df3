"""Evenings of a table: its closing report, with the seal on its end; and every table, by itself, on a day."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q

from table.models import NO_END, Coup, Entry, Refusal, Shoe, Table
from table.play.declaration import PARTS, GamePart
from table.play.money import Tronc
from table.record.proof.sealed import first_since
from table.record.seals import Seal
from table.reports.evenings.sums import AtWork, Sums, at_work, rules_of, sums
from table.reports.evenings.taglie import incidents
from table.reports.registers.filters import EntryFilters, entries_of, refusals_of
from table.rules.profile import Profile

MOST_EVENINGS = 30


class Evening(NamedTuple):
    """An evening: the entry that opened the table, and the one that closed it; None while it is open."""

    opened: Entry
    closed: Entry | None


class Closing(NamedTuple):
    """An evening summed up, from the entry `low` to the entry `high`; money is in cents.

    `rules` are those of its last coup, without coups those in force at its end.
    `people` are at the table until it was closed at the latest: nobody works at a closed one, whoever is signed on.
    `refused` counts the refusals with a row of their own, `incidents` are the entries by which cases were opened,
    `seal` is the first one since the table was closed; `holds`: the entry that it names has the digest that was sealed.
    """

    evening: Evening
    low: int
    high: int
    rules: Profile
    taglie: Sequence[Shoe]
    sums: Sums
    tronc: Tronc
    refused: int
    incidents: Sequence[int]
    people: Sequence[AtWork]
    seal: Seal | None
    holds: bool


def closes() -> Q:
    """Filter for the entries that close a table: the act itself, and a ruling of the Direzione that does so."""
    act, ruling = closing_verbs()
    return Q(verb=act) | Q(verb=ruling, arguments__contains='"close_table"')


def closing_verbs() -> tuple[str, str]:
    """Return the verbs that may close a table: ``close_table``, and that of rulings, "" without an extension."""
    return "close_table", PARTS.get(GamePart.ORDERS, "")


def evenings_of(table: Table, *, before: int | None = None) -> list[Evening]:
    """List at most `MOST_EVENINGS` evenings of a table, latest first; with `before` those opened before this entry."""
    opened = Entry.objects.filter(register=table.code, verb="open_table").order_by("-number")
    found = list((opened if before is None else opened.filter(number__lt=before))[:MOST_EVENINGS])
    return [Evening(it, _closing(it)) for it in found]


def evenings_on(table: Table, low: int, high: int) -> list[Evening]:
    """List the evenings that were opened between two entries, both included, earliest first."""
    opened = Entry.objects.filter(register=table.code, verb="open_table", number__gte=low, number__lte=high)
    return [Evening(it, _closing(it)) for it in opened.order_by("number")]


def evening_of(table: Table, number: int) -> Evening | None:
    """Return the evening that an entry opened; None where it opened none."""
    opened = Entry.objects.filter(register=table.code, verb="open_table", number=number).first()
    return None if opened is None else Evening(opened, _closing(opened))


def _closing(opened: Entry) -> Entry | None:
    """Return the entry that closed the table after this opening, before the next one; None while it is open."""
    since = Entry.objects.filter(register=opened.register, number__gt=opened.number).order_by("number")
    return since.filter(closes(), number__lt=_opened_again(opened.register, opened.number)).first()


def _opened_again(code: str, opened: int) -> int:
    """Return the number of the next entry after `opened` by which the table was opened; `NO_END` if there is none."""
    again = Entry.objects.filter(register=code, number__gt=opened, verb="open_table").order_by("number")
    return again.values_list("number", flat=True).first() or NO_END


def tips_of(table: Table, opened: int) -> Tronc:
    """Sum the tips of the evening that the entry `opened` began, those in chips and those in cash, in cents.

    They reach to the next opening of the table, so that those that were given after it was closed are among them.
    """
    return Tronc.of(table, opened, _opened_again(table.code, opened))


def closing_of(table: Table, evening: Evening) -> Closing:
    """Sum up an evening; one still open up to the table's last entry, including the coup being played.

    Counted are the coups that ended in it and the taglie of these, refusals (without their repetitions), incidents and
    staff by entries, and the Tronc with the tips given until the table is opened again. Only a closed evening has a
    seal: the first one on its last entry or a later one, None while there is none. `holds`: whether the sealed entry
    still has the digest that was sealed; False without a seal.
    """
    low, high = evening.opened.number, evening.closed.number if evening.closed else table.number
    ended = Coup.objects.filter(table=table, ended_at__gte=low, ended_at__lte=high)
    coups = ended if evening.closed else Coup.objects.filter(table=table).filter(Q(ended_at__gte=low) | Q(ended=False))
    refused = Refusal.objects.filter(register=table.code, number__gte=low)
    seal = first_since(table.code, high, evening.closed.at) if evening.closed else None
    sealed = Entry.objects.filter(register=table.code)
    holds = seal is not None and sealed.filter(number=seal.number, digest=seal.digest).exists()
    return Closing(
        evening,
        low,
        high,
        rules_of(coups, table, high),
        list(Shoe.objects.filter(pk__in=coups.order_by().values("shoe")).order_by("taglia")),
        sums(coups),
        tips_of(table, low),
        (refused.filter(number__lt=high) if evening.closed else refused).count(),
        incidents(table.pk, low, high),
        _until_closed(at_work(table, low, high), evening.closed),
        seal,
        holds,
    )


def _until_closed(people: Sequence[AtWork], closed: Entry | None) -> list[AtWork]:
    """Return the presences, those that lasted longer ended by the entry that closed the table, unless it is None."""
    if closed is None:
        return list(people)
    return [it._replace(until=closed) if it.until is None or it.until.number > closed.number else it for it in people]


# --- a day of the house


class TableDay(NamedTuple):
    """A table on a day: the number of its entries, the evenings that were opened, and the sums of its coups.

    `refused` and `incidents` count the refusals with a row of their own and the cases that were opened.
    """

    table: Table
    entries: int
    evenings: Sequence[Evening]
    sums: Sums
    refused: int
    incidents: int


def day_of_house(day: date) -> list[TableDay]:
    """Sum up every table, but training ones, that has an entry on a day (from six to six), in the house's order."""
    tables = Table.real.select_related("policy").order_by(*Table.IN_ORDER)
    found = ((table, entries_of(table.code, EntryFilters(since=day, until=day))) for table in tables)
    return [_day(table, day, low, high) for table, (low, high) in found if low <= high]


def _day(table: Table, day: date, low: int, high: int) -> TableDay:
    """Sum up a table on a day, whose entries are `low` to `high`: how many they are, and the evenings opened in them.

    Further the sums of the coups that ended in them, how many incidents they opened, and how many refusals there were
    by their times, without repetitions that were only counted.
    """
    refused = Refusal.objects.filter(register=table.code)
    first, last = refusals_of(table.code, EntryFilters(since=day, until=day))
    return TableDay(
        table,
        Entry.objects.filter(register=table.code, number__gte=low, number__lte=high).count(),
        evenings_on(table, low, high),
        sums(Coup.objects.filter(table=table, ended_at__gte=low, ended_at__lte=high)),
        refused.filter(pk__gte=first, pk__lte=last).count(),
        len(incidents(table.pk, low, high)),
    )
