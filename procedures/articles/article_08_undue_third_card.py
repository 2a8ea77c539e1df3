"""Undue third card, served to a hand that had no right to it. Super Punto Banco, Art. 8.

By its order it may belong to the other hand. What is left over is the first card of the next coup, which is played in
bianco; so it is when the dealer served Punto before turning a battuta of Banco.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Article, Remedy, Sign
from procedures.articles.layout_answers import WORDS, Placement, placement_kind, take_in
from procedures.articles.offer import Offer, cards_out, third, upright
from procedures.models import Incident
from procedures.rebuild.placement import as_recorded
from procedures.rebuild.reported import OUT
from table.play.act import Act
from table.rules.phase import Phase
from table.rules.refusal import Code, require
from table.rules.regola import FIRST_CARDS


class Undue(Placement, frozen=True):
    """Answers of a placement. ``served``: the last card of the report was served by itself, after all others."""

    served: bool = False


def take_in_undue(act: Act, case: Incident, facts: Undue) -> None:
    """Take in the report of where the cards lie after a third card that was not due.

    ``served``: the last card was served by itself, after all others. Refuses (E_EVIDENCE) that unless the report is the
    recorded layout with one card more behind it, and as :func:`take_in` does.
    """
    before = as_recorded(act.state)
    require(
        not facts.served or (facts.laid is not None and [*facts.laid[:-1]] == before and OUT not in facts.laid),
        Code.EVIDENCE,
        "A third card that was served by itself comes behind all that the record has.",
        source=act.cite("evidence"),
    )
    take_in(act, case, facts)


ARTICLE = Article(
    number=8,
    title=_("Undue third card"),
    first=_("do not take it back; call the inspector"),
    kinds=(
        placement_kind(
            "undue_third",
            _("A third card was served that was not due"),
            take_in_undue,
            asks=Undue,
            words=WORDS | {"served": _("Was the last of them served by itself, after all others?")},
            offer=Offer(
                place=6,
                words=pgettext_lazy("incident", "a third card not due"),
                drawing=(upright(4, 7), upright(25, 7), third()),
                likely=(Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP),
                when=cards_out(FIRST_CARDS),
                more_cards=1,
            ),
            signs=(Sign("differs_from_the_regola"),),
            by_the_cards=True,
            left_over_is_undue=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.LAY_ANEW, Remedy.HOLD_CARD, Remedy.ANNUL, Remedy.REFER),
    topics=("remedies.undue", "art8_unseen_excess"),
    phrase="Colpo in Bianco",
)
