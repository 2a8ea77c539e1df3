"""Alerts on what a rack must hold: it runs low, falls below zero, or cannot pay the most that a coup may cost."""

from bank.models import BankSession
from bank.rules.cover import most_to_pay
from table.play.act import Act


def watch_rack(act: Act, row: BankSession, before: int) -> None:
    """Record what an act has brought about by changing what the rack must hold from ``before`` cents.

    "bank_negative" where it fell below 0, else "float_low" where it fell below the part of the opener that the house
    names.
    """
    low = row.opener * act.state.profile.float_low // 100
    if row.expected < 0 <= before:
        act.effect("bank_negative", amount=row.expected)
    elif row.expected < low <= before:
        act.effect("float_low", amount=row.expected)


def watch_cover(act: Act, row: BankSession) -> None:
    """Record "bank_short" where the stakes of a betting that closed may cost more than the rack must hold."""
    most = most_to_pay(act.state.profile, act.state.in_action)
    if most > row.expected:
        act.effect("bank_short", amount=most, old_amount=row.expected)
