"""Turnover and win of a day, by table and box, beside the theoretical win of the stakes that were in action.

What counts are the lines of money that were posted, with the coup that they belong to, on the day on which it ended. A
stake was in action where it was lost, or came back beside a result: null and annulled coups, refunds, tips and chips in
custody are no turnover. All amounts are integer cents.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import fsum, sqrt
from typing import NamedTuple

from table.models import Policy, Shoe
from table.reports.days.spans import Span, coups_within
from table.rules.odds.bets import BetOdds, bets
from table.rules.odds.chances import of_fresh
from table.rules.payout import CORRECTION, HANDED_BACK, LOSS, STAKE_RETURNED
from table.rules.profile import SIDE_BETS, Box, Profile
from table.rules.regola import Outcome


class Yield(NamedTuple):
    """Cents in action, cents that the table has won, and those that it would have won on average by the exact odds."""

    turnover: int = 0
    win: int = 0
    expected: Fraction = Fraction()

    def plus(self, other: "Yield") -> "Yield":
        """Return the sums of turnover, win and theoretical win of both."""
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
    """Return the sums of these yields; zeros for none."""
    return reduce(Yield.plus, yields, Yield())


class CoupCounts(NamedTuple):
    """Coups of a table that ended: all that were begun to be dealt, and those of them that were paid."""

    played: int = 0
    paid: int = 0

    def plus(self, other: "CoupCounts") -> "CoupCounts":
        """Return the sums of played and of paid coups of both."""
        return CoupCounts(self.played + other.played, self.paid + other.paid)


class DayMoney(NamedTuple):
    """Coups of a table on a day in one currency, cents in action, and cents won."""

    code: str
    currency: str
    coups: CoupCounts
    turnover: int
    win: int


class TableMoney(NamedTuple):
    """Money of a table in one currency: its boxes, what disputes moved, and its coups.

    `disputes` are cents won by disputes that were decided when the coup was over, which belong to no box; `later` are
    those of all its win that were posted after the day.

    `most` is an upper bound of the coups in which something was in action on a box, and `least` a lower bound of the
    variance of the win there, in square cents: all stakes on a box in a coup win or lose together, and their sum varies
    least where each of these coups has as much. `profiles` are the rules of play.
    """

    code: str
    currency: str
    boxes: Mapping[Box, Yield]
    disputes: int
    later: int
    coups: CoupCounts
    most: Mapping[Box, int]
    least: Mapping[Box, float]
    profiles: tuple[Profile, ...]

    @property
    def total(self) -> Yield:
        """Sum of all boxes, and of what disputes moved."""
        return sum_of([*self.boxes.values(), Yield(win=self.disputes)])

    @property
    def summed(self) -> DayMoney:
        """Coups of the table, and its turnover and win in cents, summed over the boxes; disputes count in the win."""
        total = self.total
        return DayMoney(self.code, self.currency, self.coups, total.turnover, total.win)

    @property
    def side_bets(self) -> int:
        """Cents in action on side bets; Egalité is none."""
        return sum(it.turnover for box, it in self.boxes.items() if box in SIDE_BETS)


def money_of(spans: Sequence[Span]) -> list[TableMoney]:
    """Sum up the money of the coups that ended in these spans, by table and currency of the rules they were played by.

    They are in the order of the spans, then of currencies. A table without such coups, or with none but those cancelled
    before the first card, is left out. Disputes and corrections posted later count for the day on which the coup ended,
    and are also summed as `later`. `most` is by box the number of its stakes, at most that of paid coups, `least` a
    lower bound of the variance of its win, in square cents.
    """
    coups = _coups(spans)
    profiles = {it.pk: it.profile for it in Policy.objects.filter(pk__in={policy for _table, policy in coups})}
    by_currency = defaultdict[tuple[int, str], list[int]](list)
    for table, policy in coups:
        by_currency[table, profiles[policy].currency].append(policy)
    lines = _lines(spans)
    corrected = {it.table for it in lines if CORRECTION in it.kinds}
    moved, high = _disputes(spans), {it.table: it.high for it in spans}
    posted = [*moved, *_corrections([it for it in spans if it.table in corrected])]
    staked, disputes = _staked(lines), _won(moved)
    posted_later = _won(it for it in posted if it.number > high[it.table])
    codes = {it.table: it.code for it in spans}
    order = {it.table: place for place, it in enumerate(spans)}
    found = []
    for (table, currency), policies in sorted(by_currency.items(), key=lambda it: (order[it[0][0]], it[0][1])):
        played = reduce(CoupCounts.plus, (coups[table, policy] for policy in policies), CoupCounts())
        its = [(profiles[policy], it) for policy in policies for it in staked[table, policy]]
        most = {
            box: min(played.paid, sum(it.stakes for _, it in its if it.box is box)) for box in {it.box for _, it in its}
        }
        ruled, later = (sum(of[table, policy] for policy in policies) for of in (disputes, posted_later))
        rules = tuple(profiles[it] for it in policies)
        found.append(
            TableMoney(codes[table], currency, _boxes(its), ruled, later, played, most, _least(its, most), rules)
        )
    return found


Played = tuple[int, int]
"""Primary keys of a table and of a version of its rules."""


def _coups(spans: Sequence[Span]) -> dict[Played, CoupCounts]:
    """Return the number of coups that ended in these spans, by table and version of its rules: all, and those settled.

    Those cancelled before the first card are left out; Colpi in Bianco, null and annulled coups are played, not paid.
    """
    found = defaultdict[Played, CoupCounts](CoupCounts)
    for table, policy, outcome, count in coups_within(
        spans, "coup.table_id, coup.policy_id, coup.outcome, COUNT(*)", groups=3
    ):
        if outcome != Outcome.CANCELLED:
            found[table, policy] = found[table, policy].plus(
                CoupCounts(count, count if outcome == Outcome.SETTLED else 0)
            )
    return found


class _Staked(NamedTuple):
    """Turnover and win on a box, in cents, by number of decks; `stakes` is the number of stakes, or more."""

    box: Box
    decks: int
    turnover: int
    win: int
    stakes: int


class _Lines(NamedTuple):
    """Lines of money on a box: table, version of the rules, shoe, box, cents by kind, and the most stakes possible."""

    table: int
    policy: int
    shoe: int
    box: str
    kinds: Counter[str]
    stakes: int


def _lines(spans: Sequence[Span]) -> list[_Lines]:
    """Return cents by kind of money line on stakes, as the bettor has them, for the coups that ended in these spans.

    There is an element for each table, version of the rules, shoe and box with such lines, in no order. Its `stakes` is
    the number of its lines of lost and of returned stakes.
    """
    kinds, stakes = defaultdict[tuple[int, int, int, str], Counter[str]](Counter), Counter[tuple[int, int, int, str]]()
    columns = "coup.table_id, coup.policy_id, coup.shoe_id, stake.box, money.kind, SUM(money.amount), COUNT(*)"
    joined = ("table_money money", "table_stake stake")
    on = "money.coup_id = coup.id AND stake.id = money.stake_id"
    for *key, kind, cents, count in coups_within(spans, columns, *joined, on=on, groups=5):
        table, policy, shoe, box = key
        kinds[table, policy, shoe, box][kind] += int(cents)
        stakes[table, policy, shoe, box] += count if kind in {LOSS, STAKE_RETURNED} else 0
    return [_Lines(*key, its, stakes[key]) for key, its in kinds.items()]


def _staked(lines: Iterable[_Lines]) -> dict[Played, list[_Staked]]:
    """Return, by table and version of its rules (primary keys), a row for each line with turnover and the table's win.

    Both are in cents. The number of decks of a row is looked up by shoe; box and number of stakes are passed on.
    """
    its = list(lines)
    decks = dict(Shoe.objects.filter(pk__in={it.shoe for it in its}).values_list("pk", "sixain__decks"))
    found = defaultdict[Played, list[_Staked]](list)
    for it in its:
        staked = _Staked(Box(it.box), decks[it.shoe], turnover_of(it.kinds), win_of(it.kinds), it.stakes)
        found[it.table, it.policy].append(staked)
    return found


def turnover_of(kinds: Mapping[str, int]) -> int:
    """Return the cents in action, from cents by kind of money line: stakes that were lost, won (and returned) or tied.

    Kinds that are missing count 0. It is 0 for an annulled coup, whose stakes are refunded.
    """
    return kinds.get(STAKE_RETURNED, 0) - kinds.get(LOSS, 0)


def win_of(kinds: Mapping[str, int]) -> int:
    """Return the cents that the table has won, negative if it has lost, from the bettor's cents by kind of money line.

    Stakes, excess and other money that was handed back do not count; commission and corrections do.
    """
    return -sum(cents for kind, cents in kinds.items() if kind not in HANDED_BACK)


def _boxes(staked: Iterable[tuple[Profile, _Staked]]) -> dict[Box, Yield]:
    """Return turnover, the table's win and its theoretical win by box, in cents and in the order of `Box`.

    The theoretical win is exact, positive where the odds favour the house. Boxes without turnover and win are left out.
    """
    boxes = defaultdict[Box, Yield](Yield)
    for profile, it in staked:
        edge = odds_of(profile, it.decks)[it.box].edge
        boxes[it.box] = boxes[it.box].plus(Yield(it.turnover, it.win, -edge * it.turnover))
    return {box: boxes[box] for box in Box if box in boxes and (boxes[box].turnover or boxes[box].win)}


def _least(staked: Iterable[tuple[Profile, _Staked]], most: Mapping[Box, int]) -> dict[Box, float]:
    """Return by box a lower bound of the variance of the table's win, in square cents: (Σ σ·t)² / n.

    The sum is over the rows of a box: t is the turnover of a row, and σ the standard deviation of the win of one cent
    there; n is the number `most` of coups that could have a stake on the box. If a coup c has s cents there, and so
    varies by σ²·s², then by the inequality of Cauchy and Schwarz no n coups of these turnovers vary by less. A box with
    a `most` of 0 is left out; one that `most` lacks raises KeyError.
    """
    deviations = defaultdict[Box, list[float]](list)
    for profile, it in staked:
        deviations[it.box].append(sqrt(odds_of(profile, it.decks)[it.box].variance) * it.turnover)
    return {box: fsum(its) ** 2 / most[box] for box, its in deviations.items() if most[box]}


@lru_cache(maxsize=256)
def odds_of(profile: Profile, decks: int) -> Mapping[Box, BetOdds]:
    """Return by box the exact odds of a house in the first coup of fresh decks, before any rounding; cached."""
    return bets(profile, of_fresh(decks))


class _Moved(NamedTuple):
    """Line that an order or a dispute posted for a coup: its table and rules, its entry, and cents for the bettor."""

    table: int
    policy: int
    number: int
    cents: int


def _disputes(spans: Sequence[Span]) -> list[_Moved]:
    """List all that disputes posted for the coups that ended in these spans, maybe days later."""
    columns = "coup.table_id, coup.policy_id, moved.number, moved.amount"
    rows = coups_within(spans, columns, "table_adjustment moved", on="moved.coup_id = coup.id")
    return [_Moved(*row) for row in rows]


def _corrections(spans: Sequence[Span]) -> list[_Moved]:
    """List all money lines of corrections in the coups that ended in these spans, with entry and cents for the bettor.

    It does not matter when they were posted, during the coup or after it, maybe days later; no other money line of a
    stake is posted once its coup is over.
    """
    columns = "coup.table_id, coup.policy_id, money.number, money.amount"
    on = "money.coup_id = coup.id AND money.kind = %s"
    return [_Moved(*it) for it in coups_within(spans, columns, "table_money money", on=on, params=[CORRECTION.value])]


def _won(moved: Iterable[_Moved]) -> Counter[Played]:
    """Return the table's cents by these lines, not the bettors', by table and version of its rules; 0 for any other."""
    found = Counter[Played]()
    for it in moved:
        found[it.table, it.policy] -= it.cents
    return found


def sums_of(spans: Sequence[Span]) -> Iterator[DayMoney]:
    """Yield coups, turnover and win of the table, in cents, for each table and version of its rules, in no order.

    The win has what disputes moved. A table whose rules were changed on the day comes once for each version; one
    without coups, or with cancelled ones alone, not at all.
    """
    coups, kinds, disputes = _coups(spans), _kinds(spans), _won(_disputes(spans))
    currencies = Policy.objects.filter(pk__in={policy for _table, policy in coups})
    currency, codes = {it.pk: it.profile.currency for it in currencies}, {it.table: it.code for it in spans}
    for key, count in coups.items():
        win = win_of(kinds[key]) + disputes[key]
        yield DayMoney(codes[key[0]], currency[key[1]], count, turnover_of(kinds[key]), win)


def _kinds(spans: Sequence[Span]) -> dict[Played, Counter[str]]:
    """Map each table and version of its rules to bettors' cents by kind of line, of coups ended in these spans."""
    sums = defaultdict[Played, Counter[str]](Counter)
    columns = "coup.table_id, coup.policy_id, money.kind, SUM(money.amount)"
    for table, policy, kind, cents in coups_within(
        spans, columns, "table_money money", on="money.coup_id = coup.id", groups=3
    ):
        sums[table, policy][kind] += int(cents)
    return sums
