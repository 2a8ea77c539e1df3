"""The demo stage: what goes wrong there is put right by the book, for one visitor at a time, before the eyes of all."""

import asyncio
import json
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from procedures.models import Incident
from table.demo import director as stage
from table.demo import house, identity, onlooker, showing, troupe
from table.demo.director import Director
from table.demo.plays import Speed, State
from table.demo.stories import CUT, SCREENS, STORIES, stories_of
from table.demo.troupe import Troupe
from table.models import Alert, Coup, Display, Entry, Person, Table
from table.record.machine import clocks
from table.rules.cards import decks
from table.rules.profile import Role
from table.rules.refusal import Refused
from table.screens.audiences import NotAdmitted, display_view, staff_view
from table.script.added import StageScreen
from table.script.player import Player
from table.script.sabot import imagine
from tests.rig.demo import TABLE
from tests.rig.tables import check

pytestmark = pytest.mark.django_db
SEAT = "3"


@pytest.fixture
def pages(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A browser on the machine of a demo house of one table."""
    settings.DEMO, settings.DEMO_FILE, settings.ROOT_URLCONF = True, tmp_path / "demo.json", "tests.house.demo_urls"
    monkeypatch.setattr(house, "TABLES", (TABLE,))
    house.found(language="en", rng=Random(1))
    showing.PRESSES.forget()
    yield Client(headers={"accept-language": "en"})
    showing.PRESSES.forget()


# --- the stories


WENT = {
    "minute": ("", "settled"),
    "floor": ("fallen_card settled_by_law", "blank"),
    "three": ("wrong_number ratified", "settled"),
    "declaration": ("declaration ratified", "settled"),
    "link": ("", "settled"),
}
"""What the register has of each of them: the case that it was, and what became of the coup."""


def test_every_story_ends_as_the_book_has_it_and_leaves_nothing_behind(pages: Client) -> None:
    assert [*WENT] == [*stories_of(Table.real.get(code="T1"))], "in the order in which they are offered"
    for name, (case, outcome) in WENT.items():
        shown = Troupe("T1", seat=SEAT, rng=Random(3))
        before, known = Table.real.get(code="T1").number, set(Incident.objects.values_list("pk", flat=True))
        for _act in shown.prepare(STORIES[name]):
            pass
        for beat in STORIES[name].beats:
            for act in beat.acts:
                if act != CUT:
                    shown.do(act)
        found = Incident.objects.exclude(pk__in=known).first()
        assert (f"{found.kind} {found.status}" if found else "") == case, name
        coup = Coup.objects.latest("pk")
        assert (coup.ended, coup.outcome, coup.stakes.filter(position=SEAT).exists()) == (
            True,
            outcome,
            name != "floor",
        )
        assert not Alert.objects.filter(closed=None).exists(), name
        acted = set(Entry.objects.filter(register="T1", number__gt=before).values_list("actor", flat=True))
        assert acted <= house.staff().keys(), "by the demo's own staff, through the door"
    check("T1")


def test_a_rank_that_a_story_has_twice_is_that_of_two_cards(pages: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(player: Player, rng: Random) -> None:
        """Leave one card of each face in the sabot, as late in a taglia."""
        imagine(player, rng)
        player.coming = deque(decks(1))

    monkeypatch.setattr(troupe, "imagine", late)
    shown = Troupe("T1", seat=SEAT, rng=Random(3))
    for _act in shown.prepare(STORIES["minute"]):
        pass
    laid = list(shown.player.coming)
    assert [it.rank for it in laid[:6]] == STORIES["minute"].cards.split() == ["2", "4", "3", "K", "3", "A"]
    assert Counter(laid) == Counter(decks(1))


def test_what_somebody_left_held_is_settled_before_the_next_story(pages: Client) -> None:
    left = Troupe("T1", seat=SEAT, rng=Random(4))
    for _act in left.prepare(STORIES["declaration"]):
        pass
    for act in [act for beat in STORIES["declaration"].beats[:3] for act in beat.acts]:
        left.do(act)
    assert Coup.objects.latest("pk").held
    for _act in Troupe("T1", seat=SEAT, rng=Random(5)).prepare(STORIES["minute"]):
        pass
    assert Coup.objects.latest("pk").ended
    check("T1")


# --- one visitor at a time


class Quick(Troupe):
    """Whoever plays it at once, and at no table."""

    def __init__(self, *_given: Any, **_more: Any) -> None:
        self.done: list[str] = []

    def prepare(self, *_given: Any) -> Iterator[None]:
        yield

    def do(self, act: str) -> None:
        self.done.append(act)

    def finish(self) -> Iterator[None]:
        yield


async def test_one_visitor_at_a_time_is_shown_a_story_and_it_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "Troupe", Quick)
    monkeypatch.setattr(stage, "stage_table", lambda: Table(code="T1", policy=None))
    monkeypatch.setattr(stage, "seat_of", lambda _table: SEAT)
    for seconds in ("BEFORE_SECONDS", "ACT_SECONDS", "QUICK_SECONDS", "FOLLOWED_SECONDS"):
        monkeypatch.setattr(stage, seconds, 0.0)
    director = Director()
    await director.begin("three", "the first")
    await director.pause("the first")
    await until(lambda: director.show("the first").step == 1)
    assert director.show("another") == director.show("the first")._replace(yours=False)
    with pytest.raises(Refused, match="Another visitor"):
        await director.begin("floor", "another")
    for press in (director.go_on, director.end, director.pause):
        await press("another")
    assert (director.show("the first").step, director.show("the first").paused) == (1, True), "only the first goes on"
    await director.go_on("the first")
    await until(lambda: director.show("the first").step == 2)
    await director.begin("link", "the first")
    await until(lambda: director.show("the first").story == "link" and director.show("the first").step > 0)
    assert director.show("another").sentence == "", "what is cut are the screens of the first alone"
    await director.end("the first")
    await until(lambda: director.show("the first").story == "")
    await director.begin("floor", "another")
    await director.end("another")
    await until(lambda: director.asleep)


@pytest.mark.parametrize("speed", [None, Speed.FAST])
async def test_the_stage_gives_its_table_back_as_it_took_it(
    monkeypatch: pytest.MonkeyPatch, speed: Speed | None
) -> None:
    playing, done = {"T1": speed}, list[tuple[str, Speed | None]]()

    async def begin(code: str, speed: Speed) -> None:
        done.append(("begin", speed))
        playing[code] = speed

    async def rest(code: str) -> None:
        done.append(("rest", playing[code]))
        playing[code] = None

    monkeypatch.setattr(stage, "Troupe", Quick)
    monkeypatch.setattr(stage, "stage_table", lambda: Table(code="T1", policy=None))
    monkeypatch.setattr(stage, "seat_of", lambda _table: SEAT)
    for seconds in ("BEFORE_SECONDS", "ACT_SECONDS", "QUICK_SECONDS", "FOLLOWED_SECONDS"):
        monkeypatch.setattr(stage, seconds, 0.0)
    plays = SimpleNamespace(
        begin=begin, rest=rest, speed=playing.get, state=lambda code: State.PLAYING if playing[code] else State.PAUSED
    )
    monkeypatch.setattr(stage, "plays", plays)
    director = Director()
    await director.begin("floor", "the first")
    await director.end("the first")
    await until(lambda: director.asleep)
    assert playing["T1"] == speed, done


async def until(holds: Any) -> None:
    async with asyncio.timeout(5):
        while True:
            if holds():
                return
            await asyncio.sleep(0.01)


async def test_the_link_of_one_visit_alone_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []

    class Shown:
        """A screen of a visit."""

        def __init__(self, visit: str) -> None:
            self.visit = visit

        async def let_go(self) -> None:
            gone.append(self.visit)

    monkeypatch.setattr(onlooker, "_here", {visit: {Shown(visit)} for visit in ("the-first", "the-other")})
    monkeypatch.setattr(onlooker, "_cut", {})
    await onlooker.cut("the-first", seconds=60)
    assert gone == ["the-first"]
    assert onlooker.silent("the-first") > 50
    assert onlooker.silent("the-other") == 0


# --- what is shown, and to whom


def test_a_stage_shows_what_its_screens_show_anyway_and_nothing_more(pages: Client) -> None:
    """Whatever is proven of those screens, as that no covered card is on them, is so of the stage."""
    dealer = Person.objects.get(badge="dealer-t1")
    seat, sign = (Display.objects.get(table__code="T1", position=it) for it in (SEAT, ""))
    assert onlooker.shown(StageScreen.CONSOLE, "en") == staff_view("dealer", "T1", dealer, "en")
    assert onlooker.shown(StageScreen.PIT, "en") == staff_view("pit", "", Person(role=Role.ISPETTORE_GIOCO), "en")
    assert onlooker.shown(StageScreen.SEAT, "en") == display_view(seat)
    assert onlooker.shown(StageScreen.SIGN, "en") == display_view(sign)


def test_only_on_the_stage_of_a_demo_house_a_screen_stands_in_a_frame(pages: Client, settings: Any) -> None:
    around = pages.get("/demo/stage/")
    assert "frame-src 'self'" in around["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in around["Content-Security-Policy"]
    for name in SCREENS:
        framed = pages.get(f"/demo/stage/a-visitor/{name}/")
        assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
        assert framed["X-Frame-Options"] == "SAMEORIGIN"
        assert f'data-live="/live/stage/a-visitor/{name}/"' in framed.text
    for path in ("/demo/", "/demo/displays/T1/sign/", "/pit/"):
        assert pages.get(path)["X-Frame-Options"] == "DENY"
    for path in ("/demo/stage/a-visitor/desk/", "/demo/stage/x/sign/"):
        assert pages.get(path).status_code == 404
    settings.DEMO = False
    with pytest.raises(NotAdmitted):
        onlooker.shown(StageScreen.CONSOLE, "en")
    assert pages.get("/demo/stage/a-visitor/console/").status_code == 404


def test_pins_stand_on_the_page_of_the_demo_at_its_own_machine_and_nowhere_else(pages: Client) -> None:
    given = identity.pins()
    assert given
    assert all(f"<code>{pin}</code>" in pages.get("/demo/").text for pin in given.values())
    others = ("/", "/houses/", "/sign-in/", "/demo/stage/", *(f"/demo/stage/a-visitor/{name}/" for name in SCREENS))
    for path in others:
        text = pages.get(path).text
        assert not [pin for pin in given.values() if pin in text], path


def test_who_presses_too_fast_or_for_what_is_not_shown_is_told_so(
    pages: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clocks.steady()
    monkeypatch.setattr(clocks, "steady", lambda: now)
    answer = pages.post("/demo/stage/press/", {"do": "everything", "visit": "a-visitor"})
    assert (answer.status_code, "Nothing of that name is shown here." in answer.text) == (409, True)
    for _press in range(22):
        answer = pages.post("/demo/stage/press/", {"do": "next"}, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert "Too many presses" in json.loads(answer.content)["refused"]
