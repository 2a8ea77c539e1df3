"""Sentences on payment; the odds of each bet stand in the table of the bets."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.houses import CALLED_NULL, calls_a_tie_null
from table.rules.payout import pays_in, smallest_chip_for
from table.rules.profile import USUAL_PAYMENT, Profile
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on what Banco pays, a tax, ties, printed odds, rounding, and the smallest payment.

    On the tax only where Banco pays less commission or the tax is laid ready; that a coup with equal points is called
    null only where the document calls it so.
    """
    half = _("Every win of Banco is paid at half, except one with 6.") if profile.banco_payout == "half_on_six" else ""
    yield chosen(profile, "banco_payout", numbers, other=half)
    if profile.banco_payout == "commission_5" or profile.tax == "laid_ready":
        yield chosen(profile, "tax", numbers)
    yield chosen(profile, "tie_to_one", numbers)
    yield Rule(
        "tie_to_one.null",
        _("On a tie Egalité wins; stakes on Punto and Banco neither win nor lose and are their owners’ again."),
    )
    if calls_a_tie_null(profile):
        yield Rule(CALLED_NULL, _("A coup with equal points is called null, «colpo nullo»."))
    yield chosen(profile, "printed_odds", numbers)
    yield chosen(profile, "rounding", numbers)
    yield _smallest(profile, numbers)


def _smallest(profile: Profile, numbers: Numbers) -> Rule:
    """Return the rule on the smallest piece with which the table pays, in one of three sentences.

    Rules that lack the key name what follows from what they pay, or the unit of their rounding; those that have it at
    the default and do not round say that it has to be confirmed; others name it.
    """
    money = {"payment": numbers.money(pays_in(profile), profile.currency)}
    if profile.smallest_payment is None:
        text = _(
            "The smallest payment is %(payment)s: these rules are older than the key; it follows from what they pay."
        )
        return Rule("smallest_payment", text % money)
    if profile.rounding is None and profile.smallest_payment == USUAL_PAYMENT:
        return Rule("smallest_payment", _to_be_confirmed(profile, numbers))
    return Rule("smallest_payment", _("The smallest piece that the table pays with is %(payment)s.") % money)


def _to_be_confirmed(profile: Profile, numbers: Numbers) -> str:
    """Return the sentence that the default smallest payment, USUAL_PAYMENT, has to be confirmed by the house.

    It also names the smallest chip with which every payment is whole in pieces of 0.50, and of 1.00. That the house has
    the default is for the caller to check.
    """
    pieces = {"payment": USUAL_PAYMENT, "half": 50, "one": 100}
    chips = {f"{name}_chip": smallest_chip_for(profile, piece) for name, piece in pieces.items()}
    text = _(
        "The smallest payment is %(payment)s, a piece of the house: a default that the house has to confirm. A house "
        "without such a piece sets the key “rounding”, or has a smallest chip whose every payment is whole in its "
        "smallest piece: %(half_chip)s for %(half)s, %(one_chip)s for %(one)s."
    )
    return text % {name: numbers.money(cents, profile.currency) for name, cents in (pieces | chips).items()}
