"""The cut card, and the seven cards. Super Punto Banco, Art. 5.

Always in force: ``cut_card_out``, ``extract_remaining``. That a last coup is null is noticed, and no claim is
admitted.
"""

from django.utils.translation import gettext_lazy as _

from procedures.articles.article import Article, Kind, Sign
from procedures.articles.settled import by_law

ARTICLE = Article(
    number=5,
    title=_("The cut card and the seven cards"),
    kinds=(Kind("null_seven", _("The last coup is null"), by_law, signs=(Sign("coup_null"),)),),
    phrase="Ultimo colpo della taglia, minimo sette carte o nullo",
    kept_in="table.verbs.counting",
)
