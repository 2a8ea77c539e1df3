"""The documents say what the code says: `make paper` brings up to date what is made from it."""

import re
from pathlib import Path

import pytest

from tests.paper.layers import forward, needed
from tests.paper.parts import (
    ASYNCAPI,
    OPENAPI,
    PARTS,
    PICTURE,
    SCHEMAS,
    Part,
    openapi_document,
    schema_text,
    what_shoes_tell,
)
from tests.paper.picture import picture
from tests.paper.sources import PACKAGES, ROOT, modules, says
from tests.rig.rows import every_row

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_what_is_made_from_the_code_is_up_to_date(part: Part) -> None:
    assert part.shown() == part.made().strip(), "`make paper` brings it up to date"


@pytest.mark.parametrize("path", SCHEMAS)
def test_a_published_schema_is_that_of_the_types(path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == schema_text(path), "`make paper` writes it anew"


def test_the_picture_of_the_rooms_is_up_to_date() -> None:
    assert (ROOT / PICTURE).read_text(encoding="utf-8") == picture(), "`make paper` draws it anew"


def test_what_programs_outside_may_ask_is_up_to_date() -> None:
    assert (ROOT / OPENAPI).read_text(encoding="utf-8") == openapi_document(), "`make paper` writes it anew"


def test_the_document_of_what_electronic_shoes_tell_is_made_from_the_frames() -> None:
    assert (ROOT / ASYNCAPI).read_text(encoding="utf-8") == what_shoes_tell(), "`make paper` writes it anew"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("Makefile", r"^CODE := .*|--cov=.*"),
        ("deploy/Containerfile", r"compileall -q .*"),
        ("deploy/install.sh", r"(?:compileall -q|^for part in) .*"),
        ("pyproject.toml", r"= \[[^]]*\"bank(?:\", | \|)[^]]*|(?<=force-include\]\n)(?:.+\n)*"),
    ],
)
def test_every_package_of_the_house_stands_wherever_its_packages_are_named(file: str, line: str) -> None:
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} == {*PACKAGES, "tests"}
    found = [it[0] for it in re.finditer(line, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)]
    assert found
    assert [it for it in found if set(PACKAGES) - set(re.findall(r"\w+", it))] == []


def test_every_module_says_in_a_line_what_it_is() -> None:
    assert [name for name, path in modules().items() if not says(path)] == []


@every_row("paper", PAGES)
def test_every_link_of_a_page_leads_somewhere(paper: Path) -> None:
    near = [to for to in LINK.findall(paper.read_text(encoding="utf-8")) if "://" not in to]
    assert [to for to in near if not _leads(paper, to)] == []


def _leads(paper: Path, to: str) -> bool:
    file, _, anchor = to.partition("#")
    target = paper.parent / file if file else paper
    if not anchor:
        return target.exists()
    heads = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return anchor in {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_the_readme_is_read_in_three_minutes_and_the_architecture_in_ten() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) < 930
    assert len((ROOT / "docs/architecture.md").read_text(encoding="utf-8").split()) < 2600


def test_an_arrow_that_others_imply_is_left_out_and_one_that_closes_a_circle_too() -> None:
    assert needed({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}
    assert forward({("a", "b"), ("b", "a")}) == {("a", "b")}
