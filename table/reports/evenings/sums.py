"""Sums of a taglia or an evening, computed by the database: coups, results, money; and who worked."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from table.models import Adjustment, Coup, Entry, Money, StaffPresence, Table, any_of
from table.record.past.rules_then import policy_at
from table.rules.payout import HANDED_BACK, MoneyKind
from table.rules.profile import Profile
from table.rules.regola import Outcome, Result

ENDINGS = (Outcome.SETTLED, Outcome.BLANK, Outcome.ANNULLED, Outcome.NULL_SEVEN, Outcome.CANCELLED)


class Sums(NamedTuple):
    """Coups by how they ended (0 where none did so), whether one is running, results, cents by kind of money.

    `adjusted` is what disputes moved since, in cents.
    """

    coups: Mapping[str, int]
    running: bool
    results: Mapping[str, int]
    money: Sequence[tuple[str, int]]
    adjusted: int

    @property
    def played(self) -> int:
        """Number of coups that ended: settled, in bianco, annulled and null, without those cancelled before a card.

        Void coups, of an online game without a dealer, are not in these sums.
        """
        return sum(self.coups.values()) - self.coups[Outcome.CANCELLED]

    @property
    def of_table(self) -> int:
        """Cents that the table has won of its players, negative if it has lost; disputes and commission are counted.

        What was handed back to them is nobody's result.
        """
        return -sum(cents for kind, cents in self.money if kind not in HANDED_BACK) - self.adjusted


def sums(coups: "QuerySet[Coup]") -> Sums:
    """Sum up these coups: ended ones by ending, settled ones by result, and all their money lines by kind, in cents.

    The endings are those of a table with a dealer (`ENDINGS`), without void coups. One without coups is there as 0, as
    is a result; a kind of money without a line is missing. Amounts are positive for what bettors get. `running`: one of
    the coups has not ended; its lines count, too. `adjusted` are the cents for bettors that disputes moved since.
    """
    ends = Counter(dict(coups.filter(ended=True).order_by().values_list("outcome").annotate(Count("pk"))))
    won = coups.filter(ended=True, outcome=Outcome.SETTLED).exclude(result="")
    found = Counter(dict(won.order_by().values_list("result").annotate(Count("pk"))))
    lines = Counter(dict(Money.objects.filter(coup__in=coups).order_by().values_list("kind").annotate(Sum("amount"))))
    moved = Adjustment.objects.filter(coup__in=coups).aggregate(all=Sum("amount"))["all"]
    return Sums(
        {it.value: ends[it.value] for it in ENDINGS},
        coups.filter(ended=False).exists(),
        {it.value: found[it.value] for it in Result},
        [(kind.value, lines[kind.value]) for kind in MoneyKind if kind.value in lines],
        moved or 0,
    )


def rules_of(coups: "QuerySet[Coup]", table: Table, number: int) -> Profile:
    """Return the rules of the coup being played, else of that which ended last, else those after entry ``number``."""
    found = coups.select_related("policy")
    last = found.filter(ended=False).first() or found.order_by("-ended_at").first()
    return (policy_at(table, number) if last is None else last.policy).profile


class AtWork(NamedTuple):
    """Somebody at a table in a role, from one entry to another; `until` is None while they are there."""

    badge: str
    role: str
    since: Entry
    until: Entry | None


def at_work(table: Table, low: int, high: int) -> list[AtWork]:
    """List who worked at a table at any time from entry `low` to entry `high`, in the order in which they came.

    Whoever came twice is there twice; one whose first entry is missing is left out.
    """
    there = StaffPresence.objects.filter(table=table, since__lte=high).filter(Q(until=None) | Q(until__gte=low))
    return with_entries(table, list(there.select_related("person").order_by("since", "pk")))


def with_entries(table: Table, found: Sequence[StaffPresence]) -> list[AtWork]:
    """Return presences at a table with the entries of its register at which they began and ended, in their order.

    One whose first entry is missing is left out; `until` is None where the last one is missing, or they are there now.
    """
    numbers = {it.since for it in found} | {it.until for it in found if it.until is not None}
    entries = entries_by_number(table.code, numbers)
    return [
        AtWork(it.person.badge, it.role, entries[it.since], entries.get(it.until or 0))
        for it in found
        if it.since in entries
    ]


def entries_named(named: Iterable[tuple[str, int]]) -> "QuerySet[Entry]":
    """Query the entries that these pairs of register and number name, sorted by both; missing ones are left out."""
    numbers = defaultdict[str, set[int]](set)
    for register, number in named:
        numbers[register].add(number)
    return Entry.objects.filter(any_of(Q(register=code, number__in=its) for code, its in numbers.items()))


def entries_by_number(register: str, numbers: Collection[int]) -> dict[int, Entry]:
    """Return entries of a register by their numbers; a number without an entry is left out."""
    return {it.number: it for it in Entry.objects.filter(register=register, number__in=numbers)} if numbers else {}
