"""Languages of the screens: what has words of its own in one has them in all, and CONTRIBUTING.md lists it."""

import re
import subprocess
from typing import get_args, get_type_hints

import pytest
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from table.play.declaration import VERBS
from table.words.offices import PLAIN, PLAYED_WITHOUT_A_TABLE
from tests.exercises.checklists import checklists
from tests.paper.sources import PACKAGES
from tests.rig.words import TRANSLATED

CODES = {code for code, _name in settings.LANGUAGES}
FOLDERS = (*PACKAGES, "locale", "static", "templates")
ELSEWHERE = ("docs/", "table/migrations/", "tests/")
"""Where files of the list are that are not looked for by a language's code."""


def test_every_language_has_its_catalogue_and_every_catalogue_its_language() -> None:
    there = {path.parent.parent.name for path in (settings.BASE_DIR / "locale").glob("*/LC_MESSAGES/django.po")}
    assert there == set(TRANSLATED)


def test_offices_and_boxes_have_their_names_in_every_language() -> None:
    assert PLAIN.keys() == PLAYED_WITHOUT_A_TABLE.keys() == CODES


def test_no_test_types_the_list_of_all_languages_so_that_a_further_one_is_walked_too() -> None:
    """What has words typed for each is about these: it types the words, by language, and no list."""
    lists = re.compile(r"""[(\[]((?:"[a-z]{2}", )+"[a-z]{2}")[)\]]""")
    tests = (settings.BASE_DIR / "tests").rglob("*.py")
    found = {(path.name, it) for path in tests for it in lists.findall(path.read_text("utf-8"))}
    assert {(name, it) for name, it in found if set(re.findall(r"\w+", it)) == CODES} == set()


def test_a_display_is_paired_in_any_of_them() -> None:
    assert set(get_args(get_type_hints(VERBS["pair_display"].perform)["language"])) == CODES


@pytest.mark.parametrize("model", ["person", "display"])
def test_a_migration_has_the_languages_that_can_be_chosen(model: str) -> None:
    field = MigrationLoader(None).project_state(("table", _last())).models["table", model].fields["language"]
    assert list(field.choices) == settings.LANGUAGES


def _last() -> str:
    return max(path.stem for path in (settings.BASE_DIR / "table" / "migrations").glob("0*.py"))


def test_an_amount_is_said_in_words_in_every_language() -> None:
    source = (settings.BASE_DIR / "static" / "felt" / "words.js").read_text("utf-8")
    (chosen,) = re.findall(r"const words = \{(.*?)\}\[", source)
    assert set(re.findall(r"(\w+):", chosen)) == set(TRANSLATED)


def test_the_list_for_a_language_names_every_file_with_words_of_its_own_for_each() -> None:
    listed, found = checklists()["language"], _worded()
    assert {name for name in found if not any(item.covers(name) for item in listed)} == set()
    assert [it.file for it in listed if not it.file.startswith(ELSEWHERE) and not any(map(it.covers, found))] == []


def _worded() -> set[str]:
    """The files in which, or in whose names, something is said for Italian and for German."""
    listing = subprocess.run(
        ["git", "ls-files", *FOLDERS], cwd=settings.BASE_DIR, capture_output=True, check=True, text=True
    )
    return {name for name in listing.stdout.splitlines() if "/migrations/" not in name and _is_worded(name)}


def _is_worded(name: str) -> bool:
    if re.search(r"[/.](it|de)[/.]", name):
        return True
    if not name.endswith((".html", ".js", ".py")):
        return False
    text = (settings.BASE_DIR / name).read_text("utf-8")
    return all(re.search(rf"""["']{code}["']|[{{,] ?{code}: |block {code} """, text) for code in ("it", "de"))
