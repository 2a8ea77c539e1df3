"""Names in reports for the endings and results of coups, and the kinds of money."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.rules.payout import MoneyKind
from table.rules.regola import Outcome, Result

ENDINGS: Mapping[str, Promise | str] = {
    Outcome.SETTLED: pgettext_lazy("coups", "played and paid"),
    Outcome.BLANK: "Colpi in Bianco",
    Outcome.ANNULLED: pgettext_lazy("coups", "annulled"),
    Outcome.NULL_SEVEN: pgettext_lazy("coups", "null for want of seven cards"),
    Outcome.CANCELLED: pgettext_lazy("coups", "not played: stakes returned"),
}
RESULTS: Mapping[str, Promise] = {
    Result.PUNTO: _("Punto wins"),
    Result.BANCO: _("Banco wins"),
    Result.TIE: _("Egalité"),
}
MONEY: Mapping[str, Promise] = {
    MoneyKind.STAKE_RETURNED: pgettext_lazy("money", "stakes handed back"),
    MoneyKind.EXCESS_RETURNED: pgettext_lazy("money", "handed back above the maximum"),
    MoneyKind.REFUND: pgettext_lazy("money", "refunded"),
    MoneyKind.TAX_READY: pgettext_lazy("money", "tax that lay ready, handed back"),
    MoneyKind.WIN: pgettext_lazy("money", "won by players"),
    MoneyKind.COMMISSION: pgettext_lazy("money", "commission"),
    MoneyKind.ROUNDING: pgettext_lazy("money", "rounding"),
    MoneyKind.LOSS: pgettext_lazy("money", "lost by players"),
    MoneyKind.CORRECTION: pgettext_lazy("money", "corrections ordered by the Direzione"),
}
