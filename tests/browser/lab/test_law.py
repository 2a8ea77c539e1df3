"""Truth: in every state of a table console and felt say what the law says of its phase, case and stage (law.txt).

`make lab` looks at every state of every house without a bank; the suite at plain coups of one.
"""

import os
import re
from html import unescape

import pytest

from table.rules.houses import VENEZIA
from table.screens.read.snapshot import Snapshot
from table.screens.regions import Region, render
from tests.browser.lab.law import WHATEVER, Said, law_of, typed
from tests.browser.lab.states import PLAIN, PLAYED, States, befall

pytestmark = pytest.mark.django_db
TAGS = re.compile(r"<[^>]+>")
QUESTION = re.compile(r'id="now-heading"[^>]*>(.*?)</(?:button|h2|p)>', re.DOTALL)
WORDS = re.compile(r'<p class="say"><span>[^<]*</span> <q[^>]*>(.*?)</q>')
ON_THE_FELT = re.compile(r'<text class="headline-words">(.*?)</text>')
READS = re.compile(r"\s*position \d+ reads$")
WITHOUT_BANK = [it for it in PLAYED if it.bank == "off"]
"""Houses of which the regulations speak: of a bank they say nothing."""


def test_console_and_desk_say_what_the_law_says() -> None:
    whole, law, untrue = "LAB" in os.environ, typed(), dict[object, str]()
    looked = 0

    def look(name: str, snapshot: Snapshot) -> None:
        nonlocal looked
        looked += 1
        when, said = law_of(snapshot, law)
        for felt in ("felt", "felt:watch"):
            shown = as_shown(snapshot, felt)
            if said is None or not agrees(shown, said):
                untrue.setdefault((when, shown), f"{when}: shown {shown}, law {said} – {snapshot.code}, {name}")

    for number, profile in enumerate(WITHOUT_BANK if whole else [VENEZIA]):
        States(f"W{number}", look).of(profile, befall(profile) if whole else PLAIN)
    print(f"{looked} states, {len(law.rows)} rows of law, {len(untrue)} untrue")
    assert looked > len(PLAIN)
    assert not untrue, "\n".join(untrue.values())


def test_the_law_has_the_words_of_every_house_without_a_bank() -> None:
    assert [*typed().houses] == [it.key for it in WITHOUT_BANK]


def as_shown(snapshot: Snapshot, felt: str) -> Said:
    """Read what the console asks and says, and what stands on this felt, in English."""
    console, cloth = (render(snapshot, Region(it, "en")) for it in ("console", felt))
    return Said(READS.sub("", _text(QUESTION, console)), _text(WORDS, console), _text(ON_THE_FELT, cloth))


def agrees(shown: Said, said: Said) -> bool:
    """Whether what is shown is what is to be said."""
    return all(law in (WHATEVER, it) for it, law in zip(shown, said, strict=True))


def _text(what: re.Pattern[str], html: str) -> str:
    found = what.search(html)
    return unescape(TAGS.sub(" ", found[1])).strip() if found else ""
