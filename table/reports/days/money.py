"""Turnover and win of a day, by table and box, beside the theoretical win of the stakes that were in action.

What counts are the lines of money that were posted, with the coup that they belong to, on the day on which it ended. A
stake was in action where it was lost, or came back beside a result: null and annulled coups, refunds, tips and chips in
custody are no turnover. All amounts are integer cents.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from django.db.models import Count, Sum

from table.models import Adjustment, Coup, Money, Policy, Shoe
from table.reports.days.spans import Span, in_batches, within
from table.rules.odds.bets import BetOdds, bets
from table.rules.odds.chances import Chances, chances
from table.rules.odds.composition import fresh
from table.rules.payout import HANDED_BACK, LOSS, STAKE_RETURNED
from table.rules.profile import SIDE_BETS, Box, Profile
from table.rules.regola import Outcome


class Yield(NamedTuple):
    """Cents in action, cents that the table has won, and those that it would have won on average by the exact odds."""

    turnover: int = 0
    win: int = 0
    expected: Fraction = Fraction()

    def plus(self, other: "Yield") -> "Yield":
        """Return the sums of both."""
        return Yield(self.turnover + other.turnover, self.win + other.win, self.expected + other.expected)

    @property
    def share(self) -> Fraction | None:
        """Win over turnover; None without turnover."""
        return Fraction(self.win, self.turnover) if self.turnover else None

    @property
    def expected_share(self) -> Fraction | None:
        """Theoretical win over turnover; None without turnover."""
        return self.expected / self.turnover if self.turnover else None


def sum_of(yields: Iterable[Yield]) -> Yield:
    """Sum up turnover, win and theoretical win."""
    total = Yield()
    for it in yields:
        total = total.plus(it)
    return total


class Coups(NamedTuple):
    """Coups of a table that ended: all that were begun to be dealt, and those of them that were paid."""

    played: int = 0
    paid: int = 0

    def plus(self, other: "Coups") -> "Coups":
        """Return the sums of both."""
        return Coups(self.played + other.played, self.paid + other.paid)


class Disputes(NamedTuple):
    """Cents that decided disputes moved to the table once the coup was over, of no box; `later`: after the day."""

    win: int = 0
    later: int = 0


class DayMoney(NamedTuple):
    """Coups of a table on a day in one currency, cents in action, and cents won."""

    code: str
    currency: str
    coups: Coups
    turnover: int
    win: int


class TableMoney(NamedTuple):
    """Money of a table in one currency: its boxes, what disputes moved, and its coups.

    `most` is an upper bound of the coups in which something was in action on a box, and `least` a lower bound of the
    variance of the win there, in square cents: all stakes on a box in a coup win or lose together, and their sum varies
    least where each of these coups has as much. `profiles` are the rules of play.
    """

    code: str
    currency: str
    boxes: Mapping[Box, Yield]
    disputes: Disputes
    coups: Coups
    most: Mapping[Box, int]
    least: Mapping[Box, Fraction]
    profiles: tuple[Profile, ...]

    @property
    def total(self) -> Yield:
        """Sum of all boxes, and of what disputes moved."""
        return sum_of([*self.boxes.values(), Yield(win=self.disputes.win)])

    @property
    def summed(self) -> DayMoney:
        """The same without the boxes."""
        total = self.total
        return DayMoney(self.code, self.currency, self.coups, total.turnover, total.win)

    @property
    def side_bets(self) -> int:
        """Cents in action on side bets; Egalité is none."""
        return sum(it.turnover for box, it in self.boxes.items() if box in SIDE_BETS)


def money_of(spans: Sequence[Span]) -> list[TableMoney]:
    """Sum up the money of each table and currency in which coups ended, in the order of the spans."""
    coups = _coups(spans)
    profiles = {it.pk: it.profile for it in Policy.objects.filter(pk__in={policy for _table, policy in coups})}
    by_currency = defaultdict[tuple[int, str], list[int]](list)
    for table, policy in coups:
        by_currency[table, profiles[policy].currency].append(policy)
    staked, disputes, codes = _staked(spans), _disputes(spans), {it.table: it.code for it in spans}
    order = {it.table: place for place, it in enumerate(spans)}
    found = []
    for (table, currency), policies in sorted(by_currency.items(), key=lambda it: (order[it[0][0]], it[0][1])):
        played = _sum_up(coups[table, policy] for policy in policies)
        its = [(profiles[policy], it) for policy in policies for it in staked[table, policy]]
        most = {
            box: min(played.paid, sum(it.stakes for _, it in its if it.box is box)) for box in {it.box for _, it in its}
        }
        moved = [disputes[table, policy] for policy in policies]
        ruled = Disputes(sum(it.win for it in moved), sum(it.later for it in moved))
        rules = tuple(profiles[it] for it in policies)
        found.append(TableMoney(codes[table], currency, _boxes(its), ruled, played, most, _least(its, most), rules))
    return found


def _sum_up(coups: Iterable[Coups]) -> Coups:
    total = Coups()
    for it in coups:
        total = total.plus(it)
    return total


Played = tuple[int, int]
"""Primary keys of a table and of a version of its rules."""


def _coups(spans: Sequence[Span]) -> dict[Played, Coups]:
    """Count the coups that ended, by table and version of its rules, but for those cancelled before the first card."""
    found = defaultdict[Played, Coups](Coups)
    for some in in_batches(spans):
        ended = Coup.objects.filter(within(some, "table", "ended_at"), ended=True).exclude(outcome=Outcome.CANCELLED)
        rows = ended.order_by().values_list("table_id", "policy_id", "outcome").annotate(Count("pk"))
        for table, policy, outcome, count in rows:
            paid = count if outcome == Outcome.SETTLED else 0
            found[table, policy] = found[table, policy].plus(Coups(count, paid))
    return found


class _Staked(NamedTuple):
    """Turnover and win on a box, in cents, with so many decks; `stakes` is the number of stakes, or more."""

    box: Box
    decks: int
    turnover: int
    win: int
    stakes: int


def _staked(spans: Sequence[Span]) -> dict[Played, list[_Staked]]:
    """Sum up the lines of money by table, version of the rules, number of decks, and box."""
    sums = defaultdict[tuple[int, int, int, str], Counter[str]](Counter)
    stakes = Counter[tuple[int, int, int, str]]()
    for some in in_batches(spans):
        lines = Money.objects.filter(within(some, "coup__table", "coup__ended_at")).order_by()
        names = ("coup__table_id", "coup__policy_id", "coup__shoe_id", "stake__box", "kind")
        rows = lines.values_list(*names).annotate(Sum("amount"), Count("pk"))
        for table, policy, shoe, box, kind, cents, count in rows:
            sums[table, policy, shoe, box][kind] += cents
            stakes[table, policy, shoe, box] += count if kind in {LOSS, STAKE_RETURNED} else 0
    decks = dict(Shoe.objects.filter(pk__in={key[2] for key in sums}).values_list("pk", "sixain__decks"))
    found = defaultdict[Played, list[_Staked]](list)
    for key, kinds in sums.items():
        table, policy, shoe, box = key
        staked = _Staked(Box(box), decks[shoe], turnover_of(kinds), win_of(kinds), stakes[key])
        found[table, policy].append(staked)
    return found


def turnover_of(kinds: Mapping[str, int]) -> int:
    """Return the cents in action: lost, or handed back beside a result; those of an annulled coup cancel out."""
    return kinds.get(STAKE_RETURNED, 0) - kinds.get(LOSS, 0)


def win_of(kinds: Mapping[str, int]) -> int:
    """Return the cents that the table has won: the bettors' result with the other sign."""
    return -sum(cents for kind, cents in kinds.items() if kind not in HANDED_BACK)


def _boxes(staked: Iterable[tuple[Profile, _Staked]]) -> dict[Box, Yield]:
    """Return turnover, win and theoretical win by box, in the order of the layout."""
    boxes = defaultdict[Box, Yield](Yield)
    for profile, it in staked:
        edge = odds_of(profile, it.decks)[it.box].edge
        boxes[it.box] = boxes[it.box].plus(Yield(it.turnover, it.win, -edge * it.turnover))
    return {box: boxes[box] for box in Box if box in boxes and (boxes[box].turnover or boxes[box].win)}


def _least(staked: Iterable[tuple[Profile, _Staked]], most: Mapping[Box, int]) -> dict[Box, Fraction]:
    least = defaultdict[Box, Fraction](Fraction)
    for profile, it in staked:
        if most[it.box]:
            least[it.box] += odds_of(profile, it.decks)[it.box].variance * it.turnover**2 / most[it.box]
    return dict(least)


@cache
def _of_fresh(decks: int) -> Chances:
    return chances(fresh(decks))


@lru_cache(maxsize=256)
def odds_of(profile: Profile, decks: int) -> Mapping[Box, BetOdds]:
    """Return the exact odds of the bets of a house with so many fresh decks, before any rounding; cached."""
    return bets(profile, _of_fresh(decks))


def _disputes(spans: Sequence[Span]) -> dict[Played, Disputes]:
    """Sum up what disputes moved since, by table and version of the rules."""
    found, ends = defaultdict[Played, Disputes](Disputes), {it.table: it.high for it in spans}
    for some in in_batches(spans):
        moved = Adjustment.objects.filter(coup__in=Coup.objects.filter(within(some, "table", "ended_at"))).order_by()
        for table, policy, number, cents in moved.values_list("coup__table_id", "coup__policy_id", "number", "amount"):
            before = found[table, policy]
            later = before.later - (cents if number > ends[table] else 0)
            found[table, policy] = Disputes(before.win - cents, later)
    return found


def sums_of(spans: Sequence[Span]) -> Iterator[DayMoney]:
    """Yield coups, turnover and win by table and currency, without the boxes."""
    coups, kinds, disputes = _coups(spans), _kinds(spans), _disputes(spans)
    currencies = Policy.objects.filter(pk__in={policy for _table, policy in coups})
    currency, codes = {it.pk: it.profile.currency for it in currencies}, {it.table: it.code for it in spans}
    for key, count in coups.items():
        win = win_of(kinds[key]) + disputes[key].win
        yield DayMoney(codes[key[0]], currency[key[1]], count, turnover_of(kinds[key]), win)


def _kinds(spans: Sequence[Span]) -> dict[Played, Counter[str]]:
    sums = defaultdict[Played, Counter[str]](Counter)
    for some in in_batches(spans):
        lines = Money.objects.filter(within(some, "coup__table", "coup__ended_at")).order_by()
        rows = lines.values_list("coup__table_id", "coup__policy_id", "kind").annotate(Sum("amount"))
        for table, policy, kind, cents in rows:
            sums[table, policy][kind] += cents
    return sums
