"""Words of the register besides the sentences of acts and effects: corrections, codes, PINs given anew.

The sentence of an act stands at its verb, that of an effect at its declaration in :mod:`table.play.effects`.
"""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from table.models import MACHINE
from table.play.effects import Sentences
from table.record.cross_register.own_word import Awaited, awaited
from table.rules.readers import Report

CORRECTED: dict[str, Sentences] = {
    "card": (
        pgettext_lazy("record", "card %(number)s is %(card)s, not %(old_face)s"),
        pgettext_lazy("record", "card %(number)s was not shown; keyed was %(old_face)s"),
    ),
    "declaration": (
        pgettext_lazy("record", "«%(claim)s», not «%(old_claim)s»"),
        pgettext_lazy("record", "«%(old_claim)s» was not declared"),
    ),
    "close": (pgettext_lazy("record", "«Rien ne va plus» was not said"),),
    "stake": (pgettext_lazy("record", "position %(position)s on %(box)s: %(amount)s, not %(old_amount)s"),),
    "box": (pgettext_lazy("record", "the stake of position %(position)s lies on %(meant)s, not on %(box)s"),),
    "owner": (
        pgettext_lazy("record", "the stake of position %(position)s on %(box)s is of %(owner)s, not of %(old_owner)s"),
    ),
    "highest": (
        pgettext_lazy("record", "position %(position)s has the highest stake on Punto"),
        pgettext_lazy("record", "nobody stakes on Punto"),
    ),
    "position": (pgettext_lazy("record", "the stakes of position %(position)s lie at position %(meant)s"),),
    "cut_card": (
        pgettext_lazy("record", "the cut card is out; cards of the hand on the table: %(hand_cards)s"),
        pgettext_lazy("record", "the cut card is not out"),
    ),
    "count": (pgettext_lazy("record", "the remaining cards are counted anew; counted were %(old_count)s"),),
    "standing": (pgettext_lazy("record", "the stakes at position %(position)s are of somebody %(standing)s"),),
    "cash": (pgettext_lazy("record", "position %(position)s on %(box)s: %(cash)s"),),
}
OF_CORRECTIONS: dict[str, Sentences] = {
    "entry_corrected": (
        pgettext_lazy(
            "record", "%(correction)s; asked for by %(asked_by)s in number %(asked)s, because it was %(reason)s"
        ),
    ),
    "correction_asked": (pgettext_lazy("record", "to be agreed to by a second person: %(correction)s, %(reason)s"),),
}
"""Sentences around a correction that takes two persons."""
BESIDES: dict[str, tuple[bool | str, Promise]] = {
    "cash": (True, pgettext_lazy("record", "in banknotes")),
    "form": ("cash", pgettext_lazy("record", "in banknotes")),
    "exposed": (True, pgettext_lazy("record", "somebody saw it")),
    "extra": (True, pgettext_lazy("record", "nobody was due")),
    "early": (True, pgettext_lazy("record", "too early")),
    "open_next": (True, pgettext_lazy("record", "the next betting opens")),
}
"""Words that an argument with this value adds to its act."""


# --- the words for codes in these sentences

PLACES: Mapping[str, Promise] = {
    "punto": pgettext_lazy("card", "to Punto"),
    "banco": pgettext_lazy("card", "to Banco"),
    "waiting": pgettext_lazy("card", "waits for its box"),
    "held_under": pgettext_lazy("card", "under the sabot"),
    "held_seen": pgettext_lazy("card", "beside the sabot"),
    "burned": pgettext_lazy("card", "to the discard"),
}
MEANS: Mapping[str, Promise] = {
    "voice": pgettext_lazy("declared", "by voice"),
    "gesture": pgettext_lazy("declared", "by gesture"),
}
REASONS: Mapping[str, Promise] = {
    "mistyped": pgettext_lazy("correction", "mistyped"),
    "misheard": pgettext_lazy("correction", "misheard"),
    "misread": pgettext_lazy("correction", "misread"),
    "pressed_early": pgettext_lazy("correction", "pressed too early"),
    "forgotten": pgettext_lazy("correction", "forgotten"),
    "found_out": pgettext_lazy("correction", "found out later"),
}
OUTCOMES: Mapping[str, Promise | str] = {
    "settled": "",
    "blank": "Colpo in Bianco",
    "annulled": pgettext_lazy("outcome", "the coup was annulled"),
    "null_seven": pgettext_lazy("outcome", "the coup was null"),
    "cancelled": pgettext_lazy("outcome", "not played: stakes returned"),
}
BY_WHOM: Mapping[str, Promise] = {MACHINE: pgettext_lazy("PIN", "a command at the machine")}
AT_DEVICE: Mapping[str, Promise] = {MACHINE: pgettext_lazy("PIN", "the machine of the house")}
SEEN = {True: pgettext_lazy("card", "seen"), False: pgettext_lazy("card", "unseen")}
STANDING = {True: pgettext_lazy("player", "who stands"), False: pgettext_lazy("player", "who sits")}
CASH = {True: pgettext_lazy("stake", "in banknotes"), False: pgettext_lazy("stake", "in chips")}
ACTIVE = {True: pgettext_lazy("person", "is back at work"), False: pgettext_lazy("person", "works here no more")}
LACKING: Mapping[str, Promise] = {
    "identity": pgettext_lazy("papers", "identity"),
    "age": pgettext_lazy("papers", "age"),
}
WHY_ERASED: Mapping[str, Promise] = {
    "asked_for": pgettext_lazy("erased", "somebody asked for it"),
    "too_old": pgettext_lazy("erased", "older than the house keeps them"),
}
ERASED = gettext_noop("(erased)")
REPORTS: Mapping[str, Promise] = {
    Report.INCIDENT: _("Incident"),
    Report.REGISTER: _("Register"),
    Report.TAGLIA: _("Taglia"),
    Report.CLOSING: _("Closing report"),
    Report.STATISTICS: _("Figures"),
    Report.HOUSE: _("Register of the house"),
    Report.PROOF: _("Proof"),
    Report.STATEMENT: _("Statement"),
    Report.SLIP: _("Slip"),
    Report.BANK_DAY: _("Banks of the house"),
    Report.CASH_REGISTER: _("Cash register"),
    Report.BANK_TIPS: _("Tips"),
}
HANDED_OUT: Mapping[str, Promise] = {
    "day": pgettext_lazy("hand-out", "day"),
    "all tables": pgettext_lazy("hand-out", "all tables"),
    "by person": pgettext_lazy("hand-out", "by person"),
    "refused": pgettext_lazy("hand-out", "refused"),
    "slip": pgettext_lazy("hand-out", "slip"),
    "position": pgettext_lazy("hand-out", "position"),
}
"""Words in the stored texts of what was handed out; codes, numbers, dates, and the query of a page have none."""


# --- PINs given anew


def in_words(it: Awaited) -> Awaited:
    """Return the PIN with who gave it and on which device in words of the active language, where these are codes."""
    return it._replace(by=str(BY_WHOM.get(it.by, it.by)), device=str(AT_DEVICE.get(it.device, it.device)))


def waiting_pins() -> list[Awaited]:
    """List those whose PIN others gave anew and who decide nothing by it yet, as :func:`awaited` does, latest first.

    They wait until they have set their own, and then until a third person has confirmed them or the hours that the
    house had set are over. Left out are PINs older than MOST_DELAY_HOURS or given with no hours set. By whom and on
    which device is in words of the active language.
    """
    return [in_words(it) for it in awaited(timezone.now())]
