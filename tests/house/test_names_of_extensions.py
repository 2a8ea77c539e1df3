"""What an extension declares has no name in the table: verbs, effects, kinds and regions stand there as no string.

So it is of modules and templates; nor does a module write a line of a script that only an extension understands.

A name that the table declares as well, such as that of an effect by which a kind is noticed, or of a fact of an effect,
is the table's own.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

from django.apps import apps
from jinja2 import nodes

from procedures.articles import KINDS
from table.extensions import EXTENSIONS
from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.rules.authority import TOPICS
from table.rules.profile import Profile
from table.rules.regola import Outcome
from table.script.form import ACTS
from table.verbs.corrections.entry import What
from tests.house.test_architecture import ROOT
from tests.house.test_words_and_templates import environment
from tests.paper.sources import PACKAGES, walk

EDGES: dict[tuple[str, str], str] = {
    **dict.fromkeys(
        [
            *(
                ("table/verifier/felt.py", it)
                for it in ("cards_laid_anew", "cards_lie", "card_not_out", "card_replaced", "ruling_issued")
            ),
            *(("table/verifier/felt.py", it) for it in ("declaration_void", "announcement_void")),
            ("table/verifier/shoe.py", "card_not_out"),
        ],
        "the verifier reads effects as they are stored, and runs where no extension is installed",
    ),
    ("table/live/electronic_shoes/asyncapi.py", "receive"): "AsyncAPI calls so what an application is sent",
    ("table/reports/evenings/paper.py", "incidents"): "a key of the closing's file, whose label is printed",
    ("templates/regions/console_dialogs.html", "extra_card"): "a place in the manual, which is the whole house's",
    ("templates/office/book.html", "rule"): "a point of the rules, as the fields of the form are called",
    **dict.fromkeys(
        [(f"templates/{it}.html", "incidents") for it in ("reports/parts", "screens/coup", "screens/coups")],
        "the name of a page, to which the pages of the record link",
    ),
}
"""Places where a stored name has to stand, and why."""
GETTEXT = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy"}


def _declared() -> frozenset[str]:
    """Names that extensions declare and the table does not."""
    verbs = {name for name, it in VERBS.items() if not it.perform.__module__.startswith("table.")}
    effects = {name for it in EXTENSIONS.values() for name in it.acts.effects}
    regions = {region.kind for it in EXTENSIONS.values() for region in it.screens.regions}
    return frozenset((verbs | effects | regions | {*KINDS}) - _own())


def _own() -> set[str]:
    effects = EFFECTS.keys() - {name for it in EXTENSIONS.values() for name in it.acts.effects}
    facts = {fact for name in effects for fact in EFFECTS[name].public.split()}
    columns = [field for model in apps.get_app_config("table").get_models() for field in model._meta.fields]
    values = {str(value) for field in columns for value, _title in field.flatchoices}
    named = {field.name for field in columns} | {it.name for it in fields(Profile)} | {*TOPICS, *get_args(What)}
    return effects | facts | values | named | {str(it.value) for it in Outcome}


@cache
def _strings(path: Path) -> list[str]:
    """List the strings of a module, and each word of a line of a script in them; no docstring, nothing translated."""
    nodes, found = walk(ast.parse(path.read_text(encoding="utf-8"))), []
    texts = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts |= {id(text) for node in nodes if _translates(node) for text in walk(node)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            found += [node.value, *(word for word in node.value.replace(":", " ").split() if "_" in word)]
    return found


def _translates(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT


def _of_a_template(path: Path, *, mentioning: Iterable[str] = ("",)) -> Iterator[str]:
    """Yield each string of a template's expressions and the words in it, but for that folder; nothing translated.

    Yields none where the file mentions none of those words.
    """
    source = path.read_text(encoding="utf-8")
    template = environment().parse(source if any(it in source for it in mentioning) else "")
    calls = (it for it in template.find_all(nodes.Call) if isinstance(it.node, nodes.Name) and it.node.name in GETTEXT)
    texts = {id(text) for call in calls for text in call.find_all(nodes.Const)}
    for const in template.find_all(nodes.Const):
        if isinstance(const.value, str) and id(const) not in texts:
            yield from {const.value, *re.findall(r"\w+", const.value.removeprefix("reports/"))}


def _templates() -> Iterator[Path]:
    """Yield the templates of the table: no region, page or part of an extension, and no manual, which speaks of all."""
    extensions = {*PACKAGES} - {"config", "table"}
    theirs = {it for root in extensions for path in (ROOT / root).rglob("*.py") for it in _strings(path)}
    regions = {region.kind for it in EXTENSIONS.values() for region in it.screens.regions}
    for path in (ROOT / "templates").rglob("*.html"):
        name = path.relative_to(ROOT / "templates")
        drawn = str(name) in theirs or (name.parts[0] == "office" and name.stem in theirs)
        if not (drawn or {*name.with_suffix("").parts[1:]} & regions or name.parts[0] == "manuals"):
            yield path


def _places() -> set[tuple[str, str]]:
    declared = _declared()
    found = [(it, name) for it in _modules() for name in _strings(it)]
    found += [(it, name) for it in _templates() for name in _of_a_template(it, mentioning=declared)]
    return {(str(it.relative_to(ROOT)), name) for it, name in found if name in declared}


def _modules() -> Iterator[Path]:
    """Yield the modules of the table but for its migrations."""
    return (it for it in (ROOT / "table").rglob("*.py") if "migrations" not in it.parts)


@cache
def _is_line_of_an_extension(text: str) -> bool:
    """Whether a text is a line of a script that an extension has declared, by the first form that it fits."""
    form = next((it for it in ACTS if it.pattern.fullmatch(text)), None)
    return form is not None and {form.text, form.text.removeprefix("expect ")}.isdisjoint(_lines_of_the_table())


@cache
def _lines_of_the_table() -> frozenset[str]:
    """The strings of the modules in which the table declares its own lines."""
    return frozenset(it for path in (ROOT / "table" / "script" / "lines").glob("*.py") for it in _strings(path))


def test_no_name_that_an_extension_declares_stands_in_the_table() -> None:
    assert _places() == EDGES.keys()


def test_no_line_that_only_an_extension_understands_stands_in_the_table() -> None:
    found = {(path.name, text) for path in _modules() for text in _strings(path) if _is_line_of_an_extension(text)}
    assert found == set()


def test_there_are_names_to_look_for() -> None:
    names = {"rule", "show_card", "coup_held", "fallen_card", "exercise", "begin_exercise"}
    assert names | {"change_notes", "bank_difference", "incident_reported"} <= _declared()
    lines = [
        text for text in _strings(ROOT / "procedures" / "screens" / "stories.py") if _is_line_of_an_extension(text)
    ]
    assert {"ratifies", "rules annul", "ispettore_gioco attests", "reports fallen_card places=[1]"} <= {*lines}


def test_there_are_templates_to_look_through() -> None:
    names = {str(path.relative_to(ROOT / "templates")) for path in _templates()}
    assert {"regions/console/dock.html", "regions/desk.html", "screens/coup.html", "reports/figures.html"} <= names
    assert not {"regions/cassa.html", "regions/bank/desk.html", "office/banks.html", "regions/reports.html"} & names
    assert "put_box" in _of_a_template(ROOT / "templates" / "regions" / "bank.html")
