"""Cases that the regulations do not foresee, decided by the Direzione without appeal. Super Punto Banco, Art. 16.

A foreign card, one that is missing, a broken shoe: play stands still, the case is referred, and the ruling is final.
"""

from typing import Literal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import Answers, Article, Kind, Remedy
from procedures.articles.offer import Offer, always
from procedures.models import Incident
from table.play.act import Act
from table.rules.profile import Role


class Unforeseen(Answers, frozen=True):
    """Answers: what has happened, in one word, which says too little: the report says the rest in words of its own."""

    what: Literal["foreign_card", "missing_card", "shoe_broken", "disturbance", "other"]


def take_in(act: Act, case: Incident, facts: Unforeseen) -> None:
    """Change nothing: the case is open until it is referred and ruled on."""
    del act, case, facts


WHAT = {
    "foreign_card": pgettext_lazy("unforeseen", "a card that is not of these decks"),
    "missing_card": pgettext_lazy("unforeseen", "a card is missing"),
    "shoe_broken": pgettext_lazy("unforeseen", "the sabot is broken"),
    "disturbance": pgettext_lazy("unforeseen", "a disturbance at the table"),
    "other": pgettext_lazy("unforeseen", "something else"),
}
ARTICLE = Article(
    number=16,
    title=_("Cases not foreseen"),
    first=_("stop, and refer to the Direzione"),
    kinds=(
        Kind(
            "unforeseen",
            _("Something that the regulations do not foresee"),
            take_in,
            asks=Unforeseen,
            words={"what": _("What has happened?")},
            answers={"what": WHAT},
            in_words=always,
            offer=Offer(
                place=12, words=pgettext_lazy("incident", "a foreign card, or one missing"), when=always, group="other"
            ),
            blocking=True,
            between_coups=True,
        ),
    ),
    present=frozenset({Role.DIREZIONE}),
    remedies=(Remedy.REFER,),
    topics=("unforeseen", "rulings"),
)
