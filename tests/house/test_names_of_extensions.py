"""What an extension declares has no name in the table: its verbs, effects, kinds and regions stand there as no string.

A name that the table declares as well, such as that of an effect by which a kind is noticed, or of a fact of an effect,
is the table's own.
"""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

from django.apps import apps

from procedures.articles import KINDS
from table.extensions import EXTENSIONS
from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.rules.authority import TOPICS
from table.rules.profile import Profile
from table.rules.regola import Outcome
from table.verbs.corrections.entry import What
from tests.house.test_architecture import ROOT

EDGES: dict[tuple[str, str], str] = {
    **dict.fromkeys(
        [
            *(
                ("table/verifier/felt.py", it)
                for it in ("cards_laid_anew", "cards_lie", "card_not_out", "card_replaced")
            ),
            *(("table/verifier/felt.py", it) for it in ("declaration_void", "announcement_void")),
            ("table/verifier/shoe.py", "card_not_out"),
        ],
        "the verifier reads effects as they are stored, and runs where no extension is installed",
    ),
    **dict.fromkeys(
        [
            ("table/demo/stories.py", "incident_reported"),
            ("table/demo/stories.py", "fallen_card"),
        ],
        "a story of the demo house is written in lines of a script, as evenings are",
    ),
    ("table/feed/asyncapi.py", "receive"): "AsyncAPI calls so what an application is sent",
    ("table/reports/evenings/paper.py", "incidents"): "a key of the closing's file, whose label is printed",
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


def _strings(path: Path) -> Iterator[str]:
    """Yield the strings of a module, and each word of a line of a script in them; no docstring, nothing translated."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts |= {id(text) for node in ast.walk(tree) if _translates(node) for text in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value
            yield from (word for word in node.value.replace(":", " ").split() if "_" in word)


def _translates(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT


def _places() -> set[tuple[str, str]]:
    declared = _declared()
    modules = (it for it in (ROOT / "table").rglob("*.py") if "migrations" not in it.parts)
    return {(str(it.relative_to(ROOT)), name) for it in modules for name in _strings(it) if name in declared}


def test_no_name_that_an_extension_declares_stands_in_the_table() -> None:
    assert _places() == EDGES.keys()


def test_there_are_names_to_look_for() -> None:
    assert {"rule", "show_card", "coup_held", "fallen_card", "exercise", "begin_exercise"} <= _declared()
