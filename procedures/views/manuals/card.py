"""Dealer's quick card: two pages of A5 for the rules of one house."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from procedures.articles.article import has_articles
from procedures.views.manuals.words import ALL_ARTICLES
from table.play.texts import decode
from table.reports.typesetting import typeset
from table.rules.houses import announcement
from table.rules.profile import Profile
from table.rules.shoe import BLANK, LAST_COUP, counted_phrase
from table.screens.rules.sentences import tableau
from table.words.offices import called_by, named
from table.words.terms import CALLS
from table.words.voices import as_spelt, spoken

TEMPLATE = Path(settings.BASE_DIR) / "templates" / "manuals" / "card.typ"


class CoupStep(NamedTuple):
    """Step of a coup: what is said aloud, if anything, and what is done."""

    said: str
    done: str


class ArticleLine(NamedTuple):
    """Article in one line: name, title, and what is done first."""

    name: str
    title: str
    first: str


def as_pdf(profile: Profile) -> bytes:
    """Return the dealer's quick card as a PDF of two pages, in the active language, with the house's own names.

    The same house and language give the same bytes. Blocks while other papers are set. Refuses as :func:`typeset`
    does: (E_RATE) if they take too long, (E_ARGUMENTS) if the card itself does, or needs too much memory.
    """
    texts = named(msgspec.json.encode(_sides(profile)).decode(), called_by(profile))
    sides = {**decode(as_spelt(texts, get_language() or "")), "house": profile.title}  # may be typed
    return typeset(TEMPLATE, {"card": msgspec.json.encode(sides).decode()}, timestamp=0)


def _sides(profile: Profile) -> dict[str, object]:
    """Return the context of the template for both pages: the coup by steps, the Regola, and the articles.

    Its texts are in the active language, but for the words that are said aloud.
    """
    rows = [[str(row.points), *("T" if it else "R" for it in (row.stood, *row.after))] for row in tableau.banco()]
    return {
        "language": spoken(get_language() or "it"),
        "coup": _("The plain coup"),
        "steps": tuple(steps(profile)),
        "besides": tuple(besides(profile)),
        "regola": _("Table of the Regola"),
        "head": ("Banco", _("Punto stood"), *map(str, range(len(tableau.banco()[0].after)))),
        "rows": rows,
        "punto": tuple(f"{rule.span} {CALLS[rule.claim]}" for rule in tableau.punto()),
        "legend": (_("draws (tira)"), _("stands (resta)")),
        "wrong": _("When a card goes astray"),
        "numbered": numbered(profile),
        "before": _("Leave the cards where they lie, say what is to be said, press “Incident”."),
        "articles": tuple(articles(profile)),
    }


def steps(profile: Profile) -> Iterator[CoupStep]:
    """Yield the steps of a coup in this house, from closing to burning.

    Where nobody reads and the cards are dealt face down, both hands are turned at once, before the third cards.
    """
    yield CoupStep("Rien ne va plus", _("close the betting: no stake moves any more"))
    yield CoupStep("", _("four cards: the first and the third to Punto, the second and the fourth to Banco"))
    if profile.reader == "none":
        if profile.dealing == "face_down":
            yield CoupStep("", _("turn both hands"))
        yield CoupStep("", _("third cards, if due: Punto first, then Banco"))
    else:
        yield CoupStep("", _("Punto’s cards before the reader: «carta», «no carta»; 8 or 9 is turned at once"))
        yield CoupStep("", _("turn Banco, never before the reader’s word"))
        yield CoupStep("", _("third cards, if due: Punto first, then Banco"))
        yield CoupStep("", _("turn Punto"))
    yield CoupStep(announcement(profile, 7, 4), _("announce the points as the cards have them"))
    yield CoupStep("", _("take and pay, in the order of the screen"))
    yield CoupStep("", _("burn the cards: the coup is over"))


def besides(profile: Profile) -> Iterator[CoupStep]:
    """Yield what is said and done in some coups only.

    With the cut card, the seven cards and a Colpo in Bianco, each where the house has it; then, in any house, after
    errors and without a network connection.
    """
    if profile.cut_card and profile.min_last_coup_cards is None:
        yield CoupStep(LAST_COUP, _("the cut card came out"))
    elif profile.min_last_coup_cards is not None:
        yield CoupStep(LAST_COUP, _("the cut card came out in the middle of a coup"))
        yield CoupStep(counted_phrase(profile), _("the coup begins with it: draw what is left before anything is paid"))
    if profile.remedies == "blank_coup":
        yield CoupStep(BLANK, _("all stakes off the table, both hands by the Regola, nothing is paid"))
    yield CoupStep("", _("keyed wrong: take it back; done wrong: an incident"))
    yield CoupStep("", _("no link: go on by hand, note it down, key it later"))


def numbered(profile: Profile) -> str:
    """Return a note of whose numbers the articles have, "" where they are those of the house's own document."""
    return "" if has_articles(profile) else _("numbered as in the Super Punto Banco")


def articles(profile: Profile) -> Iterator[ArticleLine]:
    """Yield name, title and what is done first in this house for every article, in order, the premise first."""
    for it in ALL_ARTICLES.values():
        yield ArticleLine(it.name, str(it.title), str(it.first_at(profile)))
