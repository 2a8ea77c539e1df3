"""Manuals: their list with titles and readers, and the text of each, rendered for one house."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from markupsafe import Markup

from procedures.articles.article import has_articles
from procedures.views.manuals.words import ALL_ARTICLES, ContentsEntry, ManualWords
from table.rules.profile import Profile, Role
from table.screens.rules.sentences import tableau
from table.words.numbers import numbers_here
from table.words.offices import called_by, named
from table.words.terms import CALLS
from table.words.voices import as_spelt


@dataclass(frozen=True)
class Manual:
    """Manual; its text are its ``sections``, each in all languages: ``templates/manuals/<name>/<section>.html``.

    ``readers`` are the offices for which it is written: it has every act that one of them may press. Everybody may read
    it, each section as a page of its own. One ``of_the_bank`` is listed for its readers, and where some table has a
    bank.
    """

    name: str
    title: Promise
    about: Promise
    readers: frozenset[Role]
    sections: tuple[str, ...]
    of_the_bank: bool = False


MANUALS: Mapping[str, Manual] = {
    it.name: it
    for it in (
        Manual(
            "dealer",
            _("The dealer’s manual"),
            _("an evening at the table, coup by coup, and each article with what is said, done and pressed"),
            frozenset({Role.DEALER}),
            (
                "screen",
                "opening",
                "stakes",
                "coup",
                "reading",
                "thirds",
                "paying",
                "burn",
                "cut-card",
                "blank",
                "seats",
                "tips",
                "bank",
                "take-back",
                "incidents",
                "change",
                "link",
                "keys",
                "training",
            ),
        ),
        Manual(
            "inspector",
            _("The inspectors’ manual"),
            _("pit, alerts, seats, limits, presence, and how a case is decided"),
            frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO}),
            (
                "pit",
                "alerts",
                "open-close",
                "seats",
                "waiting",
                "dealers",
                "service",
                "bank",
                "odds",
                "deciding",
                "other-decisions",
                "incidents",
                "record",
            ),
        ),
        Manual(
            "direzione",
            _("The manual of the Direzione"),
            _("people, rules, limits, rulings, what nobody collects, and the record"),
            frozenset({Role.DIREZIONE, Role.AUDITOR, Role.INSTRUCTOR}),
            ("office", "people", "tables", "own-rules", "limits", "banks", "rulings", "custody", "record", "training"),
        ),
        Manual(
            "cassa",
            _("The manual of the cash desk"),
            _("what goes to a table with a bank and comes from it, what is counted, and what the camera desk reads"),
            frozenset({Role.CASSA, Role.VIDEO}),
            ("desk", "bank"),
            of_the_bank=True,
        ),
        Manual(
            "technician",
            _("The technician’s manual"),
            _("tablets, televisions, card readers, displays, and what keeps the house running"),
            frozenset({Role.OPERATOR}),
            ("what", "https", "pi", "android", "ipad", "tv", "pairing", "readers", "link", "keeping"),
        ),
    )
}


SPOKEN = (
    "section",
    "article",
    "act",
    "alert",
    "kind",
    "button",
    "rules",
    "office",
    "role",
    "severity",
    "say",
    "typed",
)
"""Methods of :class:`ManualWords` that the templates call, under the same names."""


class Chapter(NamedTuple):
    """Section of a manual as a page: its name in the address, its text, and its contents, its own title first."""

    name: str
    html: Markup
    sections: tuple[ContentsEntry, ...]

    @property
    def title(self) -> str:
        """Title of the chapter, that of its first heading; a section without a heading has none (IndexError)."""
        return self.sections[0].title

    def has(self, anchor: str) -> bool:
        """Whether an element of the chapter has the id ``anchor``, given with its prefix."""
        return f'id="{anchor}"' in self.html


class ManualText(NamedTuple):
    """Rendered manual by chapters, and the names it uses by what they are (acts, alerts, …)."""

    chapters: tuple[Chapter, ...]
    named: Mapping[str, frozenset[str]]

    @property
    def html(self) -> Markup:
        """HTML of all chapters, one after the other, with line breaks between."""
        return Markup("\n").join(it.html for it in self.chapters)

    def chapter_with(self, anchor: str) -> Chapter | None:
        """Return the first chapter that contains an anchor, given with its prefix; None if none does."""
        return next((it for it in self.chapters if it.has(anchor)), None)


def text_of(manual: str, profile: Profile) -> ManualText:
    """Return a manual rendered for the rules of a house, in the active language; cached by these three.

    Raises KeyError for a name that is not in ``MANUALS``.
    """
    return _text(manual, profile, get_language() or "it")


@lru_cache(maxsize=64)
def _text(manual: str, profile: Profile, language: str) -> ManualText:
    """Render a manual for a house; cached by manual, rules and language, which has to be the active one.

    Rules that are equal share an entry of the cache, whose size is bounded.
    """
    words = ManualWords(profile, numbers_here())
    given = {it: getattr(words, it) for it in SPOKEN} | {"house": profile, "calls": CALLS}
    given |= {"punto": tableau.punto(), "banco": tableau.banco(), "articles": ALL_ARTICLES}
    given |= {"has_articles": has_articles(profile)}
    chapters = []
    for name in MANUALS[manual].sections:
        before = len(words.sections)
        html = _as_here(render_to_string(f"manuals/{manual}/{name}.html", given), profile, language)
        sections = [ContentsEntry(it.anchor, _as_here(it.title, profile, language)) for it in words.sections[before:]]
        chapters.append(Chapter(name, Markup(html), tuple(sections)))  # noqa: S704 - a template escaped it
    return ManualText(tuple(chapters), {what: frozenset(names) for what, names in words.named.items()})


def _as_here(text: str, profile: Profile, language: str) -> str:
    """Return a text with the names of offices, boxes and calls that the house has, and for ``de-ch`` with ss for ß.

    The names are in the active language, whatever `language` is. With the usual terms no name is replaced.
    """
    return as_spelt(named(text, called_by(profile)), language)
