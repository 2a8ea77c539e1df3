"""Citations: on whose authority a rule of a house holds, as its page and the reports say it."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.authority import read_where, where
from table.rules.houses import marked
from table.rules.profile import Profile
from table.rules.topics.sources import Said
from table.words.terms import MARKS


class Citation(NamedTuple):
    """Mark of a rule, its name, and its words: the authority, the other reading, or that there is none."""

    said: Said
    label: Promise
    words: str


def citation(profile: Profile, topic: str, *, other: str = "") -> Citation:
    """Return the citation of a rule of a house: its mark, the name of that, and in words on whose authority it holds.

    The mark says if the document states the rule or can be read so; else it is a default: of the house itself where it
    has changed the rule or no document has a mark for the topic, or of Sabot where the document is silent. ``other``
    is the sentence for the other way to read it, needed only then. What a derived house has left unchanged is cited
    from the document from which it derives.
    """
    found = marked(profile, topic)
    match found.mark.said:
        case Said.STATED:
            words = _("as in %(source)s") % {"source": where(found)} if found.inherited else where(found)
        case Said.READING:
            text = _("Sabot reads %(source)s so; it can also be read: %(other)s")
            words = text % {"source": read_where(found), "other": other}
        case Said.DEFAULT if found.own:
            words = _("this house has decided it so")
        case _:
            words = _("the source is silent: a default of Sabot")
    return Citation(found.mark.said, MARKS[found.mark.said], words)
