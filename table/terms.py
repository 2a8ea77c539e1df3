"""What the house calls things on its screens and reports: one label for each value, translated where it is shown.

Calls and proper terms keep their own wording in every language. :func:`say` is how a refusal is read.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from babel import Locale
from babel.numbers import format_decimal
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from table.rules.phase import Phase
from table.rules.profile import Box, Role
from table.rules.refusal import Cents, Listed, Refused
from table.rules.regola import Claim, Side

BOXES: dict[Box, Promise] = {
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
KINDS: dict[str, Promise] = {"main": _("Punto and Banco"), **{str(box): label for box, label in BOXES.items()}}
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
    Role.AUDITOR: _("Auditor"),
    Role.OPERATOR: _("Operator"),
    Role.INSTRUCTOR: _("Instructor"),
    Role.SHOE: _("Shoe reader"),
}
# The same people as those by whom something is done; the article belongs to the office.
BY: dict[Role, Promise] = {
    Role.DEALER: _("by the dealer"),
    Role.ISPETTORE_GIOCO: _("by the Ispettore di Gioco"),
    Role.ISPETTORE_COMUNALE: _("by the Ispettore Comunale"),
    Role.CAPO_ISOLA: _("by the Capo Isola"),
    Role.CAPO_TAVOLO: _("by the Capo Tavolo"),
    Role.DIREZIONE: _("by the Direzione"),
}

# What a reader says keeps its own wording; what the Regola makes of it does not.
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


# --- what is done at a table, as those who do it call it

ACTS: dict[str, Promise] = {
    "reserve": pgettext_lazy("act", "reserve a seat"),
    "cancel_reservation": pgettext_lazy("act", "cancel the reservation"),
    "confirm_identity": pgettext_lazy("act", "confirm the identity"),
    "assign": pgettext_lazy("act", "assign a seat"),
    "occupy": pgettext_lazy("act", "take the seat"),
    "mark": pgettext_lazy("act", "mark the seat"),
    "return": pgettext_lazy("act", "back at the seat"),
    "report_unmarked_absence": pgettext_lazy("act", "gone without marking"),
    "release": pgettext_lazy("act", "give the seat up"),
    "stand_at": pgettext_lazy("act", "take part standing"),
    "leave_standing": pgettext_lazy("act", "standing player leaves"),
    "load": pgettext_lazy("act", "load the shoe"),
    "shuffle": pgettext_lazy("act", "shuffle"),
    "cut": pgettext_lazy("act", "cut"),
    "insert_cut_card": pgettext_lazy("act", "put the cut card in"),
    "cut_card_out": pgettext_lazy("act", "cut card out"),
    "call_last_coup": pgettext_lazy("act", "call the last coup"),
    "replace_decks": pgettext_lazy("act", "replace the decks"),
    "void_shoe": pgettext_lazy("act", "take the shoe off the table"),
    "reconcile": pgettext_lazy("act", "count the taglia"),
    "open_bets": pgettext_lazy("act", "open the betting"),
    "place": pgettext_lazy("act", "stake"),
    "raise": pgettext_lazy("act", "raise a stake"),
    "lower": pgettext_lazy("act", "lower a stake"),
    "withdraw": pgettext_lazy("act", "take a stake off"),
    "clear": pgettext_lazy("act", "clear the stakes"),
    "change_cash": pgettext_lazy("act", "change banknotes"),
    "keep": pgettext_lazy("act", "keep the stakes of the tie"),
    "repeat": pgettext_lazy("act", "repeat the stakes"),
    "name_highest": pgettext_lazy("act", "name the highest on Punto"),
    "close_bets": pgettext_lazy("act", "Rien ne va plus"),
    "pass_reading": pgettext_lazy("act", "pass the reading on"),
    "order_dealer_to_complete": pgettext_lazy("act", "have the dealer complete"),
    "play_blank": pgettext_lazy("act", "Colpo in Bianco"),
    "deal": pgettext_lazy("act", "four cards"),
    "card_out": pgettext_lazy("act", "card out"),
    "report_visible": pgettext_lazy("act", "next card visible"),
    "declare": pgettext_lazy("act", "declaration"),
    "turn_battuta": pgettext_lazy("act", "battuta"),
    "turn_banco": pgettext_lazy("act", "turn Banco"),
    "turn_punto": pgettext_lazy("act", "turn Punto"),
    "turn_third": pgettext_lazy("act", "turn the third card"),
    "announce": pgettext_lazy("act", "announce the points"),
    "extract_remaining": pgettext_lazy("act", "draw the remaining cards"),
    "settle": pgettext_lazy("act", "pay and collect"),
    "annul": pgettext_lazy("act", "annul the coup"),
    "burn": pgettext_lazy("act", "burn the cards"),
    "tip": pgettext_lazy("act", "tip"),
    "correct_entry": pgettext_lazy("act", "correct an entry"),
    "report_incident": pgettext_lazy("act", "report an incident"),
    "add_evidence": pgettext_lazy("act", "say more of an incident"),
    "withdraw_incident": pgettext_lazy("act", "withdraw an incident"),
    "attest": pgettext_lazy("act", "attest one’s presence"),
    "ratify": pgettext_lazy("act", "ratify the reconstruction"),
    "annul_incident": pgettext_lazy("act", "annul the coup for an incident"),
    "refer": pgettext_lazy("act", "refer to the Direzione"),
    "rule": pgettext_lazy("act", "rule"),
    "authorise_replacement": pgettext_lazy("act", "replace a worn card"),
    "sign_on": pgettext_lazy("act", "sign on"),
    "sign_off": pgettext_lazy("act", "sign off"),
    "open_table": pgettext_lazy("act", "open the table"),
    "close_table": pgettext_lazy("act", "close the table"),
    "suspend": pgettext_lazy("act", "suspend the game"),
    "resume": pgettext_lazy("act", "resume the game"),
    "set_limits": pgettext_lazy("act", "set the limits"),
    "confirm_limits": pgettext_lazy("act", "confirm the limits"),
    "set_button": pgettext_lazy("act", "put the Button right"),
    "order_blank": pgettext_lazy("act", "order a Colpo in Bianco"),
    "annotate": pgettext_lazy("act", "note"),
    "acknowledge_alert": pgettext_lazy("act", "acknowledge an alert"),
    "set_up": pgettext_lazy("act", "set the rules"),
    "change_rules": pgettext_lazy("act", "change the rules"),
    "take_on": pgettext_lazy("act", "take somebody on"),
    "set_role": pgettext_lazy("act", "give a role"),
    "set_active": pgettext_lazy("act", "make somebody active or inactive"),
    "give_pin": pgettext_lazy("act", "give a new PIN"),
    "lift_lock_out": pgettext_lazy("act", "lift a lock-out"),
    "sign_in": pgettext_lazy("act", "sign in"),
    "sign_out": pgettext_lazy("act", "sign out"),
    "add_table": pgettext_lazy("act", "add a table"),
    "pair_display": pgettext_lazy("act", "pair a display"),
    "revoke_display": pgettext_lazy("act", "revoke a display"),
}


# --- what inspectors are told, and what players propose

ALERTS: dict[str, Promise] = {
    "card_held": pgettext_lazy("alert", "A card too many is set aside for the next hand."),
    "card_visible": pgettext_lazy("alert", "The next card lies visible in the sabot."),
    "cards_burned": pgettext_lazy("alert", "Cards were burned out of turn."),
    "blank_due": pgettext_lazy("alert", "A Colpo in Bianco is due."),
    "premature_turn": pgettext_lazy("alert", "The reader turned the cards too early."),
    "claim_differs": pgettext_lazy("alert", "Punto’s cards belie what was declared; the coup is held."),
    "differs_from_the_regola": pgettext_lazy("alert", "After a correction the cards do not agree with the Regola."),
    "wrong_number": pgettext_lazy("alert", "One or three cards were turned at a box; the coup is held."),
    "wrong_announcement": pgettext_lazy("alert", "Wrong points were announced."),
    "cut_card_too_deep": pgettext_lazy("alert", "Too few cards lie behind the cut card."),
    "count_differs": pgettext_lazy("alert", "A count of the cards came out otherwise than expected."),
    "coup_null": pgettext_lazy("alert", "The last coup is null: too few cards are on the table."),
    "coup_annulled": pgettext_lazy("alert", "A coup was annulled."),
    "incident_reported": pgettext_lazy("alert", "An incident was reported."),
    "incident_referred": pgettext_lazy("alert", "A case was referred to the Direzione."),
    "money_corrected": pgettext_lazy("alert", "What was paid has changed; the differences are posted."),
    "left_without_owner": pgettext_lazy("alert", "Chips lie on the felt whose owner is not there."),
    "entry_corrected": pgettext_lazy("alert", "An entry was corrected."),
}
"""By the name of the effect that raised the alert; the facts beside it tell which card, position or amount."""
PROPOSALS: dict[str, Promise | str] = {
    "seat": pgettext_lazy("proposal", "asks for this seat"),
    "mark": pgettext_lazy("proposal", "marks the place"),
    "return": pgettext_lazy("proposal", "is back"),
    "carta": CALLS[Claim.CARTA],
    "no_carta": CALLS[Claim.NO_CARTA],
}
DISPLAYS: dict[str, Promise] = {
    "seat": pgettext_lazy("display", "seat display"),
    "sign": pgettext_lazy("display", "table sign"),
}


# --- a refusal, as it is read

WORDS: dict[str, Mapping[Any, Promise]] = {
    "verb": ACTS,
    "phase": PHASES,
    "status": STATUSES | SHOES,
    "expected": SEATS | SHOES,
    "state": SEATS,
    "role": ROLES,
    "roles": ROLES,
    "side": SIDES,
    "box": BOXES,
    "kind": KINDS,
    "kinds": KINDS,
    "how": DEALING,
}
"""The words for facts that are codes, by the name of the fact in the sentence."""


def say(refused: Refused) -> str:
    """The sentence of a refusal in the reader's language: words for codes, amounts as they are written there."""
    return gettext(refused.sentence) % {name: _said(name, fact) for name, fact in refused.facts.items()}


def _said(name: str, fact: object) -> object:
    if isinstance(fact, Listed):
        return Listed(_said(name, part) for part in fact)
    if isinstance(fact, Cents):
        locale = Locale.parse(get_language() or settings.LANGUAGE_CODE, sep="-")
        return format_decimal(Decimal(fact).scaleb(-2), format="#,##0.00", locale=locale)
    return WORDS.get(name, {}).get(str(fact), fact)
