"""The first lesson: a trainee who does what they are told, step by step, ends it with everything right."""

import re

import pytest

from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import MISTAKE
from procedures.training.instructor import FIRST_LESSON
from procedures.training.solution import solution
from table.memory import table_cache
from table.models import Entry
from table.record import chain
from table.rules.houses import HOUSES
from table.rules.profile import Profile, Role
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.rig.staff import signed_in
from tests.rig.tables import check
from tests.training.room import CODE, INSTRUCTOR, TRAINEE, Trainee, begin, reviewed

LESSON = EXERCISES[FIRST_LESSON]
STEPS = [name for name, _words in LESSON.guide]
REGIONS = ("console", "console_sheets", f"reports:{Role.DEALER}")
QUOTED = {"en": "“([^”]+)”", "it": "«([^»]+)»", "de": "„([^“]+)“"}
"""How a language marks the words that stand on a key."""
PLACE = {"en": "Step {} of 10", "it": "Passo {} di 10", "de": "Schritt {} von 10"}
SLIPS = "one slips from the sabot"


def drawn(*regions: str, language: str = "en") -> str:
    """These regions as the trainee's console has them, without their tags."""
    table_cache.clear()
    snapshot = take(CODE)
    assert snapshot is not None
    pages = (render(snapshot, Region(it, language)) for it in regions)
    return " ".join(re.sub(r"<[^>]*>", " ", " ".join(pages)).split())


def card(language: str = "en") -> str:
    """What stands above the trainee's console."""
    return drawn(f"exercise:{Role.DEALER}", language=language)


def meets(dealer: Trainee, step: str) -> None:
    """The trainee does what they are told at this step."""
    if step == MISTAKE:
        dealer.does("extra card unseen 8D")
    else:
        assert dealer.step()


@pytest.mark.usefixtures("room")
def test_who_does_what_they_are_told_step_by_step_ends_with_everything_right() -> None:
    begin(FIRST_LESSON)
    dealer = Trainee(FIRST_LESSON)
    for place, step in enumerate(STEPS, start=1):
        text = card()
        assert f"Step {place} of {len(STEPS)}" in text
        assert (SLIPS in text) is (step == MISTAKE), "the mistake is told when it happens, and no more once it is met"
        meets(dealer, step)
    assert "For you this exercise is over." in card()
    assert "Step" not in card()
    assert reviewed().solved
    check(CODE)


@pytest.mark.usefixtures("room")
def test_the_guests_of_an_exercise_have_their_whole_keys_on_the_felt() -> None:
    """The felt cuts what is too long, and two keys cut to the same letters are one guest to whoever looks."""
    begin(FIRST_LESSON)
    snapshot = take(CODE)
    assert snapshot is not None
    names = re.findall('class="place-name"[^>]*>([^<]*)<', render(snapshot, Region("felt:watch", "en")))
    assert names == ["train-1", "train-2"]


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.usefixtures("room")
def test_every_key_that_a_step_names_stands_on_the_console_in_these_words(language: str) -> None:
    begin(FIRST_LESSON)
    dealer, named = Trainee(FIRST_LESSON), list[str]()
    for place, step in enumerate(STEPS, start=1):
        text, console = card(language), drawn(*REGIONS, language=language)
        assert PLACE[language].format(place) in text
        keys = [it.strip() for it in re.findall(QUOTED[language], text)]
        assert [it for it in keys if it not in console] == [], step
        named += keys
        meets(dealer, step)
    assert len(named) >= 9


@pytest.mark.parametrize("house", [it for it in HOUSES.values() if LESSON.fits(it)], ids=lambda it: it.key)
@pytest.mark.usefixtures("room")
def test_its_steps_are_the_acts_of_a_good_dealer_in_every_house_where_it_fits(house: Profile) -> None:
    acts = [it.verb for it in solution(LESSON, house)]
    assert ["card_out" if it == MISTAKE else it for it in STEPS] == acts


@pytest.mark.usefixtures("room")
def test_no_card_is_told_before_its_step() -> None:
    begin(FIRST_LESSON)
    dealer = Trainee(FIRST_LESSON)
    seen = {"turn_banco": "c5C", "card_out": "c3H", "turn_punto": "c2H"}
    for step in STEPS:
        table_cache.clear()
        snapshot = take(CODE)
        assert snapshot is not None
        text = render(snapshot, Region(f"exercise:{Role.DEALER}", "en"))
        assert [it for it in seen.values() if it in text] == [it for name, it in seen.items() if name == step]
        meets(dealer, step)


@pytest.mark.usefixtures("room")
def test_who_does_something_else_is_told_what_comes_first_and_goes_on() -> None:
    begin(FIRST_LESSON)
    dealer = Trainee(FIRST_LESSON)
    for _act in range(4):
        dealer.step()
    dealer.press("correct_entry", what="declaration", new={"claim": "carta"}, reason="misheard")
    assert f"Step {STEPS.index('card_out') + 1} of" in card()


@pytest.mark.usefixtures("room")
def test_who_overlooks_the_mistake_reads_so_in_the_review() -> None:
    begin(FIRST_LESSON)
    dealer = Trainee(FIRST_LESSON)
    for step in STEPS:
        if step != MISTAKE:
            meets(dealer, step)
    assert "For you this exercise is over." in card()
    assert not reviewed().solved
    assert [it.expected.verb for it in reviewed().rows if it.actual is None and it.expected] == ["card_out"]


@pytest.mark.usefixtures("room")
def test_an_instructor_begins_it_as_the_first_of_their_list_and_in_no_row_of_an_article() -> None:
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en")
    page = client.get("/training/").content.decode()
    offered = re.findall(r'<option value="([^"]+)"', page.partition('id="exercise"')[2].partition("</select>")[0])
    assert (offered[0], offered.count(FIRST_LESSON)) == (FIRST_LESSON, 1)
    form = {"act": "begin_exercise", "table": CODE, "nonce": "lesson", "exercise": offered[0]}
    assert client.post("/training/", form).status_code == 302
    assert "Step 1 of 10" in card()
    assert client.post("/training/", form | {"nonce": "all", "exercise": "article:1"}).status_code == 302
    begun = Entry.objects.filter(register=CODE, verb="begin_exercise").latest("number")
    assert FIRST_LESSON not in (chain.read(begun.arguments)["exercise"], *chain.read(begun.arguments)["then"])
    assert signed_in(Role.DEALER, badge=TRAINEE).get(f"/tables/{CODE}/dealer/").status_code == 200
