"""Worn cards, each replaced by one of the same rank and suit. Super Punto Banco, Art. 4.

The dealer asks for it and the Ispettore di Gioco authorises it, between two coups; the value of a hand never changes.
New decks are the verb ``replace_decks``, at the end of a taglia.
"""

from typing import Literal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Answers, Article, Kind, Remedy
from procedures.articles.offer import Offer, shoe_in_use
from procedures.models import Incident
from table.models import DrawnCard
from table.play.act import Act
from table.play.shoe import in_use
from table.rules.cards import UNKNOWN, parse
from table.rules.refusal import Code, require


class Worn(Answers, frozen=True):
    """Answers about a worn card. ``card``: its face. ``number``: its number of the taglia, if it is out.

    A covered one is turned first.
    """

    card: str | None = None
    number: int | None = None
    damage: Literal["stained", "bent", "torn", "marked"] = "bent"


def take_in(act: Act, case: Incident, facts: Worn) -> None:
    """Check what is said of the worn card; the case stays open until it is replaced, and holds up nothing.

    The taglia is added to the facts where the card's number in it is given. Refuses (E_SHOE) a number without a shoe in
    use, (E_CARD) a number that is not out, a report without face and number, a text that is no face, or another face
    than the card with that number shows, and (E_CARD_COVERED) the unknown face, or any face for a covered card.
    """
    card = None
    if facts.number is not None:
        shoe = in_use(act)
        card = shoe.cards.filter(number=facts.number).first()
        case.facts = case.facts | {"taglia": shoe.taglia}
    require(facts.number is None or card, Code.CARD, "Card %(number)s is not out.", number=facts.number)
    require(facts.card or card, Code.CARD, "Say which card it is, by its face or its number.")
    if facts.card is not None:
        _check_face(facts.card, card)
    case.blocking = False


def _check_face(text: str, card: DrawnCard | None) -> None:
    """Refuse the face of a worn card: (E_CARD_COVERED) the unknown face, or any face if ``card`` lies covered.

    Refuses (E_CARD) a text that is no card, and another face than that of the open ``card``. With None, a card that is
    not out, any known face passes.
    """
    face = parse(text)
    require(face is not UNKNOWN, Code.CARD_COVERED, "A card that is replaced shows its face.")
    require(
        card is None or card.face,
        Code.CARD_COVERED,
        "A card that lies covered has no face yet: it is turned by the game before it is replaced.",
    )
    require(
        card is None or card.face == str(face), Code.CARD, "%(card)s lies open there already.", card=card and card.face
    )


DAMAGE = {
    "bent": pgettext_lazy("card", "bent"),
    "torn": pgettext_lazy("card", "torn"),
    "stained": pgettext_lazy("card", "stained"),
    "marked": pgettext_lazy("card", "marked"),
}
ARTICLE = Article(
    number=4,
    title=_("Worn cards and new decks"),
    first=_("report it; it is replaced between two coups"),
    kinds=(
        Kind(
            "worn_card",
            _("A card is worn"),
            take_in,
            asks=Worn,
            words={
                "card": _("What does it show?"),
                "number": _("Which card, in the order they came out?"),
                "damage": _("What is wrong with it?"),
            },
            answers={"damage": DAMAGE},
            offer=Offer(place=10, words=pgettext_lazy("incident", "a card is worn"), when=shoe_in_use),
            of_real_cards=True,
            awaited=_("Awaited: the Ispettore di Gioco with a spare card, between two coups."),
            between_coups=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.REPLACE,),
    topics=("worn", "worn.same"),
)
