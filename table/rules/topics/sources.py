"""How the five documents are cited: by their titles, the Super Punto Banco by its articles; our law of them."""

from enum import StrEnum
from typing import NamedTuple, Self

SUPER_PUNTO_BANCO = "Super Punto Banco"
PUNTO_Y_BANCO = "Punto y Banco, Malta"
REGOLE_DEL_BACCARAT = "Regole del baccarat"
CASINO_ADMIRAL = "Punto Banco, Casino Admiral"
BACCARAT_ONLINE = "Baccarat online"

PREMISE = f"{SUPER_PUNTO_BANCO}, Premessa"
"""The part of the Super Punto Banco before its first article."""


def art(number: int) -> str:
    """An article of the Super Punto Banco, ``Super Punto Banco, Art. 13``; 0 is the premise."""
    return f"{SUPER_PUNTO_BANCO}, Art. {number}" if number else PREMISE


def cited_by(document: str, source: str) -> str:
    """Where a report of a house that plays by ``document`` files what happened under ``source``.

    What can go wrong is ordered by the articles of the Super Punto Banco. A house with another document has no such
    articles and names that document as a whole. On whose word it acts is another matter: see
    :mod:`table.rules.topics.authority`.
    """
    of_super_punto_banco = source.startswith(SUPER_PUNTO_BANCO)
    return document if of_super_punto_banco and document != SUPER_PUNTO_BANCO else source


class Cited(str):
    """On whose word something holds, in English; made by :func:`table.rules.topics.authority.cite` alone.

    ``documents`` are those after which the house calls its offices: its own, and that of the house it derives from.
    """

    documents: tuple[str, ...]

    def __new__(cls, words: str = "", *documents: str) -> Self:
        """These words, for a house that plays by these documents."""
        made = super().__new__(cls, words)
        made.documents = documents
        return made


NOBODY = Cited()
"""Where nothing is cited: the input itself cannot be read."""


class Said(StrEnum):
    """What a document says of a rule: so in as many words, so that it can be read otherwise too, or nothing."""

    STATED = "stated"
    READING = "reading"
    DEFAULT = "default"


class Mark(NamedTuple):
    """On whose word a rule holds: the article that is its authority or is read so, and the other reading's value."""

    said: Said
    article: str = ""
    other: object = None


SILENT = Mark(Said.DEFAULT)


def says(article: str = "") -> Mark:
    """The document states it, here if it has articles."""
    return Mark(Said.STATED, article)


def reads(article: str = "", *, other: object = None) -> Mark:
    """It is how we read the document, here if it has articles; it can be read otherwise too."""
    return Mark(Said.READING, article, other)


LAW = 3
"""The number of the law that this code makes of the documents: the start of every taglia records it.

It grows by one, once a release, as soon as an act that a register holds would come out otherwise today: be refused,
have another outcome, or leave other rows. Nothing else makes it grow: no new verb, word, screen or check of what has
not happened before. Of earlier laws nothing is kept but their numbers. A taglia is of the law under which it started,
to its end; registers made before there was a number have none, and are of law 1.
"""
