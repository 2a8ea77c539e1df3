"""The demo house: made once, where nothing is, through the door; its tables play whole shifts by themselves."""

import asyncio
import io
import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from config import serve
from table.access import pins
from table.access.pairing import code_of
from table.demo import house, identity, views
from table.demo.house import TABLES, dealer_at, who_at
from table.demo.plays import MOST_FAULTS, Play, Plays, Speed, State
from table.models import HOUSE, Alert, Coup, Display, DrawnCard, Entry, Person, Pin, Position, StaffPresence, Table
from table.models.tables import given_pin_delay
from table.play.next_act import NextAct, next_act
from table.play.offered import own
from table.play.state import TableState
from table.record import chain, door
from table.record.door import proposals
from table.rules.cards import decks, points
from table.rules.houses import HOUSES, VENEZIA
from table.rules.profile import Profile, Role, as_values
from table.rules.refusal import Refused
from table.rules.regola import Claim, Side, claim_of
from table.script.cast import new_table
from table.script.guests import Guests
from table.script.player import Player
from table.script.sabot import imagine
from table.script.shift import Shift
from tests.rig import triggers
from tests.rig.demo import TABLE
from tests.rig.made_before import evening_made_before
from tests.rig.sampling import in_two_parts, sampled
from tests.rig.tables import check, ready_table

pytestmark = pytest.mark.django_db
STAGE = ("/demo/stage/", "/demo/stage/told/", "/demo/stage/a-visitor/console/", "/demo/stage/a-visitor/sign/")
REAL = [house for house in HOUSES.values() if house.dealing != "automatic"]


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Where the PINs are kept; the demo is switched on."""
    path = tmp_path / "kept" / "demo.json"
    with override_settings(DEMO=True, DEMO_FILE=path):
        yield path


@pytest.fixture
def small(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A demo house of one table."""
    monkeypatch.setattr(house, "TABLES", (TABLE,))
    pins = of_one_table()
    if not file.exists():
        file.parent.mkdir()
        file.write_bytes(pins)


@evening_made_before
def of_one_table() -> bytes:
    """Found such a house, and give its file of PINs."""
    house.found(language="en", rng=Random(1))
    return Path(settings.DEMO_FILE).read_bytes()


# --- how it is made


def test_the_demo_has_every_house_of_real_cards() -> None:
    assert {it.profile.key for it in TABLES} == {it.key for it in [*REAL, house.OWN]}


@in_two_parts(one_in=3)
def test_the_demo_house_has_its_tables_in_play_every_office_and_a_display_at_every_place(
    file: Path, monkeypatch: pytest.MonkeyPatch, part: slice
) -> None:
    monkeypatch.setattr(house, "TABLES", TABLES[part])
    house.found(language="de", rng=Random(3))
    tables = {it.code: it for it in Table.real.all()}
    assert set(tables) == {it.code for it in TABLES[part]}
    for setting in TABLES[part]:
        assert (policy := tables[setting.code].policy) is not None
        assert policy.profile == setting.profile
        state, act = TableState(tables[setting.code]), next_act(TableState(tables[setting.code]))
        assert state.table.status == Table.Status.OPEN
        assert act is not None
        assert act.verb == setting.next_act
        assert state.table.coups.filter(ended=True).count() == setting.coups
        assert len(state.present) >= 4
        assert StaffPresence.objects.filter(table=state.table, person__badge=dealer_at(setting.code), until=None)
        assert Display.objects.filter(table=state.table).count() == 1 + len(setting.profile.positions)
        check(setting.code)
    assert chain.faults(chain.rows(HOUSE)) == []
    roles = set(Person.objects.values_list("role", flat=True))
    assert roles == set(Role) - {Role.SHOE}, "a shoe reader signs in nowhere"
    assert set(Person.objects.values_list("language", flat=True)) == {""}, "everybody reads that of their browser"
    assert set(Display.objects.values_list("language", flat=True)) == {"de"}


def test_pins_are_kept_for_their_owner_alone_and_hashed_everywhere_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "TABLES", (TABLE,))
    house.found(language="en", rng=Random(1))
    shown = identity.pins()
    assert shown is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for pin in Pin.objects.select_related("person"):
        assert pins.fits(shown[pin.person.badge], pin)
        assert shown[pin.person.badge] not in pin.hashed
    assert set(pins.stored()) == set(shown)
    assert len(set(shown.values())) > 1


@pytest.mark.usefixtures("file")
def test_in_a_house_that_is_not_empty_no_demo_is_made() -> None:
    ready_table()
    before = Entry.objects.count()
    said = io.StringIO()
    call_command("demo", stdout=said)
    assert "another house" in said.getvalue()
    assert Entry.objects.count() == before
    assert not identity.is_demo()


@pytest.mark.usefixtures("small")
def test_a_second_start_finds_the_same_house_and_says_the_same_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OutputWrapper, "isatty", lambda _paper: True)
    before, said = Entry.objects.count(), [io.StringIO(), io.StringIO()]
    for paper in said:
        call_command("demo", "--address", "http://there", stdout=paper)
    assert said[0].getvalue() == said[1].getvalue()
    assert Entry.objects.count() == before
    for badge, pin in (identity.pins() or {}).items():
        assert f"{badge:<14}{pin}" in said[0].getvalue()
    trainee = (identity.pins() or {})["trainee"]
    assert f"{'trainee':<14}{trainee:<10}Dealer at TRAINING-1, the first lesson" in said[0].getvalue()
    assert "“trainee” has a first lesson there" in said[0].getvalue()
    assert "http://there/demo/" in said[0].getvalue()


@pytest.mark.usefixtures("small")
def test_where_nobody_sits_at_a_terminal_no_pin_is_written(file: Path) -> None:
    log = io.StringIO()
    call_command("demo", stdout=log)
    assert "dealer-t1" in log.getvalue()
    assert str(file) in log.getvalue()
    for pin in (identity.pins() or {}).values():
        assert pin not in log.getvalue()


@pytest.mark.usefixtures("small")
def test_a_demo_house_is_known_by_its_first_line_and_by_nothing_else(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert identity.is_demo()
    with override_settings(DEMO=False):
        assert not identity.is_demo()
    for other in (text.replace(next(iter(json.loads(text))), "0" * 64), "no file of ours", "[]"):
        file.write_text(other, encoding="utf-8")
        assert not identity.is_demo()
    file.unlink()
    assert not identity.is_demo()


def test_one_file_keeps_the_pins_of_several_houses(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.parent.mkdir()
    file.write_text('{"another house": {"dealer": "135790"}}', encoding="utf-8")
    monkeypatch.setattr(house, "TABLES", ())
    house.found(language="it", rng=Random(1))
    assert len(json.loads(file.read_text(encoding="utf-8"))) == 2
    assert "dealer" not in (identity.pins() or {})


@pytest.mark.usefixtures("small")
def test_a_browser_is_the_display_whose_address_it_opens() -> None:
    for position in ("", *VENEZIA.positions):
        shown = Display.objects.get(code=code_of(house.cookie("T1", position or house.SIGN)))
        assert (shown.table.code, shown.position, shown.language) == ("T1", position, "en")


@pytest.mark.parametrize(
    ("decided", "host", "demo"),
    [
        ({}, "127.0.0.1", True),
        ({}, "192.0.2.7", False),
        ({"DEMO": "on"}, "192.0.2.7", True),
        ({"DEMO": "off"}, "127.0.0.1", False),
        ({"DATABASE_URL": "postgres://there"}, "127.0.0.1", False),
        ({"DATABASE_URL": "postgres://there", "DEMO": "on"}, "127.0.0.1", True),
        ({"ALLOWED_HOSTS": "casino.example"}, "127.0.0.1", False),
        ({"REDIS_URL": "redis://there"}, "127.0.0.1", False),
        ({"ALLOWED_HOSTS": "", "DATABASE_URL": ""}, "127.0.0.1", True),
    ],
)
def test_only_where_nothing_is_decided_and_nobody_else_comes_in_the_demo_house_is_made_by_itself(
    decided: dict[str, str], host: str, demo: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in serve.DECIDED:
        monkeypatch.delenv(name, raising=False)
    for name, value in decided.items():
        monkeypatch.setenv(name, value)
    assert serve.demo([host]) is demo
    assert os.environ.keys() & serve.DECIDED == decided.keys()


@pytest.mark.usefixtures("small")
def test_the_own_rules_of_the_demo_are_rules_of_its_office() -> None:
    rules = own()[house.OWN.key]
    assert (rules.profile, rules.version) == (house.OWN, 1)
    assert house.OWN in [it.profile for it in TABLES], "one of its tables plays by them"


# --- a shift that plays by itself


class Eventful(Random):
    """A chance by which everything happens that may happen."""

    getrandbits = Random.getrandbits

    def random(self) -> float:
        """Less than every share."""
        return 0.0


def shift(rules: Profile, rng: Random, *, behind: int, taglie: int = 2) -> tuple[Player, Shift]:
    """A shift at a new table that has its rules and nothing else."""
    new_table("X1")
    player = Player("X1")
    player.behind = behind
    player.press("set_up", rules=as_values(rules))
    return player, Shift(player, rng, taglie=taglie)


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(("taglie", "coups"), [(0, 0), (1, 1000)])
def test_a_shift_whose_taglie_are_counted_does_not_play_on_to_what_it_was_asked_for(taglie: int, coups: int) -> None:
    player, evening = shift(replace(VENEZIA, positions=("1", "2")), Random(5), behind=300, taglie=taglie)
    with pytest.raises(Refused, match="all taglie that were to be played by chance are counted"):
        for _act in evening.until("open_bets", after=coups):
            pass
    assert player.table.shoes.filter(left_over__isnull=False).count() == taglie


@pytest.mark.parametrize("rules", sampled(REAL, one_in=3), ids=lambda it: str(it.key))
def test_a_shift_goes_from_the_closed_table_through_its_taglie_to_the_closed_table(rules: Profile) -> None:
    player, evening = shift(rules, Random(5), behind=300)
    for _act in evening.acts():
        pass
    assert player.table.status == Table.Status.CLOSED
    assert [it.left_over for it in player.table.shoes.all()] == [
        it.cards_total - it.out for it in player.table.shoes.all()
    ]
    assert player.table.shoes.count() == 2
    verbs = set(Entry.objects.filter(register="X1").values_list("verb", flat=True))
    assert verbs >= {"load", "shuffle", "cut", "insert_cut_card", "occupy", "place", "close_bets", "deal", "card_out"}
    assert verbs >= {"announce", "settle", "burn", "cut_card_out", "reconcile", "close_table"}
    check("X1")


def test_a_shift_at_a_table_of_few_positions_begins_with_those_who_find_a_seat() -> None:
    player, evening = shift(replace(VENEZIA, positions=("1", "2")), Random(5), behind=300, taglie=1)
    for _act in evening.until("open_bets"):
        pass
    assert player.table.status == Table.Status.OPEN


def test_in_an_eventful_shift_everything_happens_that_may() -> None:
    player, evening = shift(VENEZIA, Eventful(2), behind=300, taglie=1)
    steps = sum(1 for _act in evening.acts())
    done = Counter(Entry.objects.filter(register="X1").values_list("verb", flat=True))
    assert done.keys() >= {"suspend", "resume", "pass_reading", "tip", "reserve", "assign", "acknowledge_alert"}
    assert done["announce"] > len(player.coups), "wrong points are called, and put right"
    assert steps > done.total() // 2, "an act at a time, so that one can look on"
    check("X1")


@pytest.mark.parametrize("claim", [Claim.CARTA, Claim.NO_CARTA])
def test_who_plays_on_imagines_what_lies_covered_as_it_was_declared(claim: Claim) -> None:
    table = ready_table()
    table.press(("open_bets", {}), ("place", {"coup": "1.1", "position": "3", "box": "punto", "amount": 10_000}))
    table.press(("close_bets", {"said": True}), ("deal", {}), ("declare", {"claim": claim.value, "means": "voice"}))
    for seed in range(20):
        player = Player("T3")
        imagine(player, Random(seed))
        hand = [player.faces[1, card.number] for card in table.state.at(Side.PUNTO)]
        assert claim_of(points(hand)) is claim
        assert Counter([*player.faces.values(), *player.coming]) == Counter(decks(6)), "every card is somewhere, once"


def test_what_was_seen_is_not_imagined_again() -> None:
    table = ready_table()
    table.press(("open_bets", {}), ("place", {"coup": "1.1", "position": "3", "box": "punto", "amount": 10_000}))
    table.press(("close_bets", {"said": True}), ("deal", {}), ("turn_battuta", {"cards": ["9H", "KD"]}))
    player = Player("T3")
    imagine(player, Random(1))
    left = Counter(map(str, [*player.faces.values(), *player.coming]))
    assert (left["9H"], left["KD"], left["9S"], left.total()) == (5, 5, 6, 310)


@pytest.mark.parametrize("word", ["carta", "no_carta"])
@pytest.mark.usefixtures("small")
def test_who_reads_at_a_display_of_a_table_that_plays_is_heard(word: str) -> None:
    evening = Shift(Player("T1", who=who_at("T1")), Random(4)).until("turn_banco")
    while next_act(TableState(demo_table())) != NextAct("declare"):
        next(evening)
    coup = demo_table().coups.get(ended=False)
    display = Display.objects.get(table__code="T1", position=coup.reader)
    proposals.propose(display, word, coup.key)
    for _act in evening:
        pass
    coup.refresh_from_db()
    assert coup.claim == word
    assert not Display.objects.exclude(proposal="").exists()
    for _act in Shift(Player("T1", who=who_at("T1")), Random(4)).until("burn"):
        pass
    assert not Alert.objects.filter(code="claim_differs").exists(), "the cards are such as the reader has said"


@pytest.mark.usefixtures("small")
def test_what_guests_ask_for_at_their_displays_is_done_between_two_coups() -> None:
    seated, free = (Position.objects.filter(table__code="T1", state=it)[0].label for it in ("occupied", "free"))
    for position, wish in ((seated, "mark"), (free, "seat")):
        proposals.propose(Display.objects.get(table__code="T1", position=position), wish)
    for _act in Shift(Player("T1", who=who_at("T1")), Random(6)).until("close_bets"):
        pass
    states = dict(Position.objects.filter(table__code="T1").values_list("label", "state"))
    done = set(Entry.objects.filter(register="T1").values_list("verb", "arguments"))
    assert ("mark", f'{{"position":"{seated}"}}') in done
    assert states[free] == "occupied"
    assert not Display.objects.exclude(proposal="").exists()


@pytest.mark.parametrize("instead", ["", "carta"])
@pytest.mark.usefixtures("small")
def test_what_a_guest_has_taken_back_meanwhile_is_not_pressed(instead: str) -> None:
    """Another press granted it, or its player has asked for something else, since the requests were read."""
    seats = Position.objects.filter(table__code="T1", state="occupied").order_by("pk").values_list("label", flat=True)
    displays = Display.objects.filter(table__code="T1", position__in=seats[:2]).order_by("pk")
    for display in displays:
        proposals.propose(display, "mark")
    acts = Guests(Player("T1", who=who_at("T1")), Random(6)).come_and_go()
    next(acts)
    Display.objects.filter(proposal="mark").update(proposal=instead, proposed_at=timezone.now())
    with pytest.raises(Refused, match="The player has proposed") if instead else nullcontext():
        next(acts, None)
    states = Position.objects.filter(table__code="T1", label__in=[it.position for it in displays])
    assert sorted(states.values_list("state", flat=True)) == ["marked", "occupied"]


def test_where_every_position_is_marked_the_table_waits_for_a_guest_who_comes_back() -> None:
    table = ready_table(seats=len(VENEZIA.positions))
    for label in VENEZIA.positions:
        table.does("mark", position=label)
    table.does("open_bets")
    evening = Shift(Player("T3"), Random(3)).until("deal")
    assert len(list(islice(evening, 1))) == 1, "a moment passes, and with it whatever else is to be done"
    for _act in evening:
        pass
    assert table.state.stakes != []


# --- a table that plays, and people who take it over


@pytest.fixture
def play(small: None) -> Play:
    """A play of the demo's table that has begun."""
    play = Play("T1", Speed.FAST, Random(8))
    for _act in range(6):
        play.act()
    assert play.state is State.PLAYING
    return play


def demo_table() -> Table:
    """The demo's table as it is now."""
    return Table.real.get(code="T1")


def presses(badge: str, verb: str, **given: Any) -> None:
    """Somebody of the demo's staff does something at its table."""
    number = demo_table().number
    person = Person.objects.get(badge=badge)
    door.perform("T1", verb, by=person, nonce=f"by hand {number}", seen=number, **given)


def test_a_play_stops_when_a_dealer_deals(play: Play) -> None:
    presses(dealer_at("T1"), "tip", amount=500, form="chips")
    number = demo_table().number
    play.act()
    assert play.state is State.TAKEN_OVER
    assert demo_table().number == number


def test_a_dealer_who_is_as_quick_as_the_play_is_noticed_too(play: Play) -> None:
    """The dealer's press comes between the look of the play at the table and its own act."""

    def first() -> None:
        play.player.wait = lambda: None
        presses(dealer_at("T1"), "tip", amount=500, form="chips")

    play.player.wait = first
    play.act()
    *_, by_hand, after = Entry.objects.filter(register="T1").values_list("verb", flat=True)
    assert (by_hand, after) == ("tip", "place")
    play.act()
    assert play.state is State.TAKEN_OVER


def test_a_play_stops_when_an_inspector_stops_the_game(play: Play) -> None:
    presses("ispettore", "suspend")
    play.act()
    assert play.state is State.TAKEN_OVER


def test_a_play_goes_on_beside_the_work_of_the_inspectors(play: Play) -> None:
    presses("capo-isola", "reserve", guest="a guest")
    number = demo_table().number
    play.act()
    assert play.state is State.PLAYING
    assert demo_table().number > number


def test_who_lets_it_play_again_gives_the_table_back_as_it_is(play: Play) -> None:
    presses("ispettore", "suspend")
    again = Play("T1", Speed.FAST, Random(8))
    for _act in range(12):
        again.act()
    assert again.state is State.PLAYING
    assert demo_table().status == Table.Status.OPEN


def test_a_refusal_is_survived(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(play.player, "wait", lambda: presses("auditor", "close_bets", said=True))
        for _act in range(MOST_FAULTS - 1):
            play.act()
    number = demo_table().number
    for _act in range(6):
        play.act()
    assert play.state is State.PLAYING
    assert demo_table().number > number


def test_a_play_ends_where_somebody_has_to_decide(play: Play) -> None:
    Coup.objects.filter(table__code="T1", ended=False).update(held=True)
    number = demo_table().number
    for _act in range(4 * MOST_FAULTS):
        if play.state is State.PLAYING:
            play.act()
    assert play.state is State.STUCK
    assert demo_table().number == number


async def test_two_who_let_a_table_play_at_once_begin_one_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two played there: the one that had been begun first was paused by nobody, and played on where the table waits."""
    acting: Counter[Play] = Counter()

    async def does(_urgency: Any, act: Any) -> None:
        acting[act.__self__] += 1
        await asyncio.sleep(0.01)

    monkeypatch.setattr("table.demo.plays.tables", SimpleNamespace(do=does))
    plays = Plays()
    await plays.begin("T1", Speed.FAST)
    await asyncio.sleep(0)
    await plays.pause("T1")
    await asyncio.gather(plays.begin("T1", Speed.FAST), plays.begin("T1", Speed.NORMAL))
    await asyncio.sleep(0.05)
    assert (len(acting), plays.speed("T1")) == (2, Speed.NORMAL)
    await plays.end()


def test_a_demo_house_is_worn_after_so_many_evenings_of_a_table_and_a_real_one_never(
    small: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.MOST_EVENINGS == 30
    monkeypatch.setattr(house, "MOST_EVENINGS", 2)
    for _evening in range(2):
        assert not house.is_worn()
        for _act in Shift(Player("T1", who=who_at("T1")), Random(8), taglie=0).acts():
            pass
    assert house.is_worn()
    file.unlink()
    assert not house.is_worn()


def test_a_demo_house_that_is_made_anew_keeps_its_pins(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "TABLES", (TABLE,))
    file.parent.mkdir()
    file.write_text(json.dumps({"0" * 64: {"direzione": "314159"}, "1" * 64: {"direzione": "271828", "gone": "1"}}))
    house.found(language="en", rng=Random(1))
    given = identity.pins()
    assert given is not None
    assert (given["direzione"], "gone" in given, len(given["ispettore"])) == ("271828", False, 6)


def test_after_an_evening_the_next_one_begins(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.demo.plays.Shift", partial(Shift, taglie=0))
    play = Play("T1", Speed.SLOW, Random(8))
    for _act in range(200):
        play.act()
    assert play.state is State.PLAYING
    assert Entry.objects.filter(register="T1", verb="open_table").count() > 2


def test_no_face_that_is_still_in_the_sabot_is_written_or_logged(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    for _act in range(30):
        play.act()
    out = set(DrawnCard.objects.exclude(face="").values_list("face", flat=True))
    coming = {str(card) for card in play.player.coming} - out
    assert out
    assert len(coming) > 20
    texts = [text for entry in Entry.objects.all() for text in (entry.arguments, entry.outcome)]
    assert any(face in "".join(texts) for face in out), "there is something to find"
    assert "turn_banco" in caplog.text
    for text in (*texts, caplog.text):
        assert not [face for face in coming if re.search(rf"\b{face}\b", text)]


# --- its pages


@pytest.fixture
def pages(settings: Any) -> Client:
    """A browser at a house that has the pages of the demo."""
    settings.ROOT_URLCONF = "tests.house.demo_urls"
    return Client(enforce_csrf_checks=True)


@pytest.mark.usefixtures("file")
def test_another_house_has_no_such_pages(pages: Client) -> None:
    ready_table()
    for path in ("/demo/", "/demo/states/", "/demo/displays/T3/sign/", *STAGE):
        assert pages.get(path).status_code == 404
    assert Client().post("/demo/stage/press/", {"do": "three"}).status_code == 404
    assert "demo" not in Client().get("/").text


@pytest.mark.usefixtures("small")
def test_it_says_who_works_there_now_and_no_pin_that_serves_no_more(
    pages: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever tried the office read the PINs and the offices of before: on the page, and in the terminal."""
    shown, office = identity.pins() or {}, partial(in_the_office, Person.objects.get(badge="direzione"))
    given = {"proof": pins.proof("ispettore", "x"), "anew": True, "hours": given_pin_delay()}
    office("give_pin", badge="ispettore", shown_at="192.0.2.1", **given)
    office("set_role", badge="cassa", role="auditor")
    office("set_active", badge="video", active=False)
    office("take_on", badge="nadia", role="dealer")
    page = pages.get("/demo/", headers={"accept-language": "en"}).content.decode()
    rows = dict(re.findall(r"<tr><td><code>([\w-]+)</code></td><td>(.*?)</td></tr>", page))
    said = {badge: " ".join(re.sub("<[^>]*>", " ", rest).split()) for badge, rest in rows.items()}
    assert said["ispettore"] == "set since Ispettore di Gioco"
    assert said["cassa"] == f"{shown['cassa']} Auditor"
    assert said["nadia"] == "set since Dealer"
    assert "video" not in said
    monkeypatch.setattr(OutputWrapper, "isatty", lambda _paper: True)
    call_command("demo", stdout=(paper := io.StringIO()))
    assert f"{'ispettore':<14}{'–':<10}Ispettore di Gioco" in paper.getvalue()
    assert shown["ispettore"] not in paper.getvalue()


@pytest.mark.usefixtures("small")
def test_an_entry_of_a_pin_that_cannot_be_read_takes_the_page_from_nobody(pages: Client) -> None:
    entries = Entry.objects.filter(register=HOUSE, verb="set_own_pin")
    triggers.drop_triggers(connection)
    for altered in ("{", "[]", '{"badge":[],"shown_at":"192.0.2.1"}', '{"device":7}'):
        entries.update(arguments=altered)
        assert pages.get("/demo/").status_code == 200, altered


def in_the_office(by: Person, verb: str, **given: Any) -> None:
    """Somebody does something in the house's register."""
    door.perform(HOUSE, verb, by=by, nonce=f"by hand {verb}", **given)


@pytest.mark.usefixtures("small")
def test_a_form_from_elsewhere_lets_nothing_play(pages: Client) -> None:
    assert pages.post("/demo/play/", {"begin": "T1"}).status_code == 403
    assert pages.post("/demo/stage/press/", {"do": "three", "visit": "a-visitor"}).status_code == 403


@pytest.mark.usefixtures("small")
def test_a_stranger_from_elsewhere_sees_the_house_and_lets_nothing_play(pages: Client) -> None:
    pages.handler.enforce_csrf_checks = False
    pages.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert pages.post("/demo/play/", {"begin": "T1"}).status_code == 403
    page = pages.get("/demo/")
    assert page.status_code == 200
    assert 'class="stage"' not in page.text
    assert json.loads(pages.get("/demo/states/").content) == {}
    for pin in (identity.pins() or {}).values():
        assert pin not in page.text


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("header", ["x-forwarded-for", "x-forwarded-proto", "forwarded", "x-real-ip", "via"])
def test_a_demo_house_behind_a_proxy_that_nobody_has_named_is_not_shown(pages: Client, header: str) -> None:
    for path in ("/demo/", "/demo/states/", "/demo/displays/T1/sign/", *STAGE):
        assert pages.get(path, headers={header: "192.0.2.7"}).status_code == 403


@pytest.mark.usefixtures("small")
def test_only_the_places_of_its_tables_are_displays(pages: Client) -> None:
    for path in ("/demo/displays/T9/sign/", "/demo/displays/T1/77/", "/demo/displays/T1/house/"):
        assert pages.get(path).status_code == 404


@pytest.mark.usefixtures("small")
def test_the_trainee_comes_to_their_console_and_is_told_what_to_press(pages: Client) -> None:
    pages.handler.enforce_csrf_checks = False
    shown = pages.get("/demo/").content.decode()
    assert "/tables/TRAINING-1/dealer/" in shown
    assert (identity.pins() or {})["trainee"] in shown
    answer = pages.post("/sign-in/", {"badge": "trainee", "pin": (identity.pins() or {})["trainee"]})
    assert answer["Location"] == "/tables/TRAINING-1/dealer/"
    console = pages.get(answer["Location"], headers={"accept-language": "en"}).content.decode()
    assert "Step 1 of 10" in console
    assert "Training: nothing here counts" in console
    assert chain.faults(chain.rows("TRAINING-1")) == []
    assert [it.code for it in Table.real.all()] == ["T1"], "it is none of the tables that play and count"


@pytest.mark.usefixtures("small")
def test_a_demo_house_of_an_earlier_version_has_no_lesson_and_is_shown_all_the_same(
    pages: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "TRAINED_AT", "TRAINING-9")
    assert "TRAINING-9" not in pages.get("/demo/").content.decode()
