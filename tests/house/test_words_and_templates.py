"""Verbs and effects have their words in every language, regions their template."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.functional import Promise

from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.screens.regions import SHOWN
from tests.rig.words import TRANSLATED, untranslated

ROOT = Path(settings.BASE_DIR)
LONGEST_LINE = 160
"""Length of the lines of templates, as long as a line of code may be in a window."""
IN_PLACE_OF_A_REGION = {"asleep", "no_rules", "not_drawn"}
OF_ALL_ROOMS = {"403_csrf.html", "page.html", "staff.html"}
"""Templates in no folder: the one that Django looks for there, and the bases of all pages and of those of the staff."""
STORED = {f"{it}_dialogs": f"{it}_sheets" for it in ("console", "desk", "tile")}
"""Names of regions in pages and frames that are not those of their templates, by these."""


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


def test_every_region_has_its_template_and_every_template_its_region() -> None:
    templates = {path.stem for path in (ROOT / "templates" / "regions").glob("*.html")}
    assert {STORED.get(it, it) for it in templates - IN_PLACE_OF_A_REGION} == SHOWN.keys()


def test_a_template_lies_in_the_folder_of_its_product_or_room() -> None:
    assert {path.name for path in (ROOT / "templates").glob("*.*")} == OF_ALL_ROOMS


def test_no_line_of_a_template_is_longer_than_a_window() -> None:
    lines = [
        (path, at)
        for path in (ROOT / "templates").rglob("*.*")
        for at, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert lines == []
