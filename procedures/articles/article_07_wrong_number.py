"""More or fewer than two cards in one of the hands. Super Punto Banco, Art. 7.

The report says what it does under Art. 6. The surplus card belongs by its order to the other hand, is a third card, or
waits for the next hand (Art. 1); a card that is lacking is the next of the shoe. The table notices it by itself when a
hand is turned with one card or three: the coup is held, and the dealer is asked how many cards are out and where each
of them lies.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Article, Remedy, Sign
from procedures.articles.layout_answers import placement_kind, take_in_moved
from procedures.articles.offer import Offer, cards_out, upright, wrong
from table.rules.phase import Phase

ARTICLE = Article(
    number=7,
    title=_("More or fewer than two cards"),
    first=_("leave the cards as they lie, call the inspector"),
    kinds=(
        placement_kind(
            "wrong_number",
            _("A box has more or fewer than two cards"),
            take_in_moved,
            offer=Offer(
                place=5,
                words=pgettext_lazy("incident", "three cards at one side, or one"),
                drawing=(upright(4, 7), upright(12, 7), wrong(20, 7), upright(50, 7)),
                likely=(Phase.READING,),
                when=cards_out(1),
                more_cards=2,
            ),
            signs=(Sign("wrong_number"),),
            placement_awaited=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.LAY_ANEW, Remedy.HOLD_CARD, Remedy.ANNUL, Remedy.REFER),
    topics=("remedies.number",),
)
