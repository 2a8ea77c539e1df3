"""Authorities of the rules: the topics that code may cite, and how a house cites each of them.

A topic of the game has its mark in every house, see :mod:`table.rules.houses`. A topic of Sabot's own is about the
record, the screens and their users: no document of a game deals with it, and it is the same in every house. Refusals,
verbs and reports cite a topic, never a document.
"""

from functools import lru_cache

from table.rules.houses import HOUSES, MARKS, UNSTATED, VENEZIA, Marked, marked
from table.rules.profile import Profile
from table.rules.topics.of_sabot import OF_SABOT
from table.rules.topics.sources import Cited, Said

TOPICS: frozenset[str] = frozenset(UNSTATED) | {topic for marks in MARKS.values() for topic in marks} | set(OF_SABOT)
"""Topics that may be cited."""
MOST_CITED = 4096
"""Citations that are cached; an act makes some twenty, for refusals that mostly never come."""


@lru_cache(MOST_CITED)
def cite(profile: Profile | None, topic: str) -> Cited:
    """Return the authority of a house for a topic, in English; without a profile, that of the Super Punto Banco.

    Only what a document states expressly is cited by document and article alone, after "as in" where it is another
    house's; a reading (it could be read otherwise), a default, a rule of the house and one of Sabot's own are labelled
    as such. With it come the titles of :func:`documents`. :func:`table.words.terms.in_words` translates it. An
    undeclared topic is an AssertionError. Cached.
    """
    assert topic in TOPICS, f"no topic {topic} is declared"
    house = profile or VENEZIA
    words = RULE_OF_SABOT if topic in OF_SABOT else _cited(marked(house, topic))
    return Cited(words, *documents(house))


def documents(profile: Profile) -> tuple[str, ...]:
    """Return the titles of the documents by which a house plays: its own, and that of the house from which it derives.

    The second is left out if that house is not declared. It is the same title again for a declared house that derives
    from no other, or from one of the same document.
    """
    there = HOUSES.get(profile.derived_from)
    return (profile.source,) if there is None else (profile.source, there.source)


RULE_OF_SABOT = "rule of Sabot"
RULE_OF_THE_HOUSE = "rule of this house"
DEFAULT = "default of Sabot"
AS_IN, READING = "as in ", "reading of "


def where(found: Marked) -> str:
    """Return the title of the document, with the article behind a comma if there is one; untranslated."""
    return f"{found.document}, {found.mark.article}" if found.mark.article else found.document


def read_where(found: Marked) -> str:
    """Return the source of a reading: the article alone if it is of the house's own document.

    If that has no article it is the document; if it is another house's document, that with the article, if it has one.
    """
    return where(found) if found.inherited else found.mark.article or found.document


def _cited(found: Marked) -> str:
    """Return the source of a rule in English: document and article if the document states it expressly.

    Another house's document has "as in" before it. A rule for which the document can also be read otherwise is a
    "reading of" its article; any other is "rule of this house" or, if the document is silent, "default of Sabot".
    """
    match found.mark.said:
        case Said.STATED:
            return AS_IN + where(found) if found.inherited else where(found)
        case Said.READING:
            return READING + read_where(found)
    return RULE_OF_THE_HOUSE if found.own else DEFAULT
