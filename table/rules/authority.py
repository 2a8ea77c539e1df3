"""Authorities of the rules: the topics that code may cite, and how a house cites each of them.

A topic of the game has its mark in every house, see :mod:`table.rules.houses`. A topic of Sabot's own is about the
record, the screens and their users: no document of a game deals with it, and it is the same in every house. Refusals,
verbs and reports cite a topic, never a document.
"""

from collections.abc import Mapping
from functools import lru_cache

from table.rules.houses import HOUSES, MARKS, UNSTATED, VENEZIA, Marked, marked
from table.rules.profile import Profile
from table.rules.topics.sources import Cited, Said

OF_SABOT: Mapping[str, str] = {
    "acts": "Every act has its offices and its turn in the coup.",
    "acts.awaited": "Play stands still while a case waits for who has to decide it.",
    "bank": "What lies in the rack is counted before play and after it, and what leaves or reaches it has a slip.",
    "bank.counts": "Nobody attests or decides on their own count, and nobody who counts is shown what to find.",
    "bank.movements": "What leaves the cage is received, taken back, or void, once and by two persons.",
    "boxes": "A stake lies on a box that the felt of the house has.",
    "cases": "What went wrong is reported, said more of, withdrawn and decided as a case, and stays in the record.",
    "cases.attested": "What an inspector has attested is put right by the Ispettore di Gioco alone.",
    "cases.cause": "Who caused it is named by an Ispettore di Gioco, and by nobody else.",
    "cases.once": "One thing is one case.",
    "cases.order_lost": "Where the order of fallen cards is lost, the coup is rebuilt or annulled before an inspector.",
    "cases.remedy": "A case is decided by a remedy that its article has, on the hands that lie there.",
    "corrections": "What was keyed wrong is put right as what was keyed; old and new stay in the record.",
    "corrections.paid": "A coup that is paid is put right by the Ispettore di Gioco, with a reason.",
    "custody": "What is kept for an owner has a slip, is kept once, and is disposed of once, in words.",
    "deck.serials": "Decks are known by their serial, and those that were replaced are not used again.",
    "display": "A display asks for what can be asked for now, and the dealer confirms it.",
    "evidence": "What is said of a card fits the cards that it speaks of.",
    "evidence.faces": "Nothing is decided before the faces are known on which it hangs.",
    "limits.pair": "Limits are a minimum and a maximum for each kind of stake, that can be laid in chips of the table.",
    "presence.decides": "Who decides is one of those who are present.",
    "presence.no_party": "Nobody attests what they caused, a hand they corrected, or what they withdrew or ratified.",
    "presence.own_pin": "A PIN that somebody else has given attests nothing, nor does one from the giver’s device.",
    "presence.second": "The second of two persons is another one than the first, and works at this table.",
    "resumed": "Who may suspend the game has it go on; what the Direzione suspended, the Direzione alone.",
    "rulings.whole": "A ruling has a text, and effects that can be carried out together.",
    "seats.known": "Whoever stakes or reads is on record as sitting or standing there.",
    "seats.waiting": "Who waits for a seat stands on one list for all tables, and is called from it once.",
    "shoe.counted": "The cards of a taglia are accounted for.",
}  # fmt: skip
"""Sabot’s own topics, each with its rule."""

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
