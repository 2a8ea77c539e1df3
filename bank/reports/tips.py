"""Tips of a gaming day or month in one currency: what was entered and counted at each table, and how it was split."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from bank.models import BankCount, BankSession
from bank.play.policy import has_bank
from bank.reports.day import EMPTY, sessions_of
from bank.reports.result import since_its_beginning, total
from bank.rules.counts import CountKind
from bank.rules.ledger import CUSTODY, TIPS
from table.models import Entry, Tip
from table.record import chain
from table.reports.evenings.sums import IN_FORCE


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
        """Sums of tips by the record, as counted, difference, shares of house and staff; None for pending ones."""
        return tuple(total(it.amounts[column] for it in self.lines) for column in range(5))


def tips_statements(of: str) -> list[TipsStatement]:
    """List the tips of a gaming day (an ISO date) or month ("2026-11"), a statement for each currency, sorted.

    The currencies are those with a session; a statement may have no lines. Training tables are left out.
    """
    return [TipsStatement(of, currency, tuple(_lines(rows))) for currency, rows in sessions_of(of)]


def _lines(rows: Iterable[BankSession]) -> Iterator[TipsLine]:
    """Yield a line for each session of which tips are counted or were; for the latest of a table, with tips or not.

    The latest has none once its float went back and no tips were counted. Nobody reads before a count whether there are
    any: who counts them reads this, too. Those of a session that was never counted are counted with the next one's.
    What was entered and counted is None until the count was accepted; the shares until the split, but 0 if that count
    found none. A session whose tips were not split in it is left out once a count of a later session was accepted,
    which includes them, unless its own accepted count found none.
    """
    for row in rows:
        made = row.counts.filter(kind=CountKind.TIPS, void=None).prefetch_related("tries").last()
        count = made if made is not None and made.accepted is not None else None
        over = (count is not None and count.amount == 0) or not _counted_later(row)
        if (made is not None or _is_latest(row)) and over:
            yield _line(row, count)


def _is_latest(row: BankSession) -> bool:
    """Whether a session is the latest of its table, of those whose float did not go back to the cage."""
    later = BankSession.objects.filter(table=row.table, number__gt=row.number).exclude(stage=EMPTY)
    return row.stage != EMPTY and not later.exists()


def tips_of(row: BankSession) -> int:
    """Return the cents of a session's tips by the record: those that were keyed, and what custody gave to them.

    Left out are those of evenings without a bank, where it was turned off after the session.
    """
    keyed = since_its_beginning(row, Tip.objects.filter(table=row.table))
    if (without := _turned_off(row)) is not None:
        keyed = keyed.filter(number__lt=without)
    given = row.postings.filter(source=CUSTODY.value, to=TIPS.value)
    return sum(sum(it.values_list("amount", flat=True)) for it in (keyed, given))


def _turned_off(row: BankSession) -> int | None:
    """Return the first entry since a session ended by which its table keeps no bank; None where there is none."""
    if row.ended is None:
        return None
    of_table = Entry.objects.filter(register=row.table.code, outcome__contains=IN_FORCE)
    for entry in since_its_beginning(row, of_table).filter(number__gt=row.ended).order_by("number"):
        version = dict(chain.read(entry.outcome)["effects"])[IN_FORCE]["version"]
        if not has_bank(row.table.policies.get(version=version).profile):
            return entry.number
    return None


def _counted_later(row: BankSession) -> bool:
    """Whether the tips of a session were not split in it, and a count of tips of a later session was accepted."""
    later = BankCount.objects.filter(table=row.table, session__number__gt=row.number, kind=CountKind.TIPS, void=None)
    return later.exclude(accepted=None).exists() and split_of(row) is None


def _line(row: BankSession, count: BankCount | None) -> TipsLine:
    """Return the line of a session; ``count`` is the accepted one of its tips, None for none.

    Where it found none, the shares are 0.
    """
    number, facts = split_of(row) or (None, {})
    by = [*count.tries.all()][-1].by if count is not None else ""
    counted, difference = (count.amount, count.difference) if count is not None else (None, None)
    tips = None if counted is None or difference is None else counted - difference - _difference_before(row)
    none = 0 if counted == 0 else None  # no tips are split
    house, staff, slip = facts.get("old_amount", none), facts.get("by", none), str(facts.get("slip", ""))
    return TipsLine(row.table.code, row.number, row.day, by, slip, number, tips, counted, house, staff)


def _difference_before(row: BankSession) -> int:
    """Return by how many cents the tips that lay there before a session differed as they were counted; 0 for none.

    They are those of the sessions since the last one whose tips were split, or of which none were found; their counts
    are on no line of their own once those of this session are counted.
    """
    earlier = BankSession.objects.filter(table=row.table, number__lt=row.number)
    split = Entry.objects.filter(register=row.table.code, verb="split_tips", number__lt=row.began).order_by("-number")
    if (number := split.values_list("number", flat=True).first()) is not None:
        earlier = earlier.filter(began__gt=number)
    counts = BankCount.objects.filter(session__in=earlier, kind=CountKind.TIPS, void=None).exclude(accepted=None)
    found, latest = 0, None
    for session, amount, difference in counts.order_by("-number").values_list("session", "amount", "difference"):
        if session != latest and amount == 0:
            break
        found, latest = found + (difference or 0), session
    return found


def split_of(row: BankSession) -> tuple[int, Mapping[str, Any]] | None:
    """Return the number of the latest entry that split the tips of a session, and its facts; None where none did.

    Among these are ``old_amount`` (cents of the house), ``by`` (cents of the staff) and ``slip`` (its name).
    """
    return next(reversed([*splits_of(row)]), None)


def splits_of(row: BankSession) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the entries that split tips of a session, in order: the number, and one mapping of its facts.

    Among these are ``old_amount`` (cents of the house), ``by`` (cents of the staff) and ``slip`` (its name).
    """
    split = since_its_beginning(row, Entry.objects.filter(register=row.table.code, verb="split_tips"))
    for entry in split.order_by("number"):
        effects = dict(chain.read(entry.outcome)["effects"])
        yield entry.number, effects["tips_split"] | effects["slip_taken"]
