"""The reader does not follow the Regola. Super Punto Banco, Premessa.

It asks where the cards lie and what nobody can tell of their order. Both inspectors have to be there. Cards that were
given to the wrong side move, a card that is due to nobody is left over, one that is lacking is drawn.
A declaration that was wrong and had no effect is only noted, and play goes on.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import BOTH, Article, Kind, Remedy, Sign
from procedures.articles.asked import WORDS, Placement, take_in
from procedures.articles.offer import Offer, hand_is_read, reader_has_read
from procedures.articles.settled import by_law
from table.play.cards import claim_misled
from table.rules.profile import Role

ARTICLE = Article(
    number=0,
    title=_("Errors of the reader and of the dealer"),
    kinds=(
        Kind(
            "declaration",
            _("The reader did not follow the Regola"),
            take_in,
            asks=Placement,
            words=WORDS,
            offer=Offer(
                place=8,
                words=pgettext_lazy("incident", "the reader did not follow the Regola"),
                when=reader_has_read,
                roles=(Role.ISPETTORE_GIOCO,),
                more_cards=1,
            ),
            signs=(Sign("claim_differs"),),
            by_the_cards=True,
            prevails=claim_misled,
            blocking=True,
            rebuilds=True,
            left_over_is_undue=True,
        ),
        Kind(
            "declaration_without_effect",
            _("A wrong declaration that had no effect"),
            by_law,
            signs=(Sign("declaration_without_effect"),),
        ),
        Kind(
            "third_not_drawn",
            _("A third card that was due was not drawn"),
            take_in,
            asks=Placement,
            words=WORDS,
            offer=Offer(
                place=7,
                words=pgettext_lazy("incident", "a due third card not drawn"),
                when=hand_is_read,
                more_cards=1,
            ),
            blocking=True,
            rebuilds=True,
            left_over_is_undue=True,
        ),
    ),
    present=BOTH,
    remedies=(Remedy.LAY_ANEW, Remedy.ANNUL, Remedy.REFER),
)
