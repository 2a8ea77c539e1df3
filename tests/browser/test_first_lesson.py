"""The first lesson in a browser: a trainee of the demo presses what they are told, and nothing else, to the review."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import MISTAKE
from procedures.training.instructor import FIRST_LESSON
from table.demo.house import TRAINED_AT, TRAINEE
from tests.rig.daphne import served
from tests.rig.demo import Demo, demo_house
from tests.rig.engines import Engine
from tests.rig.room import Hand, page_of, still
from tests.rig.sampling import sampled
from tests.rig.scripts import script
from tests.rig.sockets import session_of
from tests.training import room

Reader = Callable[..., Page]
KEYED = {"turn_banco": ["5C", "KS"], "card_out": ["3H"], "turn_punto": ["2H", "2D"]}
"""The cards that lie there, as the trainee sees them above the console."""


@pytest.fixture
def demo(sqlite: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[Demo]:
    """A demo house of one table beside that of the trainee."""
    with django_db_blocker.unblock(), demo_house(sqlite, tmp_path) as demo:
        yield demo


@pytest.fixture
def at(demo: Demo) -> Iterator[str]:
    """Where it is served."""
    with served(demo.settings) as house:
        yield house.address


@pytest.mark.faults
def test_a_trainee_who_presses_what_they_are_told_comes_to_a_review_in_which_everything_is_right(
    at: str, reader: Reader, demo: Demo
) -> None:
    page = still(reader("it"))
    page.goto(f"{at}/sign-in/")
    page.locator("#badge").fill(TRAINEE)
    page.locator("#pin").fill(demo.pins[TRAINEE])
    page.keyboard.press("Enter")
    page.wait_for_url(f"{at}/tables/{TRAINED_AT}/dealer/")
    steps, hand = [name for name, _words in EXERCISES[FIRST_LESSON].guide], Hand(page)
    for place, step in enumerate(steps, start=1):
        expect(page.locator(".exercise-step")).to_contain_text(f"Passo {place} di {len(steps)}")
        assert page.evaluate(script("console", "outOfView")) == [], step
        does(hand, step)
    hand.press(".exercise-way")
    expect(page.locator(".review-result")).to_have_class(re.compile("review-right"))


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("exercise", sampled([FIRST_LESSON, "fallen-not-found"], one_in=2))
def test_on_a_phone_what_happens_in_an_exercise_is_read_whole_and_the_felt_lies_below_it(
    exercise: str, reader: Reader, base_url: str
) -> None:
    """While stakes are laid the positions are keys where the felt is."""
    room.training_table()
    room.begin(exercise)
    cookies = {settings.SESSION_COOKIE_NAME: session_of(room.TRAINEE)}
    page = page_of(reader, base_url, f"/tables/{room.CODE}/dealer/", cookies, language="de", screen="phone")
    for width, height in ((360, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(script("console", "underExercise")) == []
        shown = ".position-keys" if exercise == FIRST_LESSON else ".live-felt"
        expect(page.locator(shown)).to_be_visible()


def does(hand: Hand, step: str) -> None:
    """The presses that a step names."""
    if step in KEYED:
        for face in KEYED[step]:
            hand.press(f'[data-card="{face}"]')
    elif step == "declare":
        hand.press(".claim-carta .claim-key")
    elif step == MISTAKE:
        hand.press(".tool-incident")
        hand.press('dialog[open] [data-leads="report-extra_card"]')
        hand.press("#report-extra_card[open] .kind")
    else:
        hand.press(".now [data-next]")
