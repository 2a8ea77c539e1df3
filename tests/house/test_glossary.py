"""One word for each term in each language: the glossary, against every translation."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import polib
from django.conf import settings
from django.utils.translation import get_language_info

from tests.rig.rows import every_row
from tests.rig.words import TRANSLATED

PAGE = settings.BASE_DIR / "docs" / "glossary.md"
HEADING = "## One word in each language"


class Term(NamedTuple):
    """A row of the page: the words of a term in a language, and those that are not used for it."""

    term: str
    language: str
    used: list[str]
    unused: list[str]


def terms() -> Iterator[Term]:
    """The rows of the page, for each language: a column by its own name, and one of what is not said in it."""
    _before, page = PAGE.read_text(encoding="utf-8").split(HEADING)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    for row in rows[2:]:
        cells = dict(zip(rows[0], row, strict=True))
        for code in TRANSLATED:
            said, unsaid = dict(settings.LANGUAGES)[code], f"Not in {get_language_info(code)['name']}"
            yield Term(cells["Term"], code, _words(cells.get(said, "")), _words(cells.get(unsaid, "")))


def _words(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(",") if word.strip()]


@cache
def translations(language: str) -> list[str]:
    """Every translation in this language, all forms of it; policy keys and names of facts are no words of any."""
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"))
    texts = [text for entry in catalogue for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]
    return [re.sub(r"[„“«][a-z_]+[“”»]|%\(\w+\)s", "", text) for text in texts]


def saying(word: str, texts: list[str]) -> list[str]:
    """The texts in which this word or phrase stands, by itself or as the end of a compound's first part."""
    if word.lower() not in "\n".join(texts).lower():
        return []
    found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return [text for text in texts if found.search(text)]


TERMS = [term for term in terms() if term.used or term.unused]
IDS = [f"{term.term} ({term.language})" for term in TERMS]


def test_the_page_has_the_terms_of_the_field_in_every_language() -> None:
    assert {"sabot", "dealer", "betting open", "without appeal", "refusals"} <= {term.term for term in TERMS}
    assert {term.language for term in TERMS} == set(TRANSLATED)


@every_row("term", TERMS)
def test_the_word_of_a_term_is_used(term: Term) -> None:
    assert [word for word in term.used if not saying(word, translations(term.language))] == []


@every_row("term", TERMS)
def test_no_other_word_is_used_for_it(term: Term) -> None:
    assert {word: found for word in term.unused if (found := saying(word, translations(term.language)))} == {}


def test_a_word_that_is_not_used_would_be_seen() -> None:
    assert saying("Schlitten", ["im Schlitten übrig", "Schlittenfahrt"]) == ["im Schlitten übrig"]
    assert saying("carta in più", ["Una carta in più è messa da parte."])


IMPERATIVES = (
    *("Aggiungi", "Annulla", "Apri", "Assegna", "Chiudi", "Conferma", "Correggi", "Entra", "Esci", "Mettilo"),
    *("Registra", "Ripeti", "Scegli", "Segnala", "Sospendi", "Togli", "Toglilo", "Torna", "Vai"),
)
PRINTED = ("Aggiungi denaro", "Ripeti")
"""What stands on buttons of the game itself, as Baccarat online prints it."""
TO_ONE_PERSON = re.compile(r"(?<!\w)(tu|tuo|tua|tuoi|tue|puoi|devi|hai|leggi|vuoi)(?!\w)", re.IGNORECASE)
WISHED = (
    "annulli|corregga|conti|dica|guardi|indichi|lasci|prema|riconti|ripeta|scelga|scriva|segnali|tengano|tolgano|torni"
)
ROUNDABOUT = re.compile(
    rf"(?<!\w)((si|la si|le si|lo si|li si|ne) ({WISHED})|acceda|avvisi chi|chieda|guardi il|lo prenda|riprovi|scelga"
    r"|scriva|completi)(?!\w)",
    re.IGNORECASE,
)
"""What is to be done, said as a wish to one person or to nobody: “si prema di nuovo”, “riprovi”."""


def test_in_italian_nobody_is_addressed_as_tu_and_a_button_is_an_infinitive() -> None:
    texts = translations("it")
    assert [text for text in texts if TO_ONE_PERSON.search(text)] == []
    assert [text for text in texts if text.partition(" ")[0] in IMPERATIVES and text not in PRINTED] == []


def test_in_italian_what_is_to_be_done_is_an_infinitive() -> None:
    assert [text for text in translations("it") if ROUNDABOUT.search(text)] == []
    assert ROUNDABOUT.search("La connessione è caduta: si prema di nuovo.")
    assert not ROUNDABOUT.search("Premere di nuovo: la mano si gioca in bianco.")


BY_LANGUAGE = {
    "it": re.compile("[“”„]"),
    "de": re.compile(r"(?<!„)(?<=\s)“|”|«%\((?!call|words|claim|old_claim|banco)"),
}
"""Marks of another language; what is called at a table is in « » in every one."""


def test_names_are_in_the_quotation_marks_of_their_language() -> None:
    for code, foreign in BY_LANGUAGE.items():
        entries = polib.pofile(str(settings.BASE_DIR / "locale" / code / "LC_MESSAGES" / "django.po"))
        said = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
        assert [text for text in said if foreign.search(text)] == []
