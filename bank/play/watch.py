"""Alerts on what a rack must hold: it runs low, falls below zero, or cannot pay the most that a coup may cost.

Also on results of a session: the table has lost, or a guest has won, as much as its rules watch.
"""

from bank.models import BankSession
from bank.rules.cover import most_to_pay
from bank.rules.table_bank import BankStage
from table.models import LimitRange
from table.play.act import Act

MAIN = "main"
"""Kind of the limits of stakes on Punto and Banco."""
TABLE = ""
"""What stands for the table among those of whom an alert was raised; a bettor is never without a name."""


def watch_rack(act: Act, row: BankSession, before: int) -> None:
    """Record an alert if what the rack must hold has fallen by an act from ``before`` cents to below a mark.

    "bank_negative" where it is below 0 now (``row.expected``) and was not, else "float_low" where it has fallen
    below the percentage of the opener that the table's rules name.
    """
    low = row.opener * act.state.profile.float_low // 100
    if row.expected < 0 <= before:
        act.effect("bank_negative", amount=row.expected)
    elif row.expected < low <= before:
        act.effect("float_low", amount=row.expected)


def watch_cover(act: Act, row: BankSession) -> None:
    """Record "bank_short" where the most that can be paid for the stakes in action is more than the rack must hold.

    It is that of :func:`most_to_pay`, without what losing stakes would bring in, and is in the effect as ``amount``, in
    cents; ``old_amount`` is ``row.expected``, which the rack must hold by the record.
    """
    most = most_to_pay(act.state.profile, act.state.in_action)
    if most > row.expected:
        act.effect("bank_short", amount=most, old_amount=row.expected)


def watch_results(act: Act, row: BankSession) -> None:
    """Add what bettors have won by an act, net, to the results of a session in play, if these are stored.

    Records "loss_of_table", once in a session, where the table has lost as many maximum stakes as the rules name,
    or more, and "win_of_guest", once for each guest in it, where they have won as many; neither where the table has
    no maximum. The row is changed, but not saved.
    """
    if row.results is None or not act.won or row.stage != BankStage.IN_PLAY.value:
        return
    guests, raised = dict(row.results["guests"]), list(row.results["raised"])
    for bettor, amount in act.won.items():
        guests[bettor] = guests.get(bettor, 0) + amount
    maximum = _maximum(act)
    lost, won = act.state.profile.loss_of_table * maximum, act.state.profile.win_of_guest * maximum
    if maximum and -row.computed >= lost and TABLE not in raised:
        raised.append(TABLE)
        act.effect("loss_of_table", amount=-row.computed)
    for bettor in act.won:
        if maximum and guests[bettor] >= won and bettor not in raised:
            raised.append(bettor)
            act.effect("win_of_guest", guest=bettor, amount=guests[bettor])
    row.results = {"guests": guests, "raised": raised}


def _maximum(act: Act) -> int:
    """Return the maximum of the table's main stakes in cents: of the coup, else in force; 0 where there is none."""
    if act.state.coup is not None and MAIN in act.state.limits:
        return act.state.limits[MAIN].maximum
    return next(
        (it.maximum for it in act.state.limit_ranges if (it.kind, it.standing) == (MAIN, LimitRange.Standing.NOW)), 0
    )
