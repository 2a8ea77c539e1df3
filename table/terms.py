"""What the house calls things on its screens and reports: one label for each value, translated where it is shown.

Calls and proper terms keep their own wording in every language.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.rules.profiles import Box, Role
from table.rules.regola import Claim

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
