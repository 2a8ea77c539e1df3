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
    assert templates - IN_PLACE_OF_A_REGION == SHOWN.keys()


def test_no_line_of_a_template_is_longer_than_a_window() -> None:
    lines = [
        (path, at)
        for path in (ROOT / "templates").rglob("*.*")
        for at, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert lines == []
