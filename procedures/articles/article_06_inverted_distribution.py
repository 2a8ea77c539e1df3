"""Inverted distribution: cards of Punto were laid at Banco, or the other way round. Super Punto Banco, Art. 6.

The report says where each card lies, and what nobody can tell of the order. Rebuilt, the cards move without being
turned; what is not clear is annulled, the cards are burned, and no Colpo in Bianco follows.

What is keyed tells a face and its box, and never which card of the shoe it was: by hand it is reported, and never
noticed. Where an electronic shoe has read the cards, one that is turned at another box than it came out for is noticed
at that turn, and not before: the coup is held, and the dealer is asked where each card lies.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Article, Remedy, Sign
from procedures.articles.layout_answers import placement_kind, take_in_moved
from procedures.articles.offer import Offer, cards_out, line, upright
from table.rules.phase import Phase

ARTICLE = Article(
    number=6,
    title=_("Inverted distribution"),
    first=_("leave the cards as they lie, call the inspector"),
    kinds=(
        placement_kind(
            "inverted",
            _("Cards lie at the wrong box"),
            take_in_moved,
            offer=Offer(
                place=4,
                words=pgettext_lazy("incident", "cards at the wrong box"),
                drawing=(upright(8, 7), upright(46, 7), line("M29 15H43L39 11M43 25H29L33 29")),
                likely=(Phase.READING,),
                when=cards_out(2),
                more_cards=0,
            ),
            signs=(Sign("laid_elsewhere"),),
            placement_awaited=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.LAY_ANEW, Remedy.ANNUL, Remedy.REFER),
    topics=("remedies.inverted",),
)
