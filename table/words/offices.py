"""Names of boxes, calls and offices as a house has them, for screens and reports of its tables.

A house has the words of its document. An office that its document does not know has a plain word in the reader's
language. Sentences are written with the words of the Super Punto Banco, and for a house with another document these are
replaced when a sentence is translated (:mod:`table.words.voices`); no register holds any of this.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from django.utils.translation import get_language

from table.rules.authority import documents
from table.rules.profile import Profile, Role
from table.rules.shoe import IN_WORDS, LAST_COUP_OR_NULL
from table.rules.topics.sources import BACCARAT_ONLINE, CASINO_ADMIRAL, PUNTO_Y_BANCO, REGOLE_DEL_BACCARAT

USUAL: Mapping[Role, tuple[str, ...]] = {
    Role.DIREZIONE: ("Direzione Giochi", "Direzione"),
    Role.CAPO_TAVOLO: ("Capo Tavolo",),
}
"""Names in the texts, longer ones first; they are proper names, alike in every language."""
OFFICES: Mapping[str, Mapping[Role, str]] = {
    PUNTO_Y_BANCO: {Role.DIREZIONE: "Direzione", Role.CAPO_TAVOLO: "Capo Tavolo"},
    CASINO_ADMIRAL: {Role.DIREZIONE: "Direktion"},
    REGOLE_DEL_BACCARAT: {},
    BACCARAT_ONLINE: {},
}
"""Names that a document has for offices, by its title."""
CODES: Mapping[str, str] = {
    PUNTO_Y_BANCO: "malta",
    CASINO_ADMIRAL: "admiral",
    REGOLE_DEL_BACCARAT: "classico",
    BACCARAT_ONLINE: "online",
}
"""Code of the words of each document in the language of a page (:mod:`table.words.voices`), by its title."""
BOXES: Mapping[str, Mapping[str, str]] = {
    PUNTO_Y_BANCO: {"Egalité": "Parità"},
    CASINO_ADMIRAL: {"Egalité": "Tie"},
}
"""Names that a document has for a box, and with it a tie, where the Super Punto Banco has another, by its title."""
PLAYED_WITHOUT_A_TABLE: Mapping[str, Mapping[str, str]] = {
    "it": {"Punto": "Giocatore", "PUNTO": "GIOCATORE", "Egalité": "Pareggio"},
    "en": {"Punto": "Player", "PUNTO": "PLAYER", "Banco": "Banker", "BANCO": "BANKER", "Egalité": "Tie"},
    "de": {"Punto": "Spieler", "PUNTO": "SPIELER", "Banco": "Bank", "BANCO": "BANK", "Egalité": "Unentschieden"},
}
"""Names of the boxes in Baccarat online, by language, as no cloth has them printed in one of them."""
CALLS: Mapping[str, Mapping[str, str]] = {
    CASINO_ADMIRAL: {
        "vince Banco": "Banco gewinnt",
        "vince Punto": "Punto gewinnt",
        "Le carte parlano": "Die Karten sprechen",
        "Fate il vostro gioco": "Faites vos jeux",
        "Ultimo colpo della taglia": "Letzter Coup der Taglia",
        **{
            LAST_COUP_OR_NULL % said: f"Letzter Coup der Taglia, mindestens {there} Karten oder nichtig"
            for said, there in zip(IN_WORDS.values(), ("fünf", "sechs", "sieben", "acht", "neun", "zehn"), strict=True)
        },
    },
}
"""Calls of a document in its own language, by its title; «Rien ne va plus» is French in every house."""
TIE = "Egalité"
PLAIN: Mapping[str, Mapping[Role, Mapping[str, str]]] = {
    "it": {
        Role.ISPETTORE_GIOCO: {
            "Ispettore di Gioco": "ispettore",
            "Ispettori di Gioco": "ispettori",
            "Ispettore": "ispettore",
            "Ispettori": "ispettori",
        },
        Role.DIREZIONE: {"Direzione Giochi": "direzione", "Direzione": "direzione"},
        Role.CAPO_ISOLA: {"Capo Isola": "capo isola"},
        Role.CAPO_TAVOLO: {"Capo Tavolo": "capo tavolo"},
    },
    "en": {
        Role.ISPETTORE_GIOCO: {"Ispettore di Gioco": "inspector", "Ispettori di Gioco": "inspectors"},
        Role.DIREZIONE: {"Direzione Giochi": "management", "Direzione": "management"},
        Role.CAPO_ISOLA: {"Capo Isola": "pit supervisor"},
        Role.CAPO_TAVOLO: {"Capo Tavolo": "table supervisor"},
    },
    "de": {
        Role.ISPETTORE_GIOCO: {
            "des Ispettore di Gioco": "des Inspektors",
            "Ispettore di Gioco": "Inspektor",
            "Ispettori di Gioco": "Inspektoren",
            "des Ispettore": "des Inspektors",
            "Ispettore": "Inspektor",
            "Ispettori": "Inspektoren",
        },
        Role.DIREZIONE: {"Direzione Giochi": "Direktion", "Direzione": "Direktion"},
        Role.CAPO_ISOLA: {"des Capo Isola": "des Pitchefs", "Capo Isola": "Pitchef"},
        Role.CAPO_TAVOLO: {"des Capo Tavolo": "des Tischchefs", "Capo Tavolo": "Tischchef"},
    },
}
"""Plain words for an office that a document does not know, by language, longer ones first."""
PROPER = ("Ispettore Comunale", "Ispettori Comunali", "Punto Banco", "Super Punto Banco", "Punto y Banco")
"""Names that are never replaced: an office that is not the house's, and the games."""


@lru_cache
def called_by(profile: Profile) -> str:
    """Return the title of the document whose terms a house uses, its own or that of the house from which it derives.

    "" for the usual terms.
    """
    return calling(documents(profile))


def calling(titles: Sequence[str]) -> str:
    """First of these titles of documents that is in OFFICES, and so has words of its own here; "" where none is."""
    return next((it for it in titles if it in OFFICES), "")


def common(documents: Iterable[str]) -> str:
    """Return the title that all of these titles of documents are; "" where they differ, or there are none."""
    found = set(documents)
    return found.pop() if len(found) == 1 else ""


def named(text: str, document: str, language: str = "") -> str:
    """Return a text with the usual terms (boxes, calls, offices) replaced by those of the document so titled.

    In this language, else the active one; unchanged for "" and a document without terms of its own. Only whole words
    are replaced, capitalized where a sentence begins. It is for sentences of the house alone: what somebody typed is
    filled in afterwards.
    """
    if document not in OFFICES:
        return text
    words, pattern = _words(document, language or (get_language() or "en")[:2])
    return pattern.sub(lambda found: _as_there(words, found), text)


def small(label: str, document: str, language: str) -> str:
    """Return the label of an office as it stands within a sentence in the words of the document so titled.

    Its first letter is small if the document does not know the office, and its plain word in this language begins so:
    “inspector” for “Inspector”. Any other text comes back as it is.
    """
    within = label[:1].lower() + label[1:]
    return within if document in OFFICES and within in _words(document, language)[0].values() else label


def lettered(usual: str, document: str, language: str) -> str:
    """Return the first letter of a document's name for a box; ``usual`` is that of its usual name.

    It is «=» for a tie whose new name begins like that of Punto or Banco; ``usual`` itself where the name is the usual
    one.
    """
    boxes = _boxes(document, language)
    taken = {boxes.get(it, it)[0] for it in ("Punto", "Banco")}
    there = {name[0]: new for name, new in boxes.items()}.get(usual, usual)[0]
    return "=" if usual == TIE[0] and there != usual and there in taken else there


@lru_cache
def _words(document: str, language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the replacements by usual term, and the pattern that finds these terms: whole words, longer ones first.

    Proper names such as “Punto Banco” are among them, replaced by themselves. The pattern has the groups `begins` (set
    at the beginning of the text, or after ``>``, ``.``, ``!`` or ``?`` and spaces) and `word`. Raises KeyError for a
    document without words of its own.
    """
    own = OFFICES[document]
    words: dict[str, str] = {it: it for it in PROPER}
    for role, plain in PLAIN.get(language, PLAIN["en"]).items():
        words |= dict.fromkeys(USUAL[role], own[role]) if role in own else plain
    words |= {**_boxes(document, language), **CALLS.get(document, {})}
    longest = sorted(words, key=len, reverse=True)
    return words, re.compile(rf"(?P<begins>(?:^|[>.!?])\s*)?(?<!\w)(?P<word>{'|'.join(map(re.escape, longest))})(?!\w)")


def _boxes(document: str, language: str) -> Mapping[str, str]:
    """Return the replacements for the names of boxes; empty if the document has none.

    Only those of BACCARAT_ONLINE depend on the language, English where it has none for it.
    """
    if document == BACCARAT_ONLINE:
        return PLAYED_WITHOUT_A_TABLE.get(language, PLAYED_WITHOUT_A_TABLE["en"])
    return BOXES.get(document, {})


def _as_there(words: Mapping[str, str], found: re.Match[str]) -> str:
    """Return the replacement for a match of the pattern of :func:`_words`, looked up by the very term that was found.

    It is capitalized where the group `begins` is set. A term that stands for itself, such as a name, stays as it is.
    """
    begins, usual = found.group("begins"), found.group("word")
    word = words[usual]
    return found.group() if word == usual else word if begins is None else begins + word[0].upper() + word[1:]
