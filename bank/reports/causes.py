"""Explanations of a session's differences: named causes from its own money lines, and changes entered late."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from bank.models import BankSession
from bank.rules.causes import CauseKind, CoupMoney, causes
from bank.rules.session import Differences
from bank.screens.reading import texts_of
from table.models import Coup, Entry, Money, Table
from table.record import chain
from table.reports.registers.forms import Cents
from table.rules.payout import MoneyKind

MOST_NAMED = 6
"""Causes of a session that are named, best first."""
OF_A_WIN = frozenset({MoneyKind.WIN, MoneyKind.ROUNDING, MoneyKind.COMMISSION})


class NamedCause(NamedTuple):
    """Cause with the coups of which it may be, each as its key, taglia and number; where several fit, any may be it."""

    kind: CauseKind
    amount: int
    piece: int
    coups: tuple[tuple[str, int, int], ...]


def causes_of(
    table: Table,
    low: int,
    high: int,
    found: Differences,
    *,
    kinds: Collection[int],
    counted: Mapping[int, int],
    in_transit: Iterable[int] = (),
    again: bool = False,
) -> tuple[NamedCause, ...]:
    """Return at most MOST_NAMED causes that explain these differences of a session, best first, with their coups.

    The coups are those that ended from entry ``low`` to ``high``, both included. ``kinds`` are the pieces of the
    house, ``counted`` is the count at closing by piece, ``in_transit`` are the cents of each movement in transit;
    where it was counted ``again`` alike, mistakes of the count come last. Empty where neither rack nor box differs.
    """
    if not (found.rack or found.box):
        return ()
    coups = Coup.objects.filter(table=table, ended_at__gte=low, ended_at__lte=high).select_related("shoe")
    places = {coup.pk: (coup.key, coup.shoe.taglia, coup.number) for coup in coups}
    lines = Money.objects.filter(coup__in=places).values_list("coup", "stake", "kind", "amount")
    money = money_of(lines, {pk: str(pk) for pk in places})
    named = causes(found, money, kinds=kinds, counted=counted, in_transit=in_transit, again=again)
    return tuple(
        NamedCause(it.kind, it.amount, it.piece, tuple(places[int(coup)] for coup in it.coups))
        for it in named[:MOST_NAMED]
    )


def money_of(lines: Iterable[tuple[int, int, str, int]], names: Mapping[int, str]) -> list[CoupMoney]:
    """Gather money lines (coup, stake, kind, cents) into wins, losses and commissions of each coup.

    ``names`` maps coups to the names they get; the result is in its order, without coups that have no line, and
    lines of other coups are left out. A win is what was paid for one stake, rounded and less its commission.
    """
    found: dict[int, dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    for coup, stake, kind, amount in lines:
        found[coup][stake][kind] += amount
    return [_coup(name, found[pk].values()) for pk, name in names.items() if pk in found]


def _coup(name: str, stakes: Iterable[Mapping[str, int]]) -> CoupMoney:
    """Return the wins, losses and commissions of a coup in cents, none negative, one for each stake that has some.

    Each of ``stakes`` maps the kinds of its money lines to their sums. Where rounding takes all of a win there is none:
    nobody can pay it twice or not at all.
    """
    rows = list(stakes)
    nets = (sum(it.get(kind, 0) for kind in OF_A_WIN) for it in rows if it.get(MoneyKind.WIN, 0) > 0)
    wins = [net for net in nets if net > 0]
    losses = [-it[MoneyKind.LOSS] for it in rows if it.get(MoneyKind.LOSS, 0) < 0]
    commissions = [-it[MoneyKind.COMMISSION] for it in rows if it.get(MoneyKind.COMMISSION, 0) < 0]
    return CoupMoney(name, tuple(wins), tuple(losses), tuple(commissions))


# --- changes entered late


class LateFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change of notes entered late, or taken back (below 0): the entry that agreed, who asked, who agreed, why."""

    entry: int
    amount: Cents
    by: str
    agreed_by: str
    reason: str


def late_changes(code: str, row: BankSession) -> tuple[LateFields, ...]:
    """List the changes of banknotes entered late in a session, in the order in which a second person agreed to them.

    Each has the entry of that, its cents, who asked, who agreed, and the reason ("" where its text is lost). ``code``
    is that of the table. Those entered after its closing are among them; those still waiting are not.
    """
    agreed = Entry.objects.filter(register=code, verb="agree", number__gte=row.began, outcome__contains="notes_changed")
    found = [(entry, amount) for entry in agreed.order_by("number") for amount in _entered(entry, row.number)]
    requests = {entry.number: _request(entry) for entry, _amount in found}
    reasons = {number: str(chain.read(it.arguments)["reason"]) for number, it in requests.items()}
    texts = texts_of(reasons.values()) if reasons else {}
    return tuple(
        LateFields(it.number, amount, requests[it.number].actor, it.actor, texts.get(reasons[it.number], ""))
        for it, amount in found
    )


def _entered(agreed: Entry, session: int) -> Iterator[int]:
    """Yield the cents of the late change that this entry made, if it is in the sums of this session; else nothing."""
    effects = dict(chain.read(agreed.outcome)["effects"])
    if effects["bank_posted"]["session"] == session:
        yield effects["notes_changed"]["amount"]


def _request(agreed: Entry) -> Entry:
    """Return the latest request of a late change before this entry, which agrees to it."""
    before = Entry.objects.filter(register=agreed.register, verb="note_change", number__lt=agreed.number)
    return before.order_by("-number")[0]
