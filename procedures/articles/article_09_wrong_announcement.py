"""Wrong announcement of points. Super Punto Banco, Art. 9.

Always in force: ``announce`` compares with the cards, keeps wrong figures and asks for the right ones with the formula.
If stakes were paid on other figures, the differences are posted.
"""

from django.utils.translation import gettext_lazy as _

from procedures.articles.article import Article, Kind, Remedy, Sign, by_law

ARTICLE = Article(
    number=9,
    title=_("Wrong announcement"),
    first=_("«Le carte parlano», and the right points at once"),
    kinds=(Kind("wrong_announcement", _("Wrong points were announced"), by_law, signs=(Sign("wrong_announcement"),)),),
    remedies=(Remedy.CARDS_SPEAK,),
    topics=("announced_wrongly",),
    phrase="Le carte parlano",
)
