"""A third card was served to a hand that had no right to it. Super Punto Banco, Art. 8.

By its order it may belong to the other hand. What is left over is the first card of the next coup, which is played in
bianco; so it is when the dealer served Punto before he turned a battuta of Banco.
"""

from django.utils.translation import gettext_lazy as _

from procedures.articles.article import ISPETTORE, Article, Kind, Remedy
from procedures.articles.asked import WORDS, Lie, take_in

ARTICLE = Article(
    number=8,
    title=_("Undue third card"),
    kinds=(
        Kind(
            "undue_third",
            _("A third card was served that was not due"),
            take_in,
            asks=Lie,
            words=WORDS,
            blocking=True,
            rebuilds=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.LAY_ANEW, Remedy.HOLD_CARD, Remedy.ANNUL, Remedy.REFER),
    phrase="Colpo in Bianco",
)
