"""Where the rules of a house are stated, as its page says it."""

from django.utils.translation import gettext as _

from table.rules.houses import stated
from table.rules.profile import Profile


def cited(profile: Profile, topic: str) -> str:
    """The document and article that state this of the house, ``Super Punto Banco, Art. 5``; empty where none does.

    What a derived house has left as it was is cited from the document of the first one, and said to be.
    """
    found = stated(profile, topic)
    if found is None:
        return ""
    where = f"{found.document}, {found.article}" if found.article else found.document
    return _("as in %(source)s") % {"source": where} if found.inherited else where
