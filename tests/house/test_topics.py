"""Whatever cites something cites a topic: no document and no article is written into the code that refuses."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation

from table.play.declaration import VERBS
from table.rules.authority import OF_SABOT, TOPICS, cite
from table.rules.houses import HOUSES, MALTA, VENEZIA, marked
from table.rules.profile import KEYS, OF_THE_BANK
from table.rules.topics.sources import Said
from table.screens.rules.page import every_line
from table.words.numbers import Numbers
from table.words.terms import in_words
from tests.paper.sources import PACKAGES, walk

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted(path for room in PACKAGES for path in (ROOT / room).rglob("*.py"))
REFUSE, DECLARE = {"require", "Refused", "_must"}, {"verb", "of_a_seat", "partial"}
UNSAID = {key for key, declared in KEYS.items() if getattr(VENEZIA, key) in [it.value for it in declared.unsaid]}
# What does not arise in the house, as its key or the one above it has no value: nothing could be told of it.
NOTHING_TO_TELL = {"announce_limits_by.until", "malfunction_voids.link", *UNSAID - OF_SABOT.keys(), *OF_THE_BANK}


def name_of(call: ast.Call) -> str:
    """The last name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    """The calls of these functions, whatever they are called on."""
    return (node for node in walk(tree) if isinstance(node, ast.Call) and name_of(node) in names)


@cache
def read(path: Path) -> ast.Module:
    """A module of the house; as nothing where it cites by no name."""
    source = path.read_text(encoding="utf-8")
    return ast.parse(source if "source=" in source or "cite(" in source else "")


def cited(path: Path) -> Iterator[ast.expr]:
    """What stands behind each ``source=`` of a refusal or a verb."""
    for call in calls(read(path), REFUSE | DECLARE):
        yield from (keyword.value for keyword in call.keywords if keyword.arg == "source")


def topics(tree: ast.AST) -> Iterator[str]:
    """The topics that are written out where something is cited."""
    for call in calls(tree, {"cite"}):
        for node in ast.walk(call.args[-1]):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_source_is_a_topic() -> None:
    written = {topic for path in OURS for topic in topics(read(path))}
    named = {verb.source for verb in VERBS.values()}
    assert len(written) > 50
    assert written | named <= TOPICS


@pytest.mark.parametrize("room", PACKAGES)
def test_a_refusal_cites_by_the_mark_of_its_topic_and_writes_no_document_down(room: str) -> None:
    plain = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in OURS
        if path.is_relative_to(ROOT / room)
        for node in cited(path)
        if not (
            (isinstance(node, ast.Call) and name_of(node) in {"cite", "_source"})
            or (isinstance(node, ast.Name) and node.id == "source")
            or (isinstance(node, ast.Constant) and node.value in TOPICS)
        )
    ]
    assert plain == []


def test_a_topic_of_sabots_own_is_cited_somewhere() -> None:
    written = {topic for path in OURS for topic in topics(read(path))}
    indirect = {"limits.pair", "custody", "seats.waiting", "acts", "cases.order_lost"}
    assert set(OF_SABOT) <= written | {verb.source for verb in VERBS.values()} | indirect


def test_every_reading_and_default_of_the_super_punto_banco_stands_on_its_page() -> None:
    with translation.override("en"):
        stated = set(every_line(VENEZIA, Numbers("en")))
    ours = {topic for topic in TOPICS - set(OF_SABOT) if not marked(VENEZIA, topic).own}
    assert ours - stated == {*NOTHING_TO_TELL, "announced"}  # told by the order in which it is announced
    assert all(marked(VENEZIA, topic).mark.said is Said.DEFAULT for topic in NOTHING_TO_TELL)


@pytest.mark.parametrize("key", HOUSES)
def test_a_refusal_and_the_page_say_the_same_of_a_topic(key: str) -> None:
    profile = HOUSES[key]
    with translation.override("en"):
        for topic, line in every_line(profile, Numbers("en")).items():
            words = in_words(cite(profile, topic))
            match line.citation.said:
                case Said.STATED:
                    assert words == line.citation.words
                case Said.READING:
                    assert f"Sabot reads {words.removeprefix('reading of ')} so;" in line.citation.words
                case _:
                    assert words == "default of Sabot"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", ["interpretazione di Art. 13", "regola predefinita di Sabot", "regola di Sabot"]),
        ("de", ["Auslegung von Art. 13", "Vorgabe von Sabot", "Regel von Sabot"]),
        ("en", ["reading of Art. 13", "default of Sabot", "rule of Sabot"]),
    ],
)
def test_it_is_said_in_the_language_of_the_reader(language: str, words: list[str]) -> None:
    sources = [cite(VENEZIA, topic) for topic in ("seats.marked_free", "reader.passed_on", "cases")]
    with translation.override(language):
        assert [in_words(source) for source in sources] == words


def test_a_row_of_earlier_days_is_read_as_it_was_kept() -> None:
    with translation.override("it"):
        assert in_words("Super Punto Banco, Art. 13") == "Super Punto Banco, Art. 13"
        assert in_words("") == ""
        assert in_words(cite(MALTA, "tie_requires_main")) == "Punto y Banco, Malta"
