"""Verbs and effects have their words in every language, regions their template."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.functional import Promise
from jinja2 import nodes

from procedures.articles import KINDS
from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.screens.regions import SHOWN
from tests.law.page import DOCUMENTS
from tests.rig.words import TRANSLATED, manuals_in, untranslated

ROOT = Path(settings.BASE_DIR)
LONGEST_LINE = 160
"""Length of the lines of templates, as long as a line of code may be in a window."""
IN_PLACE_OF_A_REGION = {"asleep", "no_rules", "not_drawn"}
OF_ALL_ROOMS = {"403_csrf.html", "page.html", "staff.html"}
"""Templates in no folder: the one that Django looks for there, and the bases of all pages and of those of the staff."""
STORED = {f"{it}_dialogs": f"{it}_sheets" for it in ("console", "desk", "tile")}
"""Names of regions in pages and frames that are not those of their templates, by these."""
CALLED_LIKE_ONE = {
    ("reports/parts.html", "settled"): "the end of a coup, after which the effect is called",
    ("regions/console/dock.html", "deal"): "the key of the piece with which the four cards are dealt",
    ("regions/console/dock.html", "declare"): "the key of the piece without the four cards",
}
"""Names by which templates choose that are no verb, effect or kind there, although one is called so."""
DEFINED = re.compile(r"^ *(?:async )?def (\w+)", re.MULTILINE)
HE_OR_SHE = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)


def words() -> Iterator[Promise]:
    """Everything that verbs and effects say."""
    for verb in VERBS.values():
        yield from (verb.title, *verb.said)
    for effect in EFFECTS.values():
        yield from effect.said
        if effect.alert is not None:
            yield effect.alert


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_of_verbs_and_effects_is_translated(language: str) -> None:
    assert untranslated(words(), language) == []


def test_every_region_has_its_template_and_every_template_its_region() -> None:
    templates = {path.stem for path in (ROOT / "templates" / "regions").glob("*.html")}
    assert {STORED.get(it, it) for it in templates - IN_PLACE_OF_A_REGION} == SHOWN.keys()


def test_a_template_lies_in_the_folder_of_its_product_or_room() -> None:
    assert {path.name for path in (ROOT / "templates").glob("*.*")} == OF_ALL_ROOMS


def test_no_line_of_a_template_is_longer_than_a_window() -> None:
    lines = [
        (path, at)
        for path in (ROOT / "templates").rglob("*.*")
        for at, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert lines == []


# --- choices between acts are made by the screens


def chosen_by(source: str) -> set[str]:
    """Verbs, effects and kinds of incidents by whose names a template chooses: compared, mapped, or one for another."""
    template = parsed(source)
    known = VERBS.keys() | EFFECTS.keys() | KINDS.keys()
    return {
        name
        for node in template.find_all(nodes.Node)
        for part in _choosing(node)
        for name in _constants(part)
        if name in known
    }


@cache
def parsed(source: str) -> Any:
    """Read a template, once for all who look through it."""
    return environment().parse(source)


def environment() -> Any:
    """Jinja2 as Django has set it up for the templates."""
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    return backend.env


def _choosing(node: nodes.Node) -> Iterator[nodes.Node]:
    """Parts of an expression in which a name decides what is drawn."""
    match node:
        case nodes.Compare():
            sides = (node.expr, *(it.expr for it in node.ops))
            yield from (it for it in sides if isinstance(it, nodes.Literal))
        case nodes.CondExpr():
            yield from (it for it in (node.expr1, node.expr2) if it is not None)
        case nodes.Dict():
            yield node
        case nodes.Filter(name="select" | "reject" | "selectattr" | "rejectattr"):
            yield from node.args
        case nodes.Test():
            yield from node.args


def _constants(node: nodes.Node) -> set[object]:
    return {it.value for it in (node, *node.find_all(nodes.Const)) if isinstance(it, nodes.Const)}


def test_no_template_chooses_by_the_name_of_an_act_an_effect_or_a_kind_of_incident() -> None:
    folder = ROOT / "templates"
    found = {
        (str(path.relative_to(folder)), name)
        for path in folder.rglob("*.html")
        for name in chosen_by(path.read_text("utf-8"))
    }
    assert found == CALLED_LIKE_ONE.keys()


def pressed_in_branches(source: str) -> set[str]:
    """Verbs that a template presses in a branch of an ``if`` where another branch presses one, too: this or another."""
    template = parsed(source)
    found = set[str]()
    for choice in template.find_all(nodes.If):
        branches = [choice.body, *(it.body for it in choice.elif_), choice.else_]
        pressed = [names for branch in branches if (names := _pressed(branch))]
        found |= set().union(*pressed) if len(pressed) > 1 else set()
    return found


def _pressed(branch: list[nodes.Node]) -> set[str]:
    """Names of verbs among the strings of a branch, but for those by which it looks a title up."""
    within = [node for it in branch for node in (it, *it.find_all(nodes.Node))]
    looked_up = {id(node.arg) for node in within if isinstance(node, nodes.Getitem)}
    names = {it.value for it in within if isinstance(it, nodes.Const) and id(it) not in looked_up}
    return {it for it in names if it in VERBS}


def test_no_template_chooses_between_two_presses() -> None:
    """Manuals tell what is pressed where the rules differ, and press nothing."""
    folder = ROOT / "templates"
    found = {
        (str(path.relative_to(folder)), name)
        for path in folder.rglob("*.html")
        if folder / "manuals" not in path.parents
        for name in pressed_in_branches(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "named"),
    [
        (
            '{% if waits %}{{ press("agree", what="x") }}{% else %}{{ press("take_box") }}{% endif %}',
            {"agree", "take_box"},
        ),
        ('{% if a %}{{ press("load") }}{% elif b %}{{ press("cut") }}{% endif %}', {"load", "cut"}),
        ('{% if a %}<i x="{{ press("count") }}">{% else %}<i y="{{ press("count") }}">{% endif %}', {"count"}),
        (
            '{% if a %}{% if b %}{{ act("Go", "resume") }}{% endif %}{% else %}{{ press("cut") }}{% endif %}',
            {"resume", "cut"},
        ),
        ('{% if a %}{{ press("load") }}{{ press("cut") }}{% endif %}', set()),
        ('{% if a %}{{ terms.acts["load"].title }}{% else %}{{ press("load") }}{% endif %}', set()),
        ('{% if a %}{{ press("load") }}{% endif %}{% if b %}{{ press("cut") }}{% endif %}', set()),
    ],
)
def test_a_template_that_chooses_between_presses_is_found(source: str, named: set[str]) -> None:
    assert pressed_in_branches(source) == named


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('{% if verb == "load" %}1{% elif "cut" == verb %}2{% endif %}', {"load", "cut"}),
        ('{% if "suspend" in may %}1{% endif %}', {"suspend"}),
        ('{% if kind in ("late_stake", "dispute") %}1{% endif %}', {"late_stake", "dispute"}),
        ('{{ press("receive" if it.to_table else "hand_over") }}', {"receive", "hand_over"}),
        ('{{ act("Go on", "resume") if pending else "" }}', {"resume"}),
        ('{% set asks = {"fill": "request_fill"} %}', {"request_fill"}),
        ('{{ verbs | select("in", ["annul"]) | list }}', {"annul"}),
        ('{% for it in verbs if it != "annotate" %}1{% endfor %}', {"annotate"}),
        ('{{ press("mark", position="3") }}{% if it.open %}1{% endif %}', set()),
    ],
)
def test_a_template_that_chooses_is_found(source: str, named: set[str]) -> None:
    assert chosen_by(source) == named


# --- people are they, or their office


def gendered(texts: Iterable[str]) -> set[str]:
    """Return those of these texts that call somebody he or she."""
    return {it for it in texts if HE_OR_SHE.search(it)}


def test_every_person_in_an_english_sentence_is_they() -> None:
    catalogue = polib.pofile(str(ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"))
    entries = [it for it in catalogue if not it.obsolete]
    assert len(entries) > 1000
    assert gendered(it for entry in entries for it in (entry.msgid, entry.msgid_plural)) == set()


def test_every_person_in_the_name_of_a_test_is_they() -> None:
    texts = (path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py")))
    names = {name.replace("_", " ") for text in texts for name in DEFINED.findall(text)}
    assert len(names) > 1000
    assert gendered(names) == set()


def test_every_person_in_an_english_manual_is_they() -> None:
    pages = manuals_in("en")
    assert len(pages) > 40
    assert gendered(pages) == set()


def test_every_person_in_a_sentence_of_the_law_is_they() -> None:
    sentences = {it.words for articles in DOCUMENTS.values() for those in articles.values() for it in those}
    assert len(sentences) > 200
    assert gendered(sentences) == set()


@pytest.mark.parametrize(("pattern", "least"), [("*.md", 6), ("docs/*.md", 19), ("tests/**/*.taglia", 100)])
def test_every_person_in_a_document_and_in_a_script_of_a_table_is_they(pattern: str, least: int) -> None:
    texts = [path.read_text(encoding="utf-8") for path in ROOT.glob(pattern)]
    assert len(texts) >= least
    assert gendered(line for text in texts for line in text.splitlines()) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The guest shakes his head.", True),
        ("He reads.", True),
        ("It is hers.", True),
        ("This is theirs; the heap lies here.", False),
    ],
)
def test_a_sentence_in_which_somebody_is_not_they_is_found(text: str, *, found: bool) -> None:
    assert bool(gendered([text])) is found


def test_every_field_of_an_amount_takes_the_same_amounts() -> None:
    field = re.compile(r"<input[^>]*(?:data-as=\"cents\"|data-stake|data-note-sum|\bname=\"[^\"]*amount\")[^>]*>")
    fields = [
        it for path in (ROOT / "templates").rglob("*.html") for it in field.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(fields) >= 10
    assert [it for it in fields if "typed_amount(" not in it] == []
