"""Cut card, and the seven cards of a last coup. Super Punto Banco, Art. 5.

Always in force: ``cut_card_out``, ``extract_remaining``. That a last coup is null is noticed, and no claim is admitted.
That the sabot is empty can be reported whatever the record says, and is offered once a card has come out: where the
record does not agree, the Ispettore di Gioco looks into the sabot before the article is applied to the cards there are.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Article, Kind, Nothing, Remedy, Sign, by_law
from procedures.articles.offer import Offer, shoe_may_be_empty
from procedures.models import Incident
from table.play.act import Act
from table.play.shoe import in_use


def find_empty(act: Act, case: Incident, facts: Nothing) -> None:
    """Settle the report of an empty sabot if all cards are out by the record, too.

    Else leave it open, which holds up play until it is decided, and record ``count_differs`` with the number of cards
    that the record has in the sabot still, and 0 counted. Refuses (E_SHOE) without a shoe in use.
    """
    shoe = in_use(act)
    if shoe.out == shoe.cards_total:
        by_law(act, case, facts)
    else:
        act.effect("count_differs", expected=shoe.cards_total - shoe.out, counted=0)


ARTICLE = Article(
    number=5,
    title=_("The cut card and the last coup"),
    first=lambda profile: (
        _("call it at once: the last coup")
        if profile.min_last_coup_cards is None
        else _("call it at once; count before you pay")
    ),
    kinds=(
        Kind("null_seven", _("The last coup is null"), by_law, signs=(Sign("coup_null"),)),
        Kind(
            "sabot_empty",
            _("The sabot is empty"),
            find_empty,
            asks=Nothing,
            offer=Offer(place=14, words=pgettext_lazy("incident", "the sabot is empty"), when=shoe_may_be_empty),
            of_real_cards=True,
            awaited=_("Awaited: the Ispettore di Gioco looks into the sabot."),
            blocking=True,
            between_coups=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.TAKE_AS_EMPTY, Remedy.REFER),
    topics=("cut_card", "min_last_coup_cards", "min_last_coup_cards.counted"),
    phrase="Ultimo colpo della taglia, minimo sette carte o nullo",
)
