"""What nobody collects is kept for its owner until the Direzione disposes of it. Super Punto Banco, Art. 15.

Chips of somebody who is gone play in the running coup to its end. What is then paid before his empty place is out of
action, and nobody's but his: the house never books it by itself. Who has marked his place comes back to it, and to
what was paid there; only what a tie left of his is in no game without him.
"""

from collections.abc import Sequence

from table.models import Coup, Stake, Uncollected
from table.play.act import Act
from table.play.seats import is_gone
from table.rules.payout import HANDED_BACK, MoneyKind
from table.statements import insert, update

NOT_PAID = (MoneyKind.LOSS, MoneyKind.CORRECTION)
"""What is collected, and what an order has added: see :func:`keep_what_was_ordered`."""


def keep(
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
    position, box, guest = stake.position, stake.box, stake.bettor
    slip = keep(act, kind, amount, position=position, box=box, owner=guest, coup=stake.coup).slip
    act.effect("uncollected", slip=slip, position=position, box=box, guest=guest, amount=amount, kept=kind.value)


def kept_of(act: Act, stake: Stake, kind: Uncollected.Kind) -> Uncollected | None:
    """What is in custody of this stake of its coup."""
    lies = (stake.coup_id, stake.position, stake.box, stake.bettor, kind)
    return next((it for it in act.state.custody if (it.coup_id, it.position, it.box, it.owner, it.kind) == lies), None)


def keep_what_was_paid(act: Act) -> None:
    """What is paid before an empty place is kept, stake and winnings; where it is paid again, what is kept follows."""
    state = act.state
    for stake in state.stakes:
        lines = [line for line in state.money if line.stake_id == stake.pk and line.kind not in NOT_PAID]
        again = any(line.number != act.number for line in state.money)
        gone = bool(lines) and is_gone(act, stake)
        for kind, handed_back in ((Uncollected.Kind.STAKE, True), (Uncollected.Kind.WINNINGS, False)):
            lies = sum(line.amount for line in lines if (line.kind in HANDED_BACK) is handed_back)
            kept = kept_of(act, stake, kind) if again else None
            if kept is not None:
                _follow(act, kept, lies)
            elif gone and lies > 0:
                keep_stake(act, stake, lies, kind)


def keep_what_was_ordered(act: Act, ordered: Sequence[tuple[Stake, int]]) -> None:
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
        close(act, kept)
    update(kept)
    act.effect("custody_changed", slip=kept.slip, amount=kept.amount, old_amount=old)


def close(act: Act, kept: Uncollected) -> None:
    """It is kept no more."""
    kept.closed, kept.closed_by = act.number, act.actor
    update(kept)
    act.state.reread("custody")
