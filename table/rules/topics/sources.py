"""Citation of the five documents: by title, the Super Punto Banco by article; and the number of our own law."""

from enum import StrEnum
from typing import NamedTuple, Self

SUPER_PUNTO_BANCO = "Super Punto Banco"
PUNTO_Y_BANCO = "Punto y Banco, Malta"
REGOLE_DEL_BACCARAT = "Regole del baccarat"
CASINO_ADMIRAL = "Punto Banco, Casino Admiral"
BACCARAT_ONLINE = "Baccarat online"


class Cited(str):
    """Authority for a rule, in English; made by :func:`table.rules.authority.cite` alone.

    ``documents`` decide how the house names its offices: its own document, and that of the house it derives from.
    """

    documents: tuple[str, ...]

    def __new__(cls, words: str = "", *documents: str) -> Self:
        """Make the text ``words`` with the titles of a house's ``documents``, by which the house names its offices."""
        made = super().__new__(cls, words)
        made.documents = documents
        return made


NOBODY = Cited()
"""No authority: used where the input itself cannot be read."""


class Said(StrEnum):
    """Support of a document for a rule: it states it, can be read so (and otherwise too), or is silent."""

    STATED = "stated"
    READING = "reading"
    DEFAULT = "default"


class Mark(NamedTuple):
    """Support of a rule: kind, article (empty if the document has none), and the key's value in the other reading."""

    said: Said
    article: str = ""
    other: object = None


SILENT = Mark(Said.DEFAULT)


def says(article: str = "") -> Mark:
    """Return the mark of a rule that the document states, in this article if it has articles."""
    return Mark(Said.STATED, article)


def reads(article: str = "", *, other: object = None) -> Mark:
    """Return the mark of a rule that is our reading of the document, which can be read otherwise, too.

    ``other`` is the value that the key has in that other reading, None where there is no such value.
    """
    return Mark(Said.READING, article, other)


LAW = 19
"""Number of the law that this code makes of the documents; the start of every taglia records it.

It is raised by one, at most once a release, when an act in an existing register would have another result today: would
be refused, have another outcome, or leave other rows. Nothing else raises it: no new verb, word, screen or check of
what has not happened before. A taglia keeps the law under which it started; registers older than the number have none
and count as law 1. Earlier laws survive only as numbers, and in the acts that ask for them: these go on as before where
their taglia started under one (:func:`table.play.shoe.law_here`).
"""

PAID_AS_TODAY_SINCE = 18
"""Law since which stakes are paid as today; whoever raises the law for what is paid raises this with it."""
