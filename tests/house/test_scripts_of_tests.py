"""JavaScript of tests stands in files, and holds no more than tests ask for; in Python it has one line at most."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paper.sources import walk
from tests.rig.scripts import EXPORTED, TESTS, files, script, source

JAVASCRIPT = re.compile(
    r"=>|\b(?:document|window|globalThis|Object|navigator)\.\w|querySelector|addEventListener|\.prototype\b"
    r"|\b(?:const|let)\s+[\w{\[]+[^\n]*=|\bfunction\b[^\n]*\{|\basync \("
)
MENTIONED = re.compile(
    r"=>|(?:document|window|globalThis|Object|navigator)\b|querySelector|addEventListener|prototype"
    r"|(?:\b|\\[nrt])(?:const|let|function|async)\b(?! def)|\b(?:script|call)\("
)
"""In a module whose text has none of this, no string holds JavaScript, and no script is named."""
EXPLAINED = re.compile(r"/\*\* .+ \*/\n(?:export )?(?:async )?function\*? (\w+)\(")
NAMED = re.compile(r"^(?:export )?(?:async )?function\*? (\w+)\(", re.MULTILINE)
LOADED = {path.stem for path in (TESTS / "browser" / "lab").glob("*.js")}
"""Scripts of the lab, which run as a whole."""
Module = tuple[str, list[ast.AST]]


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    """Every module of tests in which there may be JavaScript: its path, and all that is in it."""
    here = Path(__file__)
    paths = [path for path in sorted(TESTS.rglob("*.py")) if path != here]
    texts = ((path.relative_to(TESTS).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
    return [(name, walk(ast.parse(text))) for name, text in texts if MENTIONED.search(text)]


def long_scripts(nodes: list[ast.AST]) -> Iterator[int]:
    """Yield the line of each string that holds JavaScript and goes on for more than a line; docstrings hold none."""
    within = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    within |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in within:
            text = _text(node)
            is_long = "\n" in text.strip() or node.end_lineno != node.lineno
            if is_long and JAVASCRIPT.search(text):
                yield node.lineno


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(it.value for it in parts if isinstance(it, ast.Constant) and isinstance(it.value, str))


def test_no_string_of_a_test_holds_javascript_over_more_than_one_line(modules: list[Module]) -> None:
    assert [f"{path}:{line}" for path, nodes in modules for line in long_scripts(nodes)] == []


@pytest.mark.parametrize(
    "source",
    [
        'SIZE = """() => {\n  return innerWidth;\n}"""',
        'page.evaluate("one => "\n    "one.scrollTop")',
        'PROBE = f"""(() => {{\n  const most = {MOST};\n}})()"""',
        'NEWER = """\n  delete Object.hasOwn;\n  delete window.name;\n"""',
        'SEEN = "() => {\\n  let seen = 0;\\n}"',
    ],
)
def test_a_script_of_more_lines_would_be_found(source: str) -> None:
    assert len([*long_scripts(walk(ast.parse(source)))]) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"() => document.title"',
        'def f():\n    """Give a => b.\n\n    And const a = 1.\n    """',
        'A = """violet\nlet be"""',
    ],
)
def test_a_line_or_a_sentence_is_none(source: str) -> None:
    assert [*long_scripts(walk(ast.parse(source)))] == []


def test_every_script_that_a_test_names_is_there_and_every_function_is_named(modules: list[Module]) -> None:
    used = set[tuple[str, str]]()
    for _path, nodes in modules:
        for node in nodes:
            match node:
                case ast.Call(
                    func=ast.Name(id="script" | "call"), args=[ast.Constant(str(subject)), ast.Constant(str(name)), *_]
                ):
                    used.add((subject, name))
    written = {(subject, name) for subject in files().keys() - LOADED for name in EXPORTED.findall(source(subject))}
    assert used == written


def test_every_function_says_in_a_line_what_it_gives() -> None:
    texts = {subject: source(subject) for subject in files().keys() - LOADED}
    silent = {subject: {*NAMED.findall(text)} - {*EXPLAINED.findall(text)} for subject, text in texts.items()}
    assert {subject: names for subject, names in silent.items() if names} == {}


def test_a_function_that_is_not_there_is_not_given() -> None:
    with pytest.raises(LookupError, match=r"looks\.js exports no function smaller"):
        script("looks", "smaller")
