"""On whose word the house acts: the topics that code may cite, and how a house cites each.

A topic of the game has its mark in every house, see :mod:`table.rules.houses`. A topic of Sabot's own is about the
record, the screens and the persons at them: no document of a game could say anything of it, and it is the same in
every house. A refusal, a verb and a report cite a topic, never a document.
"""

from table.rules.houses import HOUSES, MARKS, UNSTATED, VENEZIA, Marked, marked
from table.rules.profile import Profile
from table.rules.topics.of_sabot import OF_SABOT
from table.rules.topics.sources import Cited, Said

TOPICS: frozenset[str] = frozenset(UNSTATED) | {topic for marks in MARKS.values() for topic in marks} | set(OF_SABOT)
"""Every topic that may be cited."""


def cite(profile: Profile | None, topic: str) -> Cited:
    """On whose word a house has this, in English; before a table has its rules, as the Super Punto Banco says it.

    Only what a document states in as many words is cited by its article alone; a reading, a default, a rule of the
    house and one of Sabot's own are called so. :func:`table.terms.in_words` puts it into the language of the reader.
    """
    assert topic in TOPICS, f"no topic {topic} is declared"
    house = profile or VENEZIA
    words = RULE_OF_SABOT if topic in OF_SABOT else _cited(marked(house, topic))
    return Cited(words, *documents(house))


def documents(profile: Profile) -> tuple[str, ...]:
    """The document by which a house plays, and that of the house from which it derives, if it derives from one."""
    there = HOUSES.get(profile.derived_from)
    return (profile.source,) if there is None else (profile.source, there.source)


RULE_OF_SABOT = "rule of Sabot"
RULE_OF_THE_HOUSE = "rule of this house"
DEFAULT = "default of Sabot"
AS_IN, READING = "as in ", "reading of "


def where(found: Marked) -> str:
    """The document with the article, where the document has articles."""
    return f"{found.document}, {found.mark.article}" if found.mark.article else found.document


def read_where(found: Marked) -> str:
    """What is read: the article alone where it is of the house's own document."""
    return where(found) if found.inherited else found.mark.article or found.document


def _cited(found: Marked) -> str:
    match found.mark.said:
        case Said.STATED:
            return AS_IN + where(found) if found.inherited else where(found)
        case Said.READING:
            return READING + read_where(found)
    return RULE_OF_THE_HOUSE if found.own else DEFAULT
