"""Play of a session: its coups, the limits they had, and the largest win and loss of one stake."""

from typing import NamedTuple

from bank.reports.causes import money_of
from table.models import Coup, Money, Table


class Played(NamedTuple):
    """Coups that ended in a session, the limits of their main bets in the order in which they held, and extremes.

    ``largest_win`` is the most that was paid for one stake, ``largest_loss`` the largest stake that was lost, in cents;
    0 where there was none.
    """

    coups: int
    limits: tuple[tuple[int, int], ...]
    largest_win: int
    largest_loss: int


def played(table: Table, low: int, high: int) -> Played:
    """Return what was played at a table between two entries."""
    coups = list(Coup.objects.filter(table=table, ended_at__gte=low, ended_at__lte=high).order_by("pk"))
    lines = Money.objects.filter(coup__in=coups).values_list("coup", "stake", "kind", "amount")
    money = money_of(lines, {coup.pk: coup.key for coup in coups})
    limits = dict.fromkeys(tuple(coup.limits["main"]) for coup in coups if "main" in (coup.limits or {}))
    wins = [win for coup in money for win in coup.wins]
    losses = [loss for coup in money for loss in coup.losses]
    return Played(len(coups), tuple(limits), max(wins, default=0), max(losses, default=0))
