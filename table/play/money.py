"""The money lines of a coup: posted once, then only by their differences. Super Punto Banco, Art. 6, 7, 10 and 16."""

from collections.abc import Sequence

from table.models import Coup, Money, Stake
from table.play.act import Act
from table.play.custody import keep_what_was_ordered, keep_what_was_paid
from table.play.state import in_action
from table.rules.payout import MoneyKind, MoneyLine, differences, lines
from table.rules.refusal import Code, require
from table.rules.regola import Outcome
from table.statements import insert, update


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
    keep_what_was_paid(act)


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
    keep_what_was_ordered(act, ordered)


def annul_coup(act: Act, reason: str) -> None:
    """The coup counts for nothing, for a reason that stands in the record."""
    coup = act.coup
    require(reason, Code.ARGUMENTS, "A coup is annulled for a reason that stands in the record.")
    coup.outcome, coup.held, coup.result = Outcome.ANNULLED.value, False, ""
    update(coup)
    post(act, coup, Outcome.ANNULLED)
    act.effect("coup_annulled", reason=reason)
