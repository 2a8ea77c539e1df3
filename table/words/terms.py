"""Labels of values on screens and reports: one for each value, translated where it is shown.

Calls and proper terms keep their own wording in every language.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.rules.authority import AS_IN, DEFAULT, READING, RULE_OF_SABOT, RULE_OF_THE_HOUSE
from table.rules.payout import MoneyKind
from table.rules.phase import Phase
from table.rules.profile import Box, Role, Ruling
from table.rules.regola import Claim, Outcome, Result, Side
from table.rules.topics.sources import Said

BOX_NAMES: dict[Box, Promise] = {
    Box.PUNTO: _("Punto"),
    Box.BANCO: _("Banco"),
    Box.EGALITE: _("Egalité"),
    Box.PLAYER_PAIR: _("Player pair"),
    Box.BANKER_PAIR: _("Banker pair"),
    Box.EITHER_PAIR: _("Either pair"),
    Box.PERFECT_PAIR: _("Perfect pair"),
    Box.GRANDE: _("Grande"),
    Box.PICCOLO: _("Piccolo"),
}
KINDS: dict[str, Promise] = {"main": _("Punto and Banco"), **{str(box): label for box, label in BOX_NAMES.items()}}
SIDES: dict[Side, Promise] = {Side.PUNTO: _("Punto"), Side.BANCO: _("Banco")}
WINS_WHEN: dict[Box, Promise] = {
    Box.PUNTO: _("Punto has more points"),
    Box.BANCO: _("Banco has more points"),
    Box.EGALITE: _("both have the same points"),
    Box.PLAYER_PAIR: _("the first two cards of Punto are a pair"),
    Box.BANKER_PAIR: _("the first two cards of Banco are a pair"),
    Box.EITHER_PAIR: _("there is a pair in at least one hand"),
    Box.PERFECT_PAIR: _("there is a pair of one suit in at least one hand"),
    Box.GRANDE: _("the coup takes five or six cards"),
    Box.PICCOLO: _("the coup takes four cards"),
}

ROLES: dict[Role, Promise] = {
    Role.DEALER: _("Dealer"),
    Role.ISPETTORE_GIOCO: _("Ispettore di Gioco"),
    Role.ISPETTORE_COMUNALE: _("Ispettore Comunale"),
    Role.CAPO_ISOLA: _("Capo Isola"),
    Role.CAPO_TAVOLO: _("Capo Tavolo"),
    Role.DIREZIONE: _("Direzione"),
    Role.CASSA: pgettext_lazy("office", "Cash desk"),
    Role.VIDEO: pgettext_lazy("office", "Camera desk"),
    Role.AUDITOR: _("Auditor"),
    Role.OPERATOR: _("Operator"),
    Role.INSTRUCTOR: _("Instructor"),
    Role.SHOE: _("Shoe reader"),
}
# The same offices as agents; the article belongs to the office, so each phrase is translated as a whole.
BY: dict[Role, Promise] = {
    Role.DEALER: _("by the dealer"),
    Role.ISPETTORE_GIOCO: _("by the Ispettore di Gioco"),
    Role.ISPETTORE_COMUNALE: _("by the Ispettore Comunale"),
    Role.CAPO_ISOLA: _("by the Capo Isola"),
    Role.CAPO_TAVOLO: _("by the Capo Tavolo"),
    Role.DIREZIONE: _("by the Direzione"),
}

RULINGS: dict[Ruling, Promise] = {
    Ruling.CONTINUE: pgettext_lazy("ruling", "the coup goes on"),
    Ruling.VALIDATE: pgettext_lazy("ruling", "the result stands as the cards lie"),
    Ruling.ANNUL: pgettext_lazy("ruling", "the coup is annulled"),
    Ruling.CORRECT_MONEY: pgettext_lazy("ruling", "what was paid is corrected"),
    Ruling.END_TAGLIA: pgettext_lazy("ruling", "the taglia ends"),
    Ruling.REPLACE_DECKS: pgettext_lazy("ruling", "new decks"),
    Ruling.CLOSE_TABLE: pgettext_lazy("ruling", "the table closes"),
}
"""Rulings that the Direzione may order, in the order in which they are carried out."""

# Spoken by a reader, and so not translated; what the Regola makes of it is.
CALLS: dict[Claim, str] = {Claim.CARTA: "carta", Claim.NO_CARTA: "no carta", Claim.BATTUTA: "battuta"}
CLAIMS: dict[Claim, Promise] = {
    Claim.CARTA: _("takes a third card"),
    Claim.NO_CARTA: _("stands on two cards"),
    Claim.BATTUTA: _("is turned at once; nobody draws"),
}

DEALING: dict[str, Promise] = {
    "face_down": pgettext_lazy("cards", "face down"),
    "face_up": pgettext_lazy("cards", "face up"),
    "automatic": pgettext_lazy("cards", "dealt by the game"),
}
READER: dict[str, Promise] = {
    "highest_punto": _("the largest stake on Punto"),
    "none": _("the dealer"),
}
BUTTON: dict[bool, Promise] = {
    True: pgettext_lazy("Button", "in use"),
    False: pgettext_lazy("Button", "none"),
}

GROUPS: dict[str, Promise] = {
    "shoe": _("Shoe and cut card"),
    "reading": _("Dealing, reading and the Button"),
    "stakes": _("Stakes and limits"),
    "payment": _("Payment"),
    "decisions": _("Who decides"),
    "mishaps": _("When cards go wrong"),
    "bank": _("The bank of the table"),
}
MARKS: dict[Said, Promise] = {
    Said.STATED: pgettext_lazy("mark", "stated"),
    Said.READING: pgettext_lazy("mark", "a reading"),
    Said.DEFAULT: pgettext_lazy("mark", "a default"),
}


# --- how things stand

PHASES: dict[Phase, Promise] = {
    Phase.BETTING: pgettext_lazy("phase", "betting open"),
    Phase.CLOSED: pgettext_lazy("phase", "betting closed"),
    Phase.DEALING: pgettext_lazy("phase", "dealing"),
    Phase.READING: pgettext_lazy("phase", "cards before the reader"),
    Phase.DECLARED: pgettext_lazy("phase", "declared"),
    Phase.BANCO_UP: pgettext_lazy("phase", "Banco turned"),
    Phase.DRAWING: pgettext_lazy("phase", "third cards"),
    Phase.PUNTO_UP: pgettext_lazy("phase", "both hands turned"),
    Phase.ANNOUNCED: pgettext_lazy("phase", "points announced"),
    Phase.COUNTING: pgettext_lazy("phase", "remaining cards counted"),
    Phase.SETTLED: pgettext_lazy("phase", "stakes settled"),
    Phase.ENDED: pgettext_lazy("phase", "cards burned"),
}
STATUSES: dict[str, Promise] = {
    "closed": pgettext_lazy("table", "closed"),
    "open": pgettext_lazy("table", "open"),
    "suspended": pgettext_lazy("table", "suspended"),
}
SHOES: dict[str, Promise] = {
    "none": pgettext_lazy("shoe", "not on the table"),
    "loaded": pgettext_lazy("shoe", "loaded"),
    "shuffled": pgettext_lazy("shoe", "shuffled"),
    "cut": pgettext_lazy("shoe", "cut"),
    "ready": pgettext_lazy("shoe", "ready"),
    "in_play": pgettext_lazy("shoe", "in play"),
    "last_coup": pgettext_lazy("shoe", "at its last coup"),
    "ended": pgettext_lazy("shoe", "ended"),
    "void": pgettext_lazy("shoe", "taken off the table"),
}
SEATS: dict[str, Promise] = {
    "free": pgettext_lazy("position", "free"),
    "assigned": pgettext_lazy("position", "assigned"),
    "occupied": pgettext_lazy("position", "occupied"),
    "marked": pgettext_lazy("position", "marked"),
}
SEVERITIES: dict[str, Promise] = {
    "holds": pgettext_lazy("alert", "the coup is held"),
    "person": pgettext_lazy("alert", "somebody is needed"),
    "notice": pgettext_lazy("alert", "to be noted"),
}

UNCOLLECTED: dict[str, Promise] = {
    "winnings": pgettext_lazy("uncollected", "winnings"),
    "stake": pgettext_lazy("uncollected", "a stake"),
    "chips": pgettext_lazy("uncollected", "other chips"),
    "notes": pgettext_lazy("uncollected", "banknotes"),
}


# --- what players propose

PROPOSALS: dict[str, Promise | str] = {
    "seat": pgettext_lazy("proposal", "asks for this seat"),
    "mark": pgettext_lazy("proposal", "marks the place"),
    "return": pgettext_lazy("proposal", "is back"),
    "carta": CALLS[Claim.CARTA],
    "no_carta": CALLS[Claim.NO_CARTA],
    "dispute": pgettext_lazy("proposal", "disputes a coup"),
}
DISPLAYS: dict[str, Promise] = {
    "seat": pgettext_lazy("display", "seat display"),
    "sign": pgettext_lazy("display", "table sign"),
}


WHOSE: dict[str, Promise] = {
    DEFAULT: _("default of Sabot"),
    RULE_OF_SABOT: _("rule of Sabot"),
    RULE_OF_THE_HOUSE: _("rule of this house"),
}
WHERE: dict[str, Promise] = {AS_IN: _("as in %(source)s"), READING: _("reading of %(source)s")}

# --- endings, results and money in reports

ENDINGS: Mapping[str, Promise | str] = {
    Outcome.SETTLED: pgettext_lazy("coups", "played and paid"),
    Outcome.BLANK: "Colpi in Bianco",
    Outcome.ANNULLED: pgettext_lazy("coups", "annulled"),
    Outcome.NULL_SEVEN: pgettext_lazy("coups", "null: too few cards"),
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


def in_words(cited: str) -> str:
    """Translate the words that :func:`table.rules.authority.cite` returns into the active language.

    These are “default of Sabot” and the like, and “as in” or “reading of” a source. Any other text, such as a
    document's title, is returned unchanged.
    """
    for start, words in WHERE.items():
        if cited.startswith(start):
            return str(words) % {"source": cited.removeprefix(start)}
    return str(WHOSE.get(cited, cited))
