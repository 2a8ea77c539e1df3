"""Sentences on the bank of a table: how it is counted, closed, and watched. There are none where it has none."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import Rule, chosen


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the bank of the table, which is its stock of chips; none where the house has it ``off``.

    They are on its pieces, who is present, the float, closing, differences, and what raises alerts.
    """
    if profile.bank == "off":
        return
    yield chosen(profile, "bank")
    yield _pieces(profile, numbers)
    yield chosen(profile, "bank_presence")
    yield _opener(profile, numbers)
    yield chosen(profile, "bank_close")
    yield from _differences(profile, numbers)
    yield from _alerts(profile, numbers)


def _pieces(profile: Profile, numbers: Numbers) -> Rule:
    kinds = " · ".join(numbers.money(cents, profile.currency) for cents in profile.pieces)
    return Rule("pieces", _("The bank counts in pieces of %(pieces)s.") % {"pieces": kinds})


def _opener(profile: Profile, numbers: Numbers) -> Rule:
    """Return the rule on the least float with which play may begin, or that any amount will do."""
    if profile.opener_minimum is None:
        return Rule("opener_minimum", _("Play may begin with a float of any amount."))
    least = {"amount": numbers.money(profile.opener_minimum, profile.currency)}
    return Rule("opener_minimum", _("Play begins with a float of %(amount)s or more.") % least)


def _differences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield two rules: from which difference at closing a report is due, and the Direzione has to accept it."""
    report = {"amount": numbers.money(profile.difference_report, profile.currency)}
    yield Rule("difference_report", _("A difference of %(amount)s or more has a report.") % report)
    direzione = {"amount": numbers.money(profile.difference_direzione, profile.currency)}
    yield Rule(
        "difference_direzione",
        _("A difference of %(amount)s or more in rack or box is accepted before the Direzione, too.") % direzione,
    )


def _alerts(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the alerts of the bank, and on the minutes after which a dealer is due for a break.

    The alerts are a low rack, chips long on their way, closing late, and great losses of the table or wins of a guest.
    """
    low = {"percent": numbers.percent(Fraction(profile.float_low, 100), 0)}
    yield Rule(
        "float_low",
        _("There is an alert once the rack holds less than %(percent)s of the float with which play began.") % low,
    )
    yield Rule(
        "movement_minutes",
        _("There is an alert where chips are on their way, or asked for, for more than %(minutes)s minutes.")
        % {"minutes": profile.movement_minutes},
    )
    yield Rule(
        "closing_minutes",
        _("There is an alert where a bank is not closed %(minutes)s minutes after its table.")
        % {"minutes": profile.closing_minutes},
    )
    yield Rule(
        "deal_minutes_max",
        _("A dealer is due for a break after %(minutes)s minutes at the table.")
        % {"minutes": profile.deal_minutes_max},
    )
    yield Rule(
        "loss_of_table",
        _("There is an alert once the table has lost %(times)s times its maximum in a session of its bank.")
        % {"times": profile.loss_of_table},
    )
    yield Rule(
        "win_of_guest",
        _("There is an alert once a guest has won %(times)s times the maximum of the table in such a session.")
        % {"times": profile.win_of_guest},
    )
