"""A third card was served to a hand that had no right to it. Super Punto Banco, Art. 8.

By its order it may belong to the other hand. What is left over is the first card of the next coup, which is played in
bianco; so it is when the dealer served Punto before he turned a battuta of Banco.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Article, Kind, Remedy, Sign
from procedures.articles.asked import WORDS, Placement, take_in
from procedures.articles.offer import Offer, cards_out
from table.rules.regola import FIRST_CARDS

ARTICLE = Article(
    number=8,
    title=_("Undue third card"),
    kinds=(
        Kind(
            "undue_third",
            _("A third card was served that was not due"),
            take_in,
            asks=Placement,
            words=WORDS,
            offer=Offer(
                place=6,
                words=pgettext_lazy("incident", "a third card not due"),
                when=cards_out(FIRST_CARDS),
                more_cards=1,
            ),
            signs=(Sign("differs_from_the_regola"),),
            by_the_cards=True,
            blocking=True,
            rebuilds=True,
            left_over_is_undue=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.LAY_ANEW, Remedy.HOLD_CARD, Remedy.ANNUL, Remedy.REFER),
    phrase="Colpo in Bianco",
)
