"""The document of the training table says where to press, in the words that stand on the screens."""

import re

import polib

from tests.rig.daphne import ROOT


def test_every_press_that_the_document_names_is_one_of_a_screen() -> None:
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    section = text.partition("## Where to press")[2].partition("\n## It never counts")[0]
    on_screens = [it.msgid for it in polib.pofile(str(ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"))]
    named = re.findall(r"\*([^*\n]+)\*", section)
    assert len(named) > 10
    assert [it for it in named if not any(said.startswith(it) for said in on_screens)] == []
