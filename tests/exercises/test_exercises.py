"""The checklists of CONTRIBUTING.md are short, and one of them is walked here; `make exercises` walks them all."""

from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from tests.exercises.__main__ import main
from tests.exercises.additions import MARK, added
from tests.exercises.checklists import MOST_FILES, NOT_WALKED, ROOT, checklists, lines_for
from tests.exercises.copies import states
from tests.exercises.walk import exercise, item_for, walk
from tests.rig.words import TRANSLATED


def test_there_is_a_checklist_for_whatever_is_declared() -> None:
    assert checklists().keys() == {*MOST_FILES, NOT_WALKED}


def test_a_name_that_no_checklist_has_is_refused_before_any_is_walked() -> None:
    with pytest.raises(SystemExit, match="No checklist has an exercise “tisch”; there are article, "):
        main(["verb", "tisch"])


@pytest.mark.parametrize("name", MOST_FILES)
def test_a_checklist_names_each_file_of_its_exercise_and_no_other(name: str) -> None:
    lines = Counter(item_for(name, file) for file in exercise(name))
    assert 0 < len(lines) <= MOST_FILES[name]
    assert sorted(lines) == sorted(checklists()[name])
    assert [it.file for it, files in lines.items() if files > 1 and not it.file.startswith("locale/")] == []


@pytest.mark.parametrize("name", MOST_FILES)
def test_what_an_exercise_says_it_says_in_every_language(name: str) -> None:
    files = exercise(name)
    assert {file.split("/")[1] for file in files if file.startswith("locale/")} in (set(), {*TRANSLATED})
    manuals = [text for file, text in files.items() if file.startswith("templates/manuals/")]
    assert {max(text.count(MARK), text.count("{% block ")) for text in manuals} <= {len(settings.LANGUAGES)}


@pytest.mark.parametrize("name", MOST_FILES)
def test_what_an_exercise_adds_has_its_place_in_the_house(name: str) -> None:
    assert all(before != after for before, after in states(ROOT, exercise(name)).values())


@pytest.mark.parametrize("name", [*MOST_FILES, NOT_WALKED])
def test_a_test_that_fails_says_what_was_forgotten(name: str) -> None:
    assert all(f"{name}: `{it.file}` – {it.holds}" in lines_for(f"{it.guard}[de]") for it in checklists()[name])
    assert lines_for("tests/exercises/test_exercises.py::test_lines_are_added_where_they_belong") == []


@pytest.mark.faults
def test_a_house_is_added_and_whatever_was_forgotten_is_named(tmp_path: Path) -> None:
    assert walk("house", tmp_path).wrong == []


def test_lines_are_added_where_they_belong() -> None:
    assert added("a\n  b\nc\n", "@@ after b\n  x\n@@ end\ny\n") == "a\n  b\n  x\nc\ny\n"
    assert added(None, "new\n") == "new\n"


@pytest.mark.parametrize("text", ["x\n", "@@ after z\nx\n", "@@ after b\nx\n"])
def test_lines_without_one_place_are_not_added(text: str) -> None:
    with pytest.raises(AssertionError):
        added("a\nb\nb\n", text)
