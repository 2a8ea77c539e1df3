"""The money lines of a coup: posted once, then only by their differences; and the Tronc.

Super Punto Banco, Art. 6, 7 and 10; Punto Banco, Casino Admiral.
"""

from typing import NamedTuple

from django.db.models import Sum

from table.models import Coup, Money, Table, Tip
from table.play.act import Act
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
    name = "money_corrected" if before else "settled" if outcome is Outcome.SETTLED else "refunded"
    act.effect(name, lines=[[it.stake.stake.position, it.stake.stake.box, it.kind, it.amount] for it in posted])


def annul_coup(act: Act, reason: str) -> None:
    """The coup counts for nothing, for a reason that stands in the record."""
    coup = act.coup
    require(reason, Code.ARGUMENTS, "A coup is annulled for a reason that stands in the record.")
    coup.outcome, coup.held, coup.result = Outcome.ANNULLED.value, False, ""
    update(coup)
    post(act, coup, Outcome.ANNULLED)
    act.effect("coup_annulled", reason=reason)


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
