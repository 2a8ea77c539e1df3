"""What is declared once is declared whole: verbs and effects with their words, regions with their template."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.functional import Promise

from table.models import House
from table.play.effects import EFFECTS
from table.screens.regions import SHOWN
from table.screens.register import scene
from table.verbs.declaration import VERBS
from tests.rig.words import TRANSLATED, untranslated

ROOT = Path(settings.BASE_DIR)
IN_PLACE_OF_A_REGION = {"no_rules", "not_drawn"}


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


def effects_that_are_named() -> Iterator[str]:
    """The name of every effect that an act names, read from the sources."""
    for path in (*ROOT.glob("table/**/*.py"), *ROOT.glob("procedures/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "effect":
                name = node.args[0]
                choices = [name.body, name.orelse] if isinstance(name, ast.IfExp) else [name]
                yield from (str(it.value) for it in choices if isinstance(it, ast.Constant))


def test_every_effect_that_is_named_is_declared() -> None:
    assert sorted(set(effects_that_are_named()) - EFFECTS.keys()) == []


def test_every_act_and_every_effect_is_drawn_again_or_said_not_to_be() -> None:
    at_tables = {name for name, verb in VERBS.items() if verb.owner is not House}
    assert sorted(at_tables - scene.ACTS.keys()) == []
    assert sorted(EFFECTS.keys() - scene.EFFECTS.keys()) == []


def test_every_region_has_its_template_and_every_template_its_region() -> None:
    templates = {path.stem for path in (ROOT / "templates" / "regions").glob("*.html")}
    assert templates - IN_PLACE_OF_A_REGION == SHOWN.keys()
