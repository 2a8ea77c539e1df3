"""What a house calls its boxes, its calls and its offices, wherever a screen or a report of its tables names them.

A house has the words of its document. An office that its document does not know has a plain word of the reader's
language there. The words of the screens are those of the Super Punto Banco: of a house with another document they are
put as it has them, in the text that is drawn; no register holds any of this.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.translation import get_language

from table.rules.profile import Profile, Role
from table.rules.topics.authority import documents
from table.rules.topics.sources import BACCARAT_ONLINE, CASINO_ADMIRAL, PUNTO_Y_BANCO, REGOLE_DEL_BACCARAT

USUAL: Mapping[Role, tuple[str, ...]] = {
    Role.DIREZIONE: ("Direzione Giochi", "Direzione"),
    Role.CAPO_TAVOLO: ("Capo Tavolo",),
}
"""The names in the sentences of the screens, the longer first; they are proper names, alike in every language."""
OFFICES: Mapping[str, Mapping[Role, str]] = {
    PUNTO_Y_BANCO: {Role.DIREZIONE: "Direzione", Role.CAPO_TAVOLO: "Capo Tavolo"},
    CASINO_ADMIRAL: {Role.DIREZIONE: "Direktion"},
    REGOLE_DEL_BACCARAT: {},
    BACCARAT_ONLINE: {},
}
"""By the title of a document, the names that it has for offices of the house."""
BOXES: Mapping[str, Mapping[str, str]] = {
    PUNTO_Y_BANCO: {"Egalité": "Parità"},
    CASINO_ADMIRAL: {"Egalité": "Tie"},
}
"""By the title of a document, how it calls a box, and with it a tie, that the Super Punto Banco calls otherwise."""
PLAYED_WITHOUT_A_TABLE: Mapping[str, Mapping[str, str]] = {
    "it": {"Punto": "Giocatore", "PUNTO": "GIOCATORE", "Egalité": "Pareggio"},
    "en": {"Punto": "Player", "PUNTO": "PLAYER", "Banco": "Banker", "BANCO": "BANKER", "Egalité": "Tie"},
    "de": {"Punto": "Spieler", "PUNTO": "SPIELER", "Banco": "Bank", "BANCO": "BANK", "Egalité": "Unentschieden"},
}
"""The boxes of Baccarat online by language: there is no cloth on which they would be printed in one of them."""
CALLS: Mapping[str, Mapping[str, str]] = {
    CASINO_ADMIRAL: {
        "vince Banco": "Banco gewinnt",
        "vince Punto": "Punto gewinnt",
        "Le carte parlano": "Die Karten sprechen",
        "Ultimo colpo della taglia": "Letzter Coup der Taglia",
    },
}
"""By the title of a document, its calls in its own language; «Rien ne va plus» is French in every house."""
PLAIN: Mapping[str, Mapping[Role, Mapping[str, str]]] = {
    "it": {
        Role.ISPETTORE_GIOCO: {"Ispettore di Gioco": "ispettore", "Ispettori di Gioco": "ispettori"},
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
"""By language, the plain words for an office that a document does not know, the longer first."""
PROPER = ("Ispettore Comunale", "Ispettori Comunali", "Punto Banco", "Super Punto Banco", "Punto y Banco")
"""What is called so everywhere: whose office is not the house's, and the games."""


def called_by(profile: Profile) -> str:
    """The document after which a house calls its boxes and offices: its own, or that of the house it derives from.

    Empty where they have their usual names.
    """
    return calling(documents(profile))


def calling(titles: Sequence[str]) -> str:
    """The first of these documents that has names of its own for offices; empty where none has."""
    return next((it for it in titles if it in OFFICES), "")


def named(text: str, document: str) -> str:
    """The same with boxes, calls and offices as this document has them, for a reader of the language in force."""
    if document not in OFFICES:
        return text
    words, pattern = _words(document, (get_language() or "en")[:2])
    return pattern.sub(lambda found: _as_there(words, found), text)


@cache
def _words(document: str, language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """What is put otherwise, and where it is found: never within another word, and the longer before the shorter."""
    own = OFFICES[document]
    words: dict[str, str] = {it: it for it in PROPER}
    for role, plain in PLAIN.get(language, PLAIN["en"]).items():
        words |= dict.fromkeys(USUAL[role], own[role]) if role in own else plain
    if document == BACCARAT_ONLINE:
        words |= PLAYED_WITHOUT_A_TABLE.get(language, PLAYED_WITHOUT_A_TABLE["en"])
    words |= {**BOXES.get(document, {}), **CALLS.get(document, {})}
    longest = sorted(words, key=len, reverse=True)
    return words, re.compile(rf"(?P<begins>(?:^|[>.!?])\s*)?(?<!\w)(?P<word>{'|'.join(map(re.escape, longest))})(?!\w)")


def _as_there(words: Mapping[str, str], found: re.Match[str]) -> str:
    """A word begins with a capital where its sentence or its label does."""
    begins, word = found.group("begins"), words[found.group("word")]
    return word if begins is None else begins + word[0].upper() + word[1:]
