"""Tips of a gaming day or month in one currency: what was entered and counted at each table, and how it was split."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from bank.models import BankCount, BankSession
from bank.play.policy import has_bank
from bank.reports.day import EMPTY, sessions_of
from bank.reports.result import since_its_beginning
from bank.rules.counts import CountKind
from bank.rules.ledger import CAGE, CUSTODY, TIPS
from table.models import NO_END, Entry, Tip, any_of
from table.record import chain
from table.record.past.rules_then import IN_FORCE
from table.reports.days.holds import total

COUNTS = BankCount.objects.filter(kind=CountKind.TIPS, void=None)
"""Counts of tips, accepted or not, that were not made void."""
SPLITS = Entry.objects.filter(verb="split_tips")
"""Entries of any register that split tips."""


class TipsLine(NamedTuple):
    """Tips of a session in cents; None, pending, before they were counted (or split): whoever counts reads no sum.

    ``tips`` are those by the record. ``slip`` is that under which they went to the cage, ``split_at`` the entry; "" and
    None before that.
    """

    table: str
    session: int
    day: str
    counted_by: str
    slip: str
    split_at: int | None
    tips: int | None
    counted: int | None
    house: int | None
    staff: int | None

    @property
    def difference(self) -> int | None:
        """Counted tips less those by the record; None before they were counted."""
        return None if self.counted is None or self.tips is None else self.counted - self.tips

    @property
    def amounts(self) -> tuple[int | None, ...]:
        """Cents: tips by the record, as counted, difference, share of the house, of the staff; None while pending."""
        return self.tips, self.counted, self.difference, self.house, self.staff


class TipsStatement(NamedTuple):
    """Tips of a gaming day or month (``of``) in one currency, by session."""

    of: str
    currency: str
    lines: tuple[TipsLine, ...]

    @property
    def provisional(self) -> bool:
        """Whether tips of some session were not counted or, if there were any, not split; False without lines."""
        return any(it.staff is None for it in self.lines)

    @property
    def sums(self) -> tuple[int | None, ...]:
        """Sums of each of a line's amounts, in its order: 0 without lines, None as soon as one part is pending."""
        return tuple(total(it.amounts[column] for it in self.lines) for column in range(5))


def tips_statements(of: str) -> list[TipsStatement]:
    """List the tips of a gaming day (an ISO date) or month ("2026-11"), a statement for each currency, sorted.

    The currencies are those with a session; a statement may have no lines. Training tables are left out.
    """
    return [TipsStatement(of, currency, tuple(_lines(rows))) for currency, rows in sessions_of(of)]


def _lines(rows: Collection[BankSession]) -> Iterator[TipsLine]:
    """Yield a line for each session whose tips are being counted or were, and for the latest one of its table.

    They keep the order of ``rows``. The latest is the last whose float did not go back to the cage; if it is among
    these it has a line with tips or not, so nobody reads before a count whether there are any. What was entered and
    counted is None until the count was accepted; the shares until the split, but 0 if that count found none. A session
    whose tips were not split in it is left out once a count of a later session was accepted, which includes them,
    unless its own accepted count found none. The queries are as many for any number of sessions.
    """
    counts = COUNTS.filter(session__in=rows).order_by("number").prefetch_related("tries")
    made = {it.session_id: it for it in counts}
    latest = _highest(BankSession.objects.exclude(stage=EMPTY), rows, "number")
    counted = _highest(COUNTS.exclude(accepted=None), rows, "session__number")
    since, until = _last_splits(rows), _until(rows)
    splits, earlier = _splits(since, rows, until), _earlier(since, rows)
    for row in rows:
        its = [it for it in splits[row.table.code] if it.number < (until[row.pk] or NO_END)]
        before = [it.number for it in its if it.number < row.began]
        split = its[-1] if len(its) > len(before) else None
        count = made.get(row.pk)
        count = count if count is not None and count.accepted is not None else None
        found_none = count is not None and count.amount == 0
        over = found_none or split is not None or counted.get(row.table_id, 0) <= row.number
        if (row.pk in made or latest.get(row.table_id) == row.number) and over:
            missing = _difference_before(row, earlier[row.table.code], before[-1] if before else 0)
            yield _line(row, count, split, missing)


def _highest(rows: "QuerySet[Any]", of: Iterable[BankSession], column: str) -> dict[int, int]:
    """Map the keys of the sessions' tables to the highest value of a column in ``rows`` of that table, by one query.

    Rows of other sessions count as well; a table without any is left out.
    """
    its = rows.filter(table__in={it.table_id for it in of})
    return dict(its.order_by().values_list("table").annotate(Max(column)))


def _until(rows: Collection[BankSession]) -> dict[int, int | None]:
    """Map the primary key of each session to the entry by which the next one of its table began; None without one."""
    later = BankSession.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number")).order_by("number")
    its = BankSession.objects.filter(pk__in={it.pk for it in rows}).order_by()
    return dict(its.annotate(until=Subquery(later.values("began")[:1])).values_list("pk", "until"))


def _last_splits(rows: Iterable[BankSession]) -> dict[str, int]:
    """Map each table, by code, to the entry that last split its tips before the first of these sessions, else 0."""
    first = dict[str, int]()
    for it in rows:
        first[it.table.code] = min(it.began, first.get(it.table.code, it.began))
    split = SPLITS.filter(any_of(Q(register=code, number__lt=number) for code, number in first.items())).order_by()
    return dict.fromkeys(first, 0) | dict(split.values_list("register").annotate(Max("number")))


def _splits(
    since: Mapping[str, int], rows: Iterable[BankSession], until: Mapping[int, int | None]
) -> defaultdict[str, list[Entry]]:
    """Map the code of each table to the entries that split its tips, in order, from the one in ``since`` on; one query.

    They go to the end of the last of these sessions of the table: ``until`` maps the key of a session to the entry by
    which the next one began, None where it is the latest.
    """
    ends, found = dict[str, int](), defaultdict[str, list[Entry]](list)
    for it in rows:
        ends[it.table.code] = max(until[it.pk] or NO_END, ends.get(it.table.code, 0))
    each = (Q(register=code, number__gte=number, number__lt=ends[code]) for code, number in since.items())
    for entry in SPLITS.filter(any_of(each)).order_by("number"):
        found[entry.register].append(entry)
    return found


class _Earlier(NamedTuple):
    """Accepted count of tips: number and first entry of its session, and cents counted and differing."""

    session: int
    began: int
    amount: int
    difference: int


def _earlier(since: Mapping[str, int], rows: Iterable[BankSession]) -> defaultdict[str, list[_Earlier]]:
    """Map the code of each table to accepted counts of tips in sessions before the last of these, the latest first.

    Only sessions that began after the entry of their table in ``since`` are looked at; one query.
    """
    last, found = dict[str, int](), defaultdict[str, list[_Earlier]](list)
    for it in rows:
        last[it.table.code] = max(it.began, last.get(it.table.code, 0))
    each = (
        Q(table__code=code, session__began__gt=number, session__began__lt=last[code]) for code, number in since.items()
    )
    counts = COUNTS.exclude(accepted=None).filter(any_of(each)).order_by("-number")
    for made in counts.select_related("session", "table"):
        session = made.session
        found[made.table.code].append(_Earlier(session.number, session.began, made.amount or 0, made.difference or 0))
    return found


def tips_of(row: BankSession) -> int:
    """Return the cents of a session's tips by the record: those that were keyed, and what custody gave to them.

    What custody gave in banknotes, the cage has changed: its chips count.

    Those keyed are all since it began and before the next one did, except those of evenings without a bank, while it
    was turned off after the session.
    """
    keyed = since_its_beginning(row, Tip.objects.filter(table=row.table)).exclude(any_of(_without_bank(row)))
    given = row.postings.filter(source__in=(CUSTODY.value, CAGE.value), to=TIPS.value)
    return sum(sum(it.values_list("amount", flat=True)) for it in (keyed, given))


def _without_bank(row: BankSession) -> Iterator[Q]:
    """Yield a filter for each run of entries between an ended session and the next while the table kept no bank."""
    if row.ended is None:
        return
    off: int | None = None
    of_table = Entry.objects.filter(register=row.table.code, outcome__contains=IN_FORCE)
    for entry in since_its_beginning(row, of_table).filter(number__gt=row.ended).order_by("number"):
        version = dict(chain.read(entry.outcome)["effects"])[IN_FORCE]["version"]
        has = has_bank(row.table.policies.get(version=version).profile)
        if off is not None and has:
            yield Q(number__gte=off, number__lt=entry.number)
        off = None if has else off or entry.number
    if off is not None:
        yield Q(number__gte=off)


def _line(row: BankSession, count: BankCount | None, split: Entry | None, missing: int) -> TipsLine:
    """Return the line of a session; ``count`` is the accepted one of its tips, ``split`` the entry that split them.

    The tips by the record are what was counted less its difference and less ``missing``, the cents by which tips from
    before the session differed; they are None without a count. Shares are those of the split; without one they are 0
    if the count found no tips, else None.
    """
    number, facts = (split.number, _facts(split)) if split is not None else (None, {})
    by = [*count.tries.all()][-1].by if count is not None else ""
    counted, difference = (count.amount, count.difference) if count is not None else (None, None)
    tips = None if counted is None or difference is None else counted - difference - missing
    none = 0 if counted == 0 else None  # no tips are split
    house, staff, slip = facts.get("old_amount", none), facts.get("by", none), str(facts.get("slip", ""))
    return TipsLine(row.table.code, row.number, row.day, by, slip, number, tips, counted, house, staff)


def _difference_before(row: BankSession, counts: Iterable[_Earlier], split: int) -> int:
    """Return by how many cents, in all, tips from before a session were counted above the record (negative: below).

    ``counts`` are accepted ones, the latest first. Those of sessions before this one that began after the entry
    ``split`` are summed, back to a session whose last count found no tips: of that one, and before it, no count is in
    the sum. 0 for none. They are on no line of their own once the tips of this session are counted.
    """
    found, latest = 0, None
    for it in counts:
        if not (it.session < row.number and it.began > split):
            continue
        if it.session != latest and it.amount == 0:
            break
        found, latest = found + it.difference, it.session
    return found


def splits_of(row: BankSession) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield, in order, number and facts of each entry that split tips since a session began and before the next did.

    The facts are a mapping with ``old_amount`` (cents of the house), ``by`` (cents of the staff) and ``slip`` (name).
    """
    split = since_its_beginning(row, SPLITS.filter(register=row.table.code))
    for entry in split.order_by("number"):
        yield entry.number, _facts(entry)


def _facts(split: Entry) -> Mapping[str, Any]:
    """Return the facts of an entry that split tips, its shares and its slip, as one mapping (see :func:`splits_of`)."""
    effects = dict(chain.read(split.outcome)["effects"])
    facts: Mapping[str, Any] = effects["tips_split"] | effects["slip_taken"]
    return facts
