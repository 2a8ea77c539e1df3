"""The money lines of a coup, posted once and then only by their differences; what of it nobody collects; the Tronc.

Super Punto Banco, Art. 6, 7, 10, 15 and 16; Punto Banco, Casino Admiral. Chips of somebody who is gone play in the
running coup to its end. What is then paid before his empty place is out of action and kept for him until the Direzione
disposes of it: the house never books it by itself. Who has marked his place comes back to it, and to what was paid
there; only what a tie left of his is in no game without him.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Sum

from table.models import Adjustment, Coup, Money, Position, Stake, Table, Tip, Uncollected
from table.play.act import Act
from table.play.seats import is_gone, is_here
from table.play.state import in_action
from table.rules.payout import HANDED_BACK, MoneyKind, MoneyLine, differences, lines
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side
from table.statements import insert, update

NOT_PAID = (MoneyKind.LOSS, MoneyKind.CORRECTION)
"""What is collected, and what an order has added: see :func:`_keep_what_was_ordered`."""


def post(act: Act, coup: Coup, outcome: Outcome) -> None:
    """The money lines of the coup; where only the reader's stake is kept no payment is computed.

    What was posted before stays: only the differences are added.
    """
    state = act.state
    if state.profile.stakes == "reader_only":
        act.effect("not_computed")
        return
    rows = dict(zip(state.in_action, state.stakes, strict=True))
    before = [MoneyLine(in_action(line.stake), MoneyKind(line.kind), line.amount) for line in state.money]
    posted = differences(before, lines(state.profile, outcome, state.layout, state.in_action))
    for place, line in enumerate(posted):
        stake, kind, amount = rows[line.stake], line.kind.value, line.amount
        row = Money(coup=coup, stake=stake, kind=kind, amount=amount, number=act.number, place=place)
        state.money.append(insert(row))
    paid = any(line.kind is not MoneyKind.CORRECTION for line in before)
    name = "money_corrected" if paid else "settled" if outcome is Outcome.SETTLED else "refunded"
    act.effect(name, lines=[[it.stake.stake.position, it.stake.stake.box, it.kind, it.amount] for it in posted])
    _keep_what_was_paid(act)


def correct(act: Act, coup: Coup, ordered: Sequence[tuple[Stake, int]]) -> None:
    """What was paid on these stakes is corrected by an order: lines of their own, which no later payment takes back."""
    kind, first = MoneyKind.CORRECTION.value, coup.money.filter(number=act.number).count()
    for place, (stake, amount) in enumerate(ordered, start=first):
        row = Money(coup=coup, stake=stake, kind=kind, amount=amount, number=act.number, place=place)
        if act.state.coup is coup:
            act.state.money.append(insert(row))
        else:
            insert(row)
    lines = [[stake.position, stake.box, kind, amount] for stake, amount in ordered]
    act.effect("money_ordered", coup=coup.key, lines=lines)
    _keep_what_was_ordered(act, ordered)


def adjust(act: Act, coup: Coup, moved: Sequence[tuple[str, str, int]]) -> None:
    """Money moves for a coup that is over, by position and bettor: lines of their own beside those of its stakes.

    What somebody gets who is not at the table any more is kept for him.
    """
    for place, (position, bettor, amount) in enumerate(moved):
        line = {"position": position, "bettor": bettor, "amount": amount}
        insert(Adjustment(coup=coup, number=act.number, place=place, **line))
    if moved:
        told = [[position, bettor, "adjustment", amount] for position, bettor, amount in moved]
        act.effect("adjusted", coup=coup.key, lines=told)
    for position, bettor, amount in moved:
        if amount > 0 and not is_here(act, bettor):
            keep_for(act, bettor, amount, Uncollected.Kind.WINNINGS, position=position, coup=coup)


def settle_on(act: Act, coup: Coup) -> None:
    """Losing stakes are taken and winning ones paid, on what the cards of the coup say."""
    state = act.state
    post(act, coup, Outcome.SETTLED)
    coup.result = state.layout.result.value
    coup.paid_hands = [[str(card) for card in state.hand(side)] for side in Side]
    update(coup)


def annul_coup(act: Act, reason: str) -> None:
    """The coup counts for nothing, for a reason that stands in the record."""
    coup = act.coup
    require(reason, Code.ARGUMENTS, "A coup is annulled for a reason that stands in the record.")
    coup.outcome, coup.held, coup.result = Outcome.ANNULLED.value, False, ""
    update(coup)
    post(act, coup, Outcome.ANNULLED)
    act.effect("coup_annulled", reason=reason)


# --- what nobody collects


def keep_uncollected(
    act: Act, kind: Uncollected.Kind, amount: int, *, position: str, box: str = "", owner: str = "", coup: Coup | None
) -> Uncollected:
    """So much is in custody from now on, under the next number of the table."""
    last = act.table.uncollected.order_by("-slip").values_list("slip", flat=True).first() or 0
    found = Uncollected(
        table=act.table,
        coup=coup,
        slip=last + 1,
        number=act.number,
        position=position,
        box=box,
        owner=owner,
        kind=kind.value,
        amount=amount,
    )
    act.state.custody.append(insert(found))
    return found


def keep_stake(act: Act, stake: Stake, amount: int, kind: Uncollected.Kind = Uncollected.Kind.STAKE) -> None:
    """What lies there of a stake whose owner is gone."""
    keep_for(act, stake.bettor, amount, kind, position=stake.position, box=stake.box, coup=stake.coup)


def keep_for(
    act: Act, guest: str, amount: int, kind: Uncollected.Kind, *, position: str, box: str = "", coup: Coup | None
) -> None:
    """What belongs to a guest who is gone, and inspectors are told."""
    slip = keep_uncollected(act, kind, amount, position=position, box=box, owner=guest, coup=coup).slip
    act.effect("uncollected", slip=slip, position=position, box=box, guest=guest, amount=amount, kept=kind.value)


def keep_what_was_set_aside(act: Act, place: Position) -> None:
    """The right to a marked place is gone: what was set aside there is kept for its guest from now on (Art. 15)."""
    if not place.set_aside or place.holder is None:
        return
    amount, place.set_aside = place.set_aside, 0
    update(place)
    keep_for(act, place.holder.key, amount, Uncollected.Kind.STAKE, position=place.label, coup=act.state.coup)


def kept_of(act: Act, stake: Stake) -> dict[str, Uncollected]:
    """What is in custody of this stake of its coup, by what it is."""
    lies = (stake.coup_id, stake.position, stake.box, stake.bettor)
    return {it.kind: it for it in act.state.custody if (it.coup_id, it.position, it.box, it.owner) == lies}


def _keep_what_was_paid(act: Act) -> None:
    """What is paid now before an empty place is kept, stake and winnings.

    Where it is paid otherwise later, what is kept follows; who had collected it before he went has it.
    """
    state = act.state
    lines = [line for line in state.money if line.kind not in NOT_PAID]
    again = any(line.number != act.number for line in lines)
    for stake in state.stakes:
        own = [line for line in lines if line.stake_id == stake.pk]
        kept = kept_of(act, stake) if again else {}
        if not kept:
            own = [line for line in own if line.number == act.number]
        if kept or (sum(line.amount for line in own) > 0 and is_gone(act, stake)):
            _keep(act, stake, own, kept)


def _keep(act: Act, stake: Stake, lines: Sequence[Money], kept: Mapping[str, Uncollected]) -> None:
    """Of these lines what goes back of the stake, and what it has won."""
    for kind, goes_back in ((Uncollected.Kind.STAKE, True), (Uncollected.Kind.WINNINGS, False)):
        amount = sum(line.amount for line in lines if (line.kind in HANDED_BACK) is goes_back)
        if kind in kept:
            _follow(act, kept[kind], amount)
        elif amount > 0:
            keep_stake(act, stake, amount, kind)


def _keep_what_was_ordered(act: Act, ordered: Sequence[tuple[Stake, int]]) -> None:
    """What the Direzione has ordered for somebody who is gone is kept too."""
    for stake, amount in ordered:
        if amount > 0 and is_gone(act, stake):
            keep_stake(act, stake, amount, Uncollected.Kind.WINNINGS)


def _follow(act: Act, kept: Uncollected, amount: int) -> None:
    """It is another amount by now; where nothing is left of it, nothing is kept."""
    if amount == kept.amount:
        return
    old, kept.amount = kept.amount, max(amount, 0)
    if not kept.amount:
        close_slip(act, kept)
    update(kept)
    act.effect("custody_changed", slip=kept.slip, amount=kept.amount, old_amount=old)


def close_slip(act: Act, kept: Uncollected) -> None:
    """It is kept no more."""
    kept.closed, kept.closed_by = act.number, act.actor
    update(kept)
    act.state.reread("custody")


# --- the Tronc


class Tronc(NamedTuple):
    """What guests gave the staff in an evening, in cents: in chips, and in banknotes. It is in nobody's result."""

    chips: int
    cash: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.chips + self.cash

    @classmethod
    def of(cls, table: Table) -> "Tronc":
        """What was given since the table was opened last."""
        given = Tip.objects.filter(table=table, number__gt=table.opened).values_list("form")
        sums = dict(given.annotate(Sum("amount")))
        return cls(sums.get("chips", 0), sums.get("cash", 0))
