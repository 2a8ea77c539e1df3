"""What a trainee sees while an exercise is played, who begins one, and who reads what became of it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from procedures.training import views
from procedures.training.card import now_seen
from procedures.training.exercises import EXERCISES
from procedures.training.review import ActVerdict, TraineeAct, compare
from table.memory import table_cache
from table.models import Entry, Table
from table.record import chain
from table.record.door import Step
from table.record.machine import database_lock
from table.rules.houses import MALTA, VENEZIA
from table.rules.profile import Role
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.staff import BADGES, signed_in
from tests.training.room import (
    CODE,
    INSTRUCTOR,
    TRAINEE,
    Trainee,
    at_the_table,
    begin,
    person,
    reviewed,
    training_table,
)

pytestmark = pytest.mark.django_db


def card(language: str = "en") -> str:
    """What stands above the console of the trainee."""
    table_cache.clear()
    snapshot = take(CODE)
    assert snapshot is not None
    return render(snapshot, Region(f"exercise:{Role.DEALER}", language))


def begun_by_a_good_dealer(key: str = "late-stake") -> int:
    """An exercise that is played to its end."""
    training_table()
    number = begin(key)
    Trainee(key).meets_it()
    return number


# --- what the trainee sees


def test_no_face_is_told_before_its_card_is_turned() -> None:
    training_table()
    begin("declared-no-carta")
    hidden = ["c2H", "c2D", "c5C", "cKS", "c3H"]
    assert not any(it in card() for it in hidden)
    assert "The reader says «no carta»." in card()
    dealer = Trainee("declared-no-carta")
    seen = [["c5C", "cKS"], ["c3H"], ["c2H", "c2D"]]
    for now in seen:
        assert dealer.step()
        text = card()
        assert [it for it in hidden if it in text] == sorted(now, key=hidden.index)
    assert dealer.step()
    assert "For you this exercise is over." in card()
    assert not any(it in card() for it in hidden)


def test_until_it_is_said_the_cards_are_seen_where_they_truly_lie() -> None:
    training_table()
    begin("inverted")
    dealer = Trainee("inverted")
    at_the_table(person(TRAINEE, Role.DEALER), CODE, "declare", claim="no_carta", means="voice")
    _words, cards = now_seen(dealer.state, EXERCISES["inverted"])
    assert " ".join(map(str, cards)) == "9S 3C", "the first card of the sabot lies at Banco"


def test_only_the_dealer_of_a_training_table_is_told_what_happens_there() -> None:
    training_table()
    begin("fallen-first")
    sentence = "slips from the sabot"
    assert sentence in card()
    dealer = signed_in(Role.DEALER, badge=TRAINEE, language="en").get(f"/tables/{CODE}/dealer/").content.decode()
    assert sentence in dealer
    instructor = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en").get(f"/tables/{CODE}/").content.decode()
    assert sentence not in instructor


def test_who_takes_the_table_over_has_no_part_in_the_exercise_of_another() -> None:
    """They read that it was over for them, and the link beside it led to a review that they do not find."""
    number = begun_by_a_good_dealer()
    assert f"/training/{CODE}/{number}/" in card()
    at_the_table(person("otto", Role.DEALER), CODE, "take_over")
    assert "The instructor begins an exercise" in card()
    assert "exercise is over" not in card()
    at_the_table(person(TRAINEE, Role.DEALER), CODE, "take_over")
    assert f"/training/{CODE}/{number}/" in card()


# --- who begins one


def test_all_exercises_of_an_article_are_begun_one_after_the_other() -> None:
    training_table()
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en")
    form = {"act": "begin_exercise", "table": CODE}
    of_art_2 = [it for it in EXERCISES.values() if it.article.number == 2]
    assert len(of_art_2) > 1
    assert client.post("/training/", form | {"nonce": "all", "exercise": "article:2"}).status_code == 302
    for number, exercise in enumerate(of_art_2[1:], start=1):
        page = client.get("/training/").content.decode()
        assert f"Next: {exercise.title}" in page
        assert client.post("/training/", form | {"nonce": f"next {number}", "exercise": "next"}).status_code == 302
    assert "Next: " not in client.get("/training/").content.decode()
    assert client.post("/training/", form | {"nonce": "no more", "exercise": "next"}).status_code == 422
    assert client.post("/training/", form | {"nonce": "none", "exercise": "article:99"}).status_code == 422
    assert begun_there() == [it.key for it in of_art_2]


def test_an_instructor_adds_a_table_and_begins_an_exercise_for_whoever_deals_there() -> None:
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en")
    form = {"act": "add_training_table", "nonce": "add", "house": "super-punto-banco-venezia"}
    assert client.post("/training/", form).status_code == 302
    begins = {"act": "begin_exercise", "nonce": "begin", "table": CODE, "exercise": "worn"}
    refused = client.post("/training/", begins)
    assert refused.status_code == 422
    assert "No dealer is signed on at this table" in refused.content.decode()
    at_the_table(person(TRAINEE, Role.DEALER), CODE, "sign_on")
    assert client.post("/training/", begins | {"exercise": "nothing"}).status_code == 422
    assert client.post("/training/", begins | {"table": "T3"}).status_code == 404
    assert client.post("/training/", begins).status_code == 302
    page = client.get("/training/").content.decode()
    assert "A card is worn" in page
    assert f"/training/{CODE}/{Table.objects.get(code=CODE).number}/" in page


def test_a_form_that_comes_twice_begins_one_exercise_and_skips_none() -> None:
    """A double click began it anew: a review said that everything was missing, and “Next” skipped an exercise."""
    training_table()
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en")
    form = {"act": "begin_exercise", "table": CODE}
    first, second, third = [it.key for it in EXERCISES.values() if it.article.number == 3][:3]
    twice = [form | {"nonce": "all", "exercise": "article:3"}] * 2 + [form | {"nonce": "next", "exercise": "next"}] * 2
    assert [client.post("/training/", it).status_code for it in twice] == [302] * 4
    assert begun_there() == [first, second]
    other = client.post("/training/", form | {"nonce": "all", "exercise": third})
    assert other.status_code == 409
    assert "This press was used for something else already" in other.content.decode()
    assert client.post("/training/", form | {"exercise": third}).status_code == 422
    assert begun_there() == [first, second]


def test_two_forms_at_one_moment_begin_one_exercise_also_in_two_processes(
    postgresql: Engine, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one cleared away what the other had begun, or was refused for it.

    Each waits for the other as long as a busy machine lets it, where a house waits for seconds.
    """
    monkeypatch.setattr(views, "ONE_AT_A_TIME", nullcontext())  # two processes have none in common

    def sent(client: Client) -> int:
        try:
            _waits_for_a_lock(seconds=PATIENCE_SECONDS)
            form = {"act": "begin_exercise", "table": CODE, "nonce": "all", "exercise": "article:3"}
            return client.post("/training/", form).status_code
        finally:
            connection.close()

    with django_db_blocker.unblock(), postgresql.fresh() as url, at_home_in(url), ThreadPoolExecutor(2) as processes:
        training_table()
        client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en")
        assert [*processes.map(sent, [client, client])] == [302, 302]
        with database_lock.one_process_at_a_time(database_lock.TRAINING_NUMBER):
            monkeypatch.setattr(views, "one_process_at_a_time", _impatient)
            assert processes.submit(sent, client).result() == 422, "it does not wait for ever"
        assert len(begun_there()) == 1
        assert Entry.objects.filter(register=CODE).latest("number").verb == "begin_exercise"


@contextmanager
def _impatient(number: int) -> Iterator[None]:
    """Wait for the lock for a moment only."""
    _waits_for_a_lock(seconds=0.05)
    with database_lock.one_process_at_a_time(number):
        yield


def _waits_for_a_lock(*, seconds: float) -> None:
    """From now on this connection waits at most so long for each lock."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {round(1000 * seconds)}")


def begun_there() -> list[str]:
    """The exercises that were begun, in their order."""
    found = Entry.objects.filter(register=CODE, verb="begin_exercise").order_by("number")
    return [chain.read(it.arguments)["exercise"] for it in found]


def test_a_form_that_comes_twice_adds_one_training_table() -> None:
    """It was refused, and whoever pressed again, as they were told, had two."""
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en")
    form = {"act": "add_training_table", "nonce": "add", "house": "super-punto-banco-venezia"}
    assert [client.post("/training/", form).status_code for _time in range(2)] == [302, 302]
    assert client.post("/training/", form | {"house": "punto-y-banco-malta"}).status_code == 409
    assert [it.code for it in Table.objects.all()] == [CODE]


def test_a_dealer_begins_none() -> None:
    training_table()
    client = signed_in(Role.DEALER, badge=TRAINEE)
    form = {"act": "begin_exercise", "nonce": "begin", "table": CODE, "exercise": "worn"}
    assert client.post("/training/", form).status_code == 403
    assert "begin_exercise" not in client.get("/training/").content.decode()
    assert not Entry.objects.filter(verb="begin_exercise").exists()


# --- who reads what became of it


def test_a_review_is_the_trainees_and_the_instructors_and_nobody_elses() -> None:
    number = begun_by_a_good_dealer()
    address = f"/training/{CODE}/{number}/"
    for role, badge in ((Role.DEALER, TRAINEE), (Role.INSTRUCTOR, INSTRUCTOR)):
        client = signed_in(role, badge=badge, language="en")
        page = client.get(address)
        assert page.status_code == 200
        assert "Everything was right." in page.content.decode()
        assert address in client.get("/training/").content.decode()
    for role, badge in BADGES.items():
        if role is Role.SHOE:  # it signs in nowhere
            continue
        client = signed_in(role, badge="iris" if role is Role.INSTRUCTOR else badge)
        assert client.get(address).status_code in (403, 404), role
        assert address not in client.get("/training/").content.decode(), role
        assert address not in client.get("/").content.decode(), role


def test_a_review_says_what_is_missing_in_words_with_its_article_and_its_place_in_the_manual() -> None:
    training_table()
    number = begin("extra-seen")
    dealer = Trainee("extra-seen")
    dealer.plays_on()
    page = signed_in(Role.DEALER, badge=TRAINEE, language="en").get(f"/training/{CODE}/{number}/").content.decode()
    assert "Not everything was right." in page
    assert 'class="review-missing"' in page
    assert "8♦" in page
    assert "Super Punto Banco, Art. 1" in page
    assert "/manual/dealer/at/article-1/" in page


def test_a_review_cites_what_the_house_of_the_table_would() -> None:
    training_table(MALTA)
    number = begin("late-stake")
    Trainee("late-stake").meets_it()
    page = signed_in(Role.DEALER, badge=TRAINEE, language="en").get(f"/training/{CODE}/{number}/").content.decode()
    assert "default of Sabot" in page
    assert "Super Punto Banco, " not in page


def test_there_is_no_review_of_what_was_no_exercise() -> None:
    number = begun_by_a_good_dealer()
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR)
    for address in (f"/training/{CODE}/{number - 1}/", f"/training/{CODE}/999/", f"/training/T3/{number}/"):
        assert client.get(address).status_code == 404


def test_there_is_no_review_of_an_exercise_that_this_version_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/training/{CODE}/{begun_by_a_good_dealer()}/"
    client = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR)
    assert client.get(address).status_code == 200
    monkeypatch.delitem(EXERCISES, "late-stake")
    assert client.get(address).status_code == 404
    assert address not in client.get("/training/").content.decode()


def test_cards_that_were_drawn_by_one_press_each_took_the_seconds_of_all_of_them() -> None:
    drawn = [
        TraineeAct(Step("deal", {}), 3),
        TraineeAct(Step("card_out", {}), 4),
        TraineeAct(Step("card_out", {}), 5),
    ]
    (row,) = compare([Step("deal", {})], drawn)
    assert row.actual == TraineeAct(Step("deal", {}), 12)


def test_cards_dealt_open_count_as_one_deal_however_many_presses_they_took() -> None:
    training_table(replace(VENEZIA, dealing="face_up", reader="none", button=False))
    begin("null-seven")
    dealer = Trainee("null-seven")
    for face in dealer.exercise.cards.split()[:4]:
        dealer.press("card_out", card=face)
    dealer.plays_on()
    assert [it.verdict for it in reviewed().rows if it.verdict is not ActVerdict.RIGHT] == []
    assert reviewed().solved


OUT = [Step("card_out", {"card": it}) for it in ("6H", "2D", "KS", "3C", "9H", "2S")]
"""Cards that come out open, one by one: the four, and two third cards."""
FOUR = Step("deal", {"cards": ["6H", "2D", "KS", "3C"]})


@pytest.mark.one_in(4)
@pytest.mark.parametrize("first", [[FOUR], OUT[:4], [*OUT[:2], FOUR], [Step("card_out", {}), FOUR]])
@pytest.mark.parametrize("thirds", [0, 1, 2])
def test_third_cards_that_come_behind_four_open_ones_stay_cards_of_their_own(first: list[Step], thirds: int) -> None:
    third = OUT[4 : 4 + thirds]
    rows = compare([FOUR, *third], [TraineeAct(it, 2) for it in (*first, *third)])
    assert [it.verdict for it in rows] == [ActVerdict.RIGHT] * (1 + thirds)
    assert [it.expected for it in rows] == [FOUR, *third]
    assert [it.actual for it in rows] == [TraineeAct(FOUR, 2 * len(first)), *(TraineeAct(it, 2) for it in third)]


def test_a_card_too_many_is_no_part_of_a_deal() -> None:
    extra = Step("card_out", {"card": "9H", "extra": True, "exposed": True})
    rows = compare([FOUR], [TraineeAct(it, 1) for it in (*OUT[:4], extra)])
    assert [it.verdict for it in rows] == [ActVerdict.RIGHT, ActVerdict.SUPERFLUOUS]
