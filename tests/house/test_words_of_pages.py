"""What STYLE.md asks of names, in scripts and templates: none is made of a word that means five things.

Those are the names in scripts, the names in Jinja, and the names of the files of both and of style sheets.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from jinja2 import Environment, nodes
from jinja2.ext import InternationalizationExtension

from tests.house.test_words_of_names import MENTIONED, is_unclear

ROOT = Path(settings.BASE_DIR)
CODE = re.compile(
    r"""(?P<name>[A-Za-z_$][\w$]*)|(?P<brace>[{}])|(?P<quote>`)"""
    r"""|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
    r"""|(?:(?<=[(!,:])|(?<=[=(!,:&|?]\ ))/(?:\\.|\[(?:\\.|[^]\\])*]|[^/\\\n])+/|.""",
    re.DOTALL,
)
"""A token of a script outside its template literals; a regular expression stands where a value begins."""
TEXT = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?P<end>`|\$\{)", re.DOTALL)
"""The text of a template literal, up to its end or to the next expression in it."""
ATTRIBUTE, SENT = "a data attribute of a page", "a name in a script that the house sends"
EDGES = {
    "static/felt/incident.js lie": ATTRIBUTE,
    "static/felt/incident.js told": ATTRIBUTE,
    "static/house/worker.js kept": SENT,
    "static/online/online.js asked": ATTRIBUTE,
    "static/demo/showing.js told": ATTRIBUTE,
}
"""Names that stand in pages or are sent as they are, each with its reason."""
OF_JINJA = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
"""An expression or a statement of a template."""


def in_script(source: str) -> Iterator[str]:
    """Yield every name in a script, also those in the expressions of template literals; none of texts and comments."""
    at, opened, text = 0, [0], False
    while at < len(source):
        match = (TEXT if text else CODE).match(source, at)
        assert match is not None, f"a template literal has no end: {source[at:]}"
        at = match.end()
        if text:
            text = False
            opened = [*opened, 0] if match["end"] == "${" else opened
        elif match["name"]:
            yield match["name"]
        elif match["brace"]:
            opened[-1] += 1 if match["brace"] == "{" else -1
        elif match["quote"]:
            text = True
        if opened[-1] < 0:  # the expression ends, and its literal goes on
            opened, text = opened[:-1], True


def in_template(source: str) -> Iterator[str]:
    """Yield every name in a Jinja template: macros, blocks, variables, attributes, arguments, imports."""
    for node in (
        Environment(extensions=[InternationalizationExtension], autoescape=True).parse(source).find_all(nodes.Node)
    ):
        match node:
            case nodes.Macro(name=name) | nodes.Block(name=name) | nodes.Name(name=name) | nodes.Import(target=name):
                yield name
            case nodes.Keyword(key=name) | nodes.Getattr(attr=name):
                yield name
            case nodes.FromImport(names=names):
                yield from (part for it in names for part in ([it] if isinstance(it, str) else it))


def unclear(path: Path) -> Iterator[str]:
    """Yield the unclear names of a file, with those of itself and of its folders."""
    place = path.relative_to(ROOT)
    names: Iterable[str] = ()
    if path.suffix == ".js":
        names = in_script(path.read_text(encoding="utf-8"))
    elif path.suffix == ".html":
        source = path.read_text(encoding="utf-8")
        names = in_template(source) if MENTIONED.search(" ".join(OF_JINJA.findall(source))) else ()
    yield from (f"{place.as_posix()} {name}" for name in (*place.with_suffix("").parts, *names) if is_unclear(name))


@pytest.fixture(scope="module")
def found() -> set[str]:
    """Unclear names of all static files and templates, each after its place."""
    paths = [path for folder in ("static", "templates") for path in (ROOT / folder).rglob("*.*")]
    assert len(paths) > 300
    return {name for path in paths for name in unclear(path)}


def test_no_name_on_a_page_is_made_of_a_word_that_means_five_things(found: set[str]) -> None:
    assert sorted(found - EDGES.keys()) == []


def test_every_edge_of_pages_is_still_there(found: set[str]) -> None:
    assert sorted(EDGES.keys() - found) == []


@pytest.mark.parametrize(
    "source",
    [
        "function told() {}",
        "const asked = 1;",
        "for (const sheet of all) close();",
        "const f = (kept) => kept;",
        "const { size: beside } = tile;",
        "class A { lies() {} }",
        "import { beside } from './tiles.js';",
        "one.told = 1;",
        "const text = `a ${all.map((lie) => `b ${{ c: 1 }}`)} d`;",
        "const text = `a ${b} c`, MASK_BITS = 8;",
        "const sign = /[`'\"]/, told = 1;",
    ],
)
def test_whatever_a_script_names_is_looked_at(source: str) -> None:
    assert [it for it in in_script(source) if is_unclear(it)]


@pytest.mark.parametrize(
    "source", ["// what is told", "/* a sheet */", "f('told', \"kept\", `a lie ${b} told`)", "a.match(/told|'kept/)"]
)
def test_texts_and_comments_of_a_script_name_nothing(source: str) -> None:
    assert not [it for it in in_script(source) if is_unclear(it)]


@pytest.mark.parametrize(
    "source",
    [
        "{% macro seat_sheet() %}{% endmacro %}",
        "{% macro seat(told) %}{% endmacro %}",
        "{% block sheets %}{% endblock %}",
        "{% set KEPT = 1 %}",
        "{% for lie in all %}{% endfor %}",
        "{{ it.asked }}",
        "{{ f(beside=1) }}",
        "{% from 'a.html' import sheet %}",
        "{% from 'a.html' import a as sheet %}",
        "{% import 'a.html' as sheets %}",
        "{% call(told) f() %}{% endcall %}",
    ],
)
def test_whatever_a_template_names_is_looked_at(source: str) -> None:
    assert [it for it in in_template(source) if is_unclear(it)]
    assert MENTIONED.search(" ".join(OF_JINJA.findall(source)))


@pytest.mark.parametrize("name", ["static/pit/beside.css", "templates/regions/desk_sheets.typ", "static/mask/a.webp"])
def test_a_file_and_its_folders_are_looked_at(name: str) -> None:
    assert [*unclear(ROOT / name)]
