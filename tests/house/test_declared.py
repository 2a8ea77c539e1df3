"""Verbs and effects are declared once, with everything that is known of them; what a newcomer forgot is named here."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from django.utils.translation import pgettext_lazy

from table.models import Alert, Coup, Table
from table.play.act import Act
from table.play.declaration import PIN_FACTS, VERBS, verb
from table.play.effects import EFFECTS, STILL, Effect, rows
from table.rules.profile import Role
from table.rules.topics.policy_key import ANY
from table.screens.read.lines import WORDS
from table.screens.read.sentences import REASONS
from tests.house.test_policy_sentences import values_of
from tests.paper.sources import PACKAGES, walk

ROOT = Path(__file__).resolve().parent.parent.parent
PLACE = re.compile(r"%\((\w+)\)s")
SAID = (pgettext_lazy("record", "the decks are shuffled"),)


@cache
def named() -> dict[str, set[str]]:
    """Every effect that the sources name, with all facts that are told of it anywhere."""
    found: dict[str, set[str]] = defaultdict(set)
    for room in PACKAGES:
        for path in (ROOT / room).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            tree = ast.parse(source if "act.effect(" in source else "")
            for node in walk(tree):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "act.effect":
                    for name in _names(node.args[0], tree):
                        found[name] |= set().union(*map(_facts, node.keywords))
    return found


def _facts(argument: ast.keyword) -> frozenset[str]:
    """The facts of one argument: those of a PIN are told together."""
    return PIN_FACTS if ast.unparse(argument.value).startswith("pin_facts(") else frozenset({str(argument.arg)})


def _names(given: ast.expr, tree: ast.Module) -> Iterator[str]:
    """The names that this can be: one, one of two, or what it was called by a name of its own."""
    if isinstance(given, ast.Constant):
        yield str(given.value)
    elif isinstance(given, ast.IfExp):
        yield from _names(given.body, tree)
        yield from _names(given.orelse, tree)
    elif isinstance(given, ast.Name):
        for node in walk(tree):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == given.id:
                yield from _names(node.value, tree)
    else:
        pytest.fail(f"an effect is named by what nobody can read: {ast.unparse(given)}")


# --- effects


def test_every_effect_that_is_named_is_declared_and_every_declared_one_is_named() -> None:
    assert set(named()) == set(EFFECTS)


def test_an_act_can_name_no_effect_that_is_not_declared(db: None) -> None:
    act = Act(owner=Table(code="T0"), actor="x", role=Role.DEALER, at=None, number=1)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="no effect lightning is declared"):
        act.effect("lightning")
    assert act.effects == []


def test_no_sentence_of_an_effect_asks_for_a_fact_that_is_never_told() -> None:
    facts = named()
    for name, effect in EFFECTS.items():
        assert {place for it in effect.said for place in PLACE.findall(str(it))} <= facts[name], name


def test_an_alert_is_never_still() -> None:
    with pytest.raises(AssertionError, match="an alert is a row"):
        Effect(said=(), redraw=STILL, alert=pgettext_lazy("alert", "An entry was corrected."))
    with pytest.raises(AssertionError, match="an alert is a row"):
        Effect(said=(), redraw=rows(Coup, Alert))


# --- verbs


@pytest.mark.parametrize("forgotten", ["title", "said"])
def test_a_verb_without_title_or_sentence_cannot_be_declared(forgotten: str) -> None:
    def dance(act: Act) -> None:
        """Nobody does this at a table."""

    given: dict[str, Any] = {"title": pgettext_lazy("act", "shuffle"), "said": SAID, "roles": [Role.DEALER]}
    with pytest.raises(TypeError, match=forgotten):
        verb(**{name: it for name, it in given.items() if name != forgotten})(dance)
    with pytest.raises(AssertionError, match="dance has no"):
        verb(**{**given, forgotten: ()})(dance)
    assert "dance" not in VERBS


def test_no_sentence_of_a_verb_asks_for_a_fact_that_its_act_does_not_have() -> None:
    for name, declared in VERBS.items():
        facts = set(declared.arguments.__struct_fields__)
        assert {place for it in declared.said for place in PLACE.findall(str(it))} <= facts, name


def test_a_code_in_the_sentence_of_an_act_has_its_word() -> None:
    words, codes = {**WORDS, "reason": REASONS}, set[tuple[str, str, object]]()
    for it in VERBS.values():
        for place in {name for text in it.said for name in PLACE.findall(str(text))}:
            values = values_of(get_type_hints(it.arguments)[place]) - {ANY, None}
            codes |= {(it.name, place, code) for code in values - words.get(place, {}).keys()}
    assert codes == set(), "WORDS in table/screens/read/lines.py, or an extension’s own, have a word for each"
