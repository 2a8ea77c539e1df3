"""On whose word a rule of a house holds, as its page and the reports say it."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.houses import Marked, marked
from table.rules.profile import Profile
from table.rules.topics.authority import read_where, where
from table.rules.topics.sources import Said
from table.terms import MARKS


class Citation(NamedTuple):
    """The mark of a rule, its name, and what is said beside it: the authority, the other reading, or none."""

    said: Said
    label: Promise
    words: str


def citation(profile: Profile, topic: str, *, other: str = "") -> Citation:
    """The mark of a rule; ``other`` is how its document can be read too.

    Only what a document states in as many words cites it as its authority. What a derived house has left as it was is
    cited from the document of the first one, and said to be.
    """
    found = marked(profile, topic)
    said = found.mark.said
    return Citation(said, MARKS[said], _words(found, other))


def cited(profile: Profile, topic: str) -> str:
    """The document and article that state this of the house, ``Super Punto Banco, Art. 5``; empty where none does."""
    found = marked(profile, topic)
    return _words(found, "") if found.mark.said == Said.STATED else ""


def _words(found: Marked, other: str) -> str:
    match found.mark.said:
        case Said.STATED:
            return _("as in %(source)s") % {"source": where(found)} if found.inherited else where(found)
        case Said.READING:
            text = _("Sabot reads %(source)s so; it can also be read: %(other)s")
            return text % {"source": read_where(found), "other": other}
        case Said.DEFAULT if found.own:
            return _("this house has decided it so")
    return _("the source is silent: a default of Sabot")
