"""Payment, in sentences. The figures of each bet stand in the table of the bets."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from table.rules.payout import EVEN_LESS_COMMISSION
from table.rules.profile import Box, Profile, Rounding
from table.rules.sources import CASINO_ADMIRAL
from table.screens.read.numbers import Numbers
from table.screens.rules.bets import price
from table.screens.rules.sentences import Rule

# The house whose layout has a place for the commission at every position.
TAX_LAID_READY = CASINO_ADMIRAL


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """What a win on Banco costs, what a tie does, and what happens to broken amounts."""
    yield _banco(profile, numbers)
    if profile.source == TAX_LAID_READY:
        yield Rule("banco_payout.tax", _("The player may lay this tax ready, in the place that the layout has for it."))
    yield Rule("tie_to_one", _("Egalité pays %(odds)s.") % {"odds": price(profile, Box.EGALITE, numbers).printed})
    yield Rule(
        "tie_to_one.null",
        _("On a tie Egalité wins; stakes on Punto and Banco neither win nor lose and are their owners’ again."),
    )
    yield _rounding(profile.rounding, profile, numbers)


def _banco(profile: Profile, numbers: Numbers) -> Rule:
    if profile.banco_payout == "half_on_six":
        return Rule("banco_payout", _("Banco pays even money, but only half the stake when it wins with 6."))
    commission = numbers.percent(Fraction(EVEN_LESS_COMMISSION.commission, 100), 0)
    text = _("Banco pays even money less a commission (tax, cagnotte) of %(commission)s of the win.")
    return Rule("banco_payout", text % {"commission": commission})


def _rounding(rounding: Rounding | None, profile: Profile, numbers: Numbers) -> Rule:
    if rounding is None:
        return Rule("rounding", _("Every win is paid to the cent: the smallest chip makes no broken ones."))
    text = {
        "down": _("A win is rounded down to whole %(unit)s; the stake never is."),
        "half_up": _("A win is rounded to the nearest whole %(unit)s, a half upwards; the stake never is."),
        "up": _("A win is rounded up to whole %(unit)s; the stake never is."),
    }[rounding.mode]
    return Rule("rounding", text % {"unit": numbers.money(rounding.unit, profile.currency)})
