"""What screens are shown, to whom they open, and what becomes of what they send."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from table.live.callers import Rights
from table.live.hub import hub
from table.live.socket import ANOTHER, Screen
from table.models import Display, Entry, Person
from table.record import metrics
from table.rules.profile import Role
from table.rules.topics.sources import CASINO_ADMIRAL
from table.screens.audiences import View
from table.screens.regions import Region, render
from tests.house.reader import LANGUAGES
from tests.live.conftest import Live
from tests.rig.sockets import Watcher, session_of, watching
from tests.rig.tables import new_table
from tests.training.room import INSTRUCTOR, person, training_table

DEALER, TABLE, PIT, DISPLAY = "/live/dealer/T3/", "/live/table/T3/", "/live/pit/", "/live/display/"
Aside = Callable[..., Awaitable[Any]]
PRESSES: list[list[tuple[str, dict[str, Any]]]] = [
    [("open_bets", {})],
    [("place", {"coup": "1.1", "position": "3", "box": "punto", "amount": 10_000})],
    [("close_bets", {"said": True}), ("deal", {})],
]
DIALOGS = [
    (DEALER, "dario", {"console_sheets", "reports:dealer"}),
    (TABLE, "ivo", {"desk_sheets:ispettore_gioco", "reports:ispettore_gioco"}),
]


class EmptyWall(Screen):
    """A pit at which there is no table, for a socket that goes nowhere."""

    def __init__(self) -> None:
        super().__init__()
        scope: Any = {"query_string": b"", "cookies": {}, "url_route": {"kwargs": {"screen": "pit"}}}
        self.scope = scope
        self.sent: list[Any] = []

    async def base_send(self, message: Any) -> None:
        """Take what is sent."""
        self.sent.append(message)

    def _admit(self) -> View:
        self.caller.opened = Rights(1, "instructor")
        return View({}, {})


def entries() -> int:
    """How many entries the register of the table has."""
    return Entry.objects.filter(register="T3").count()


# --- what they are shown


async def test_every_screen_follows_every_act(house: Live) -> None:
    at, who = house.address, house.sessions
    async with (
        watching(at, DEALER, session=who["dario"]) as dealer,
        watching(at, TABLE, session=who["ivo"]) as inspector,
        watching(at, PIT, session=who["delia"]) as pit,
        watching(at, DISPLAY, display=house.displays["seat"]) as seat,
        watching(at, DISPLAY, display=house.displays["sign"]) as sign,
    ):
        screens = (dealer, inspector, pit, seat, sign)
        for screen in screens:
            await screen.shown()
        for steps in PRESSES:
            answer = await dealer.press("T3", *steps)
            assert answer["kind"] == "done", answer
            for screen in screens:
                await screen.sees(number=answer["number"])
        assert [set(screen.regions["T3"]) for screen in screens] == [
            {"bar", "felt", "console", "incidents:dealer"},
            {"bar", "felt:watch", "desk:ispettore_gioco", "incidents:ispettore_gioco"},
            {"tile:direzione"},
            {"strip:3", "felt:players"},
            {"sign"},
        ]


async def test_a_screen_gets_what_changed_and_nothing_else(house: Live) -> None:
    async with watching(house.address, DISPLAY, display=house.displays["seat"]) as seat:
        await seat.shown()
        async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
            await dealer.shown()
            answer = await dealer.press("T3", ("tip", {"amount": 500}))
            await seat.sees(number=answer["number"])
        push = next(frame for frame in reversed(seat.frames) if frame["kind"] == "push")
        assert (push["regions"], push["pieces"]) == ({}, {}), "a tip is shown at no seat"


async def test_an_act_of_another_process_is_found_out_by_the_heartbeat(house: Live, aside: Aside) -> None:
    async with watching(house.address, DISPLAY, display=house.displays["sign"]) as sign:
        await sign.shown()
        answer = await aside(house.table.does, "open_bets")
        await sign.sees(number=answer.number)


async def test_who_missed_something_asks_and_gets_everything(house: Live) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        before = len(dealer.frames)
        await dealer.say('{"kind":"again","table":"T3"}')
        await dealer.until(lambda: any(it["kind"] == "all" for it in dealer.frames[before:]), "everything again")


def news(screen: Watcher, number: int) -> set[str]:
    """The regions of which a screen was sent anything with this entry."""
    pushes = [frame for frame in screen.frames if frame["kind"] == "push" and frame["number"] == number]
    return {name for push in pushes for name in (*push["regions"], *push["pieces"])}


@pytest.mark.parametrize(("path", "badge", "dialogs"), DIALOGS)
async def test_sheets_come_while_one_of_them_is_open(house: Live, path: str, badge: str, dialogs: set[str]) -> None:
    at, who = house.address, house.sessions
    async with watching(at, path, session=who[badge]) as screen, watching(at, DEALER, session=who["dario"]) as dealer:
        for it in (screen, dealer):
            await it.shown()
        for opens, steps in ((None, PRESSES[0]), (True, PRESSES[1]), (False, PRESSES[2])):
            if opens is not None:
                await screen.say(json.dumps({"kind": "sheets", "table": "T3", "open": opens}))
            if opens:
                await screen.until(lambda: dialogs <= screen.regions["T3"].keys(), "the sheets")
            elif opens is False:
                await settled(screen)
            number = (await dealer.press("T3", *steps))["number"]
            for it in (screen, dealer):
                await it.sees(number=number)
            assert bool(news(screen, number) & dialogs) is bool(opens), steps
    async with watching(at, path, session=who[badge]) as screen:
        await screen.shown()
        assert not dialogs & screen.regions["T3"].keys(), "who comes back asks again"
        await screen.say('{"kind":"sheets","table":"T3","open":true}')
        await screen.until(lambda: dialogs <= screen.regions["T3"].keys(), "the sheets")


async def test_sheets_that_are_open_take_the_words_of_another_house_each_in_its_own_language(
    house: Live, aside: Aside
) -> None:
    table, name = await aside(partial(new_table, code="T5")), "reports:ispettore_gioco"
    path, ivo = "/live/table/T5/", house.sessions["ivo"]
    async with (
        watching(house.address, path, session=ivo) as italian,
        watching(house.address, path, session=ivo, language="de") as german,
    ):
        for screen in (italian, german):
            await screen.shown("T5")
            await screen.say('{"kind":"sheets","table":"T5","open":true}')
            await screen.until(partial(screen.regions["T5"].get, name), "the sheets")
        changed = await aside(table.cast.direzione.does, "change_rules", changes={"source": CASINO_ADMIRAL})
        for screen, language in ((italian, "it"), (german, "de")):
            await screen.sees(number=changed.number, table="T5")
            snapshot = await aside(lambda: table.snapshot)
            assert screen.regions["T5"][name] == await aside(render, snapshot, Region(name, language))


async def settled(screen: Watcher) -> None:
    """Everything that a screen has said before this was taken: frames are taken in their order."""
    assert (await screen.ask(kind="dismiss", table="nowhere", display="none"))["code"] == "E_TABLE"


def came_whole_again(screen: Watcher) -> bool:
    """Everything was sent a second time."""
    return [it["kind"] for it in screen.frames].count("all") > 1


async def test_a_screen_opens_no_sheets_but_its_own(house: Live) -> None:
    async with (
        watching(house.address, DISPLAY, display=house.displays["seat"]) as seat,
        watching(house.address, PIT, session=house.sessions["delia"]) as pit,
        watching(house.address, DEALER, session=house.sessions["dario"]) as dealer,
    ):
        for screen in (seat, pit, dealer):
            await screen.shown()
            shown = {table: set(regions) for table, regions in screen.regions.items()}
            for table in ("T3", "T9", "house"):
                await screen.say(json.dumps({"kind": "sheets", "table": table, "open": True}))
            if screen is dealer:
                await screen.until(lambda: "console_sheets" in dealer.regions["T3"], "the sheets")
                shown["T3"] |= {"console_sheets", "reports:dealer"}
            elif screen is pit:
                await screen.until(lambda: "tile_sheets:direzione" in pit.regions["T3"], "the sheets")
                shown["T3"] |= {"tile_sheets:direzione"}
            await screen.say('{"kind":"again","table":"T3"}')
            await screen.until(partial(came_whole_again, screen), "all of it")
            assert {table: set(regions) for table, regions in screen.regions.items()} == shown


# --- to whom they open


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("path", "badge", "code"),
    [
        (DEALER, "", 4401),
        (DEALER, "ivo", 4403),
        (TABLE, "dario", 4403),
        (PIT, "dario", 4403),
        ("/live/cellar/T3/", "ivo", 4403),
        ("/live/dealer/T9/", "dario", 4404),
        ("/live/table/house/", "ivo", 4404),
        (DISPLAY, "ivo", 4401),
    ],
)
async def test_a_screen_opens_to_those_it_is_for(house: Live, path: str, badge: str, code: int) -> None:
    async with watching(house.address, path, session=house.sessions.get(badge, "")) as screen:
        assert await screen.shut() == code
        assert screen.frames == []


async def test_a_wall_without_a_table_is_counted_off_as_any_other() -> None:
    wall, counted = EmptyWall(), metrics.SCREENS.labels("pit")
    before = counted._value.get()
    await wall.connect()
    assert (counted._value.get() - before, wall in hub._new) == (1, True)
    await wall.disconnect(1000)
    assert (counted._value.get() - before, wall in hub._new) == (0, False)


async def test_what_a_screen_sends_while_it_is_let_go_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, leaves, go_on = EmptyWall(), asyncio.Event(), asyncio.Event()
    await wall.connect()
    wall.sent.clear()

    async def leave(_screen: Screen) -> None:
        leaves.set()
        await go_on.wait()

    with monkeypatch.context() as slow:
        slow.setattr(hub, "leave", leave)
        going = asyncio.create_task(wall._let_go(ANOTHER))
        await leaves.wait()
        await wall.receive("no frame")
        assert wall.sent == []
        go_on.set()
        await going
    assert [it["code"] for it in wall.sent] == [ANOTHER]
    await wall.disconnect(ANOTHER)


async def test_a_wall_without_a_table_is_live_and_is_opened_anew_with_its_first_one(house: Live, aside: Aside) -> None:
    await aside(person, INSTRUCTOR, Role.INSTRUCTOR)
    async with watching(house.address, PIT, session=await aside(session_of, INSTRUCTOR)) as pit:
        await pit.until(lambda: any(it == {**it, "kind": "beat", "tables": {}} for it in pit.frames), "a heartbeat")
        await aside(training_table)
        assert await pit.shut() == ANOTHER


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
async def test_a_page_of_another_house_opens_no_screen(house: Live, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with watching(house.address, DEALER, session=house.sessions["dario"], origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_there_are_no_screens_at_other_addresses(house: Live) -> None:
    for nowhere in ("/live/", "/live/stage/a-visitor/console/"):
        with pytest.raises(InvalidStatus):
            async with watching(house.address, nowhere, session=house.sessions["dario"]):
                pass


async def test_a_forged_display_is_none(house: Live) -> None:
    forged = house.displays["seat"][:-3] + "abc"
    async with watching(house.address, DISPLAY, display=forged) as screen:
        assert await screen.shut() == 4401


# --- what becomes of what they send

HOSTILE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"press"',
    "{}",
    '{"kind":"open_sesame"}',
    '{"kind":"press"}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[]}',
    '{"kind":"press","table":"T3","nonce":"","steps":[{"verb":"open_bets"}]}',
    '{"kind":"press","table":"T3","nonce":7,"steps":[{"verb":"open_bets"}]}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[{"verb":"open_bets"}],"by":"ivo"}',
    '{"kind":"press","table":"T3","nonce":"n","seen":-1,"steps":[{"verb":"open_bets"}]}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[' + ",".join(['{"verb":"open_bets"}'] * 7) + "]}",
    '{"kind":"sheets","table":"T3","open":"yes"}',
    '{"kind":"sheets","table":"T3","open":true,"regions":["desk_sheets:direzione"]}',
    "[" * 5000,
    '{"kind":"press","table":"T3","nonce":"n","steps":[{"verb":"annotate","given":{"text":"\\ud800"}}]}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[{"verb":"annotate","given":{"text":"' + "a" * 9000 + '"}}]}',
    b"\x00\xff",
]
ILLEGIBLE: list[str | bytes] = [
    *(
        f'{{"kind":"press","table":"T3","nonce":"n","steps":[{{"verb":"open_bets"}}],"confirms":"7HK{sign}"}}'
        for sign in ("\\u0000", "\\u001b", "\\n", "\\u0085", "\x7f", "\u202e")
    ),
    '{"kind":"press","table":"T\\u0000","nonce":"n","steps":[{"verb":"open_bets"}]}',
    '{"kind":"press","table":"T3","nonce":"n\\u0000","steps":[{"verb":"open_bets"}]}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[{"verb":"open_bets\\u0000"}]}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[{"verb":"annotate","given":{"text":"\\u0000"}}]}',
    '{"kind":"press","table":"T3","nonce":"n","steps":[{"verb":"report_incident","given":{"facts":{"a\\n":1}}}]}',
    '{"kind":"propose","nonce":"n","what":"mark","coup":"1.1\\u0000"}',
    '{"kind":"ask","table":"T3","nonce":"n","press":"n\\u0000"}',
]


@pytest.mark.parametrize("hostile", [HOSTILE, ILLEGIBLE], ids=["of no form", "with control characters"])
async def test_what_cannot_be_read_is_answered_and_changes_nothing(
    house: Live, aside: Aside, hostile: list[str | bytes]
) -> None:
    before = await aside(entries)
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        for text in hostile:
            since = len(dealer.frames)
            await dealer.say(text)
            assert (await _answer(dealer, since))["code"] == "E_FRAME", text
        assert (await dealer.press("T3", ("open_bets", {})))["kind"] == "done"
    assert await aside(entries) == before + 1


@pytest.mark.one_in(4)
@pytest.mark.parametrize("more", ['"by":"ivo"', '"seen":-1', '"heard":"1"', f'"confirms":"{"x" * 9000}"'])
async def test_what_cannot_be_read_is_answered_under_its_own_name(house: Live, more: str) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        await dealer.say(f'{{"kind":"press","table":"T3","nonce":"mine","steps":[{{"verb":"open_bets"}}],{more}}}')
        assert (await _answer(dealer, 0))["nonce"] == "mine"


async def test_an_act_that_grants_at_a_display_that_is_none_is_not_done(house: Live, aside: Aside) -> None:
    before = await aside(entries)
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        answer = await dealer.press("T3", ("tip", {"amount": 500}), confirms="NOBODY")
        assert (answer["kind"], answer["code"]) == ("refused", "E_SIGNED_OUT")
    assert await aside(entries) == before


@pytest.mark.parametrize("path", ["/live/dealer/T3%00/", "/live/table/%1b/", "/live/%00/T3/"])
async def test_an_address_that_cannot_be_written_leads_to_no_screen(house: Live, path: str) -> None:
    async with watching(house.address, path, session=house.sessions["dario"]) as screen:
        assert await screen.shut() in (4403, 4404)


@pytest.mark.parametrize("who", ["session", "display"])
async def test_a_cookie_that_cannot_be_written_is_nobodys(house: Live, who: str) -> None:
    path = DEALER if who == "session" else DISPLAY
    async with watching(house.address, path, **{who: '"a\\000b"'}) as screen:
        assert await screen.shut() == 4401


# --- what became of a press


async def test_a_screen_that_comes_back_asks_what_became_of_its_press(house: Live, aside: Aside) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        number = (await dealer.press("T3", ("tip", {"amount": 500}), nonce="told"))["number"]
    async with watching(house.address, DEALER, session=house.sessions["dario"], language="en") as dealer:
        await dealer.shown()
        recorded, lost = await dealer.became("T3", "told"), await dealer.became("T3", "lost")
        assert (recorded["recorded"], recorded["number"], recorded["press"]) == (True, number, "told")
        assert "T3" in recorded["sentence"]
        assert (lost["recorded"], lost["number"]) == (False, 0)
        assert recorded["sentence"] != lost["sentence"]
        assert (await dealer.press("T3", ("tip", {"amount": 500}), nonce="lost"))["code"] == "E_LATE"
        assert (await dealer.became("T9", "told"))["code"] == "E_TABLE"
    assert await aside(entries) == number


async def test_what_is_pressed_on_what_was_never_heard_here_is_not_done(house: Live, aside: Aside) -> None:
    before = await aside(entries)
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        assert (await dealer.press("T3", ("open_bets", {}), heard=0))["code"] == "E_LATE"
        assert (await dealer.press("T3", ("open_bets", {}), heard=999))["code"] == "E_FRAME"
        assert (await dealer.press("T3", ("open_bets", {}), seen=before + 1))["code"] == "E_STALE"
    assert await aside(entries) == before


async def test_nobody_else_asks_what_became_of_a_press(house: Live) -> None:
    async with watching(house.address, DISPLAY, display=house.displays["seat"]) as seat:
        await seat.shown()
        assert (await seat.became("T3", "any"))["code"] == "E_SIGNED_OUT"


async def test_who_sends_nothing_else_is_let_go(house: Live) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        for _ in range(25):
            await dealer.say("?")
        assert await dealer.shut() == 4429


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("open_bets", {"cards": ["7S"]}),
        ("open_bets", {"coup": "x" * 4000}),
        ("place", {"coup": "1.1", "position": "3", "box": "punto", "amount": 10**30}),
        ("place", {"coup": "1.1", "position": "3", "box": "punto", "amount": 1e3}),
        ("place", {"coup": None, "position": [], "box": {}, "amount": "1"}),
    ],
)
async def test_arguments_of_another_form_are_refused(house: Live, verb: str, given: dict[str, Any]) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        answer = await dealer.press("T3", (verb, given))
        assert (answer["kind"], answer["code"]) in {("refused", "E_ARGUMENTS"), ("refused", "E_FRAME")}
        assert answer["sentence"]


async def test_no_screen_says_itself_whose_device_it_is(house: Live) -> None:
    async with watching(house.address, TABLE, session=house.sessions["ivo"]) as inspector:
        await inspector.shown()
        for device in ("dario", "ivo", None):
            answer = await inspector.press("T3", ("attest", {"incident": 1, "device": device}))
            assert (answer["kind"], answer["code"]) == ("refused", "E_ARGUMENTS")
            assert "device" in answer["sentence"]


async def test_a_press_acts_at_its_own_table_and_in_its_own_role(house: Live) -> None:
    async with (
        watching(house.address, DEALER, session=house.sessions["dario"]) as dealer,
        watching(house.address, TABLE, session=house.sessions["ivo"]) as inspector,
        watching(house.address, DISPLAY, display=house.displays["seat"]) as seat,
    ):
        for screen in (dealer, inspector, seat):
            await screen.shown()
        dealer.numbers["house"] = 0
        assert (await dealer.press("house", ("add_table", {"code": "T9"})))["code"] == "E_TABLE"
        assert (await inspector.press("T3", ("open_bets", {})))["code"] == "E_ROLE"
        assert (await seat.press("T3", ("open_bets", {})))["code"] == "E_SIGNED_OUT"


async def test_a_stale_press_is_refused_in_the_language_of_its_screen(house: Live) -> None:
    sentences = set()
    for language in LANGUAGES:
        async with watching(house.address, DEALER, session=house.sessions["dario"], language=language) as dealer:
            await dealer.shown()
            answer = await dealer.press("T3", ("open_bets", {}), seen=1)
            assert (answer["kind"], answer["code"]) == ("refused", "E_STALE")
            sentences.add(answer["sentence"])
    assert len(sentences) == len(LANGUAGES)


async def test_the_same_press_sent_again_gets_its_first_answer(house: Live, aside: Aside) -> None:
    before = await aside(entries)
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        first = await dealer.press("T3", ("open_bets", {}), nonce="again")
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        assert await dealer.press("T3", ("open_bets", {}), nonce="again") == first
        other = await dealer.press("T3", ("tip", {"amount": 500}), nonce="again")
        assert other["code"] == "E_NONCE"
    assert await aside(entries) == before + 1


async def test_a_hundred_presses_at_once_are_done_or_refused_and_never_lost(house: Live, aside: Aside) -> None:
    before = await aside(entries)
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        presses = [dealer.press("T3", ("tip", {"amount": 100 * tip})) for tip in range(1, 101)]
        answers = await asyncio.gather(*presses, return_exceptions=True)
        done = sum(isinstance(it, dict) and it["kind"] == "done" for it in answers)
    assert 0 < done < 100
    assert await aside(entries) == before + done


# --- who may no longer


async def test_a_press_after_signing_out_elsewhere_is_refused(house: Live, aside: Aside) -> None:
    async with watching(house.address, DEALER, session=house.sessions["dario"]) as dealer:
        await dealer.shown()
        await aside(Person.objects.filter(badge="dario").update, is_active=False)
        answer = await dealer.press("T3", ("open_bets", {}))
        assert (answer["kind"], answer["code"]) == ("refused", "E_SIGNED_OUT")


async def test_a_revoked_display_proposes_nothing(house: Live, aside: Aside) -> None:
    async with watching(house.address, DISPLAY, display=house.displays["seat"]) as seat:
        await seat.shown()
        await aside(Display.objects.filter(kind="seat").update, revoked=True)
        assert (await seat.ask(kind="propose", what="mark"))["code"] == "E_SIGNED_OUT"
    async with watching(house.address, DISPLAY, display=house.displays["seat"]) as seat:
        assert await seat.shut() == 4401


# --- what the displays propose


async def test_what_a_player_proposes_waits_for_the_dealer_and_moves_nothing(house: Live, aside: Aside) -> None:
    async with (
        watching(house.address, DISPLAY, display=house.displays["seat"]) as seat,
        watching(house.address, DEALER, session=house.sessions["dario"]) as dealer,
    ):
        await seat.shown()
        await dealer.shown()
        number, edition = dealer.numbers["T3"], dealer.editions["T3"]
        assert (await seat.ask(kind="propose", what="mark"))["kind"] == "done"
        await dealer.until(lambda: dealer.editions["T3"] > edition, "the proposal")
        assert dealer.numbers["T3"] == number
        display = await aside(Display.objects.get, kind="seat")
        answer = await dealer.press("T3", ("mark", {"position": "3"}), seen=number, confirms=display.code)
        assert answer["kind"] == "done"
        await dealer.sees(number=answer["number"])
    assert (await aside(Display.objects.get, kind="seat")).proposal == ""


async def _answer(screen: Watcher, since: int) -> dict[str, Any]:
    """The refusal that came after so many frames."""

    def refused() -> dict[str, Any] | None:
        return next((frame for frame in screen.frames[since:] if frame["kind"] == "refused"), None)

    await screen.until(refused, "an answer")
    return refused() or {}


def test_hostile_frames_are_what_they_seem() -> None:
    readable = [text for text in HOSTILE if isinstance(text, str) and text.startswith('{"kind":"press"')]
    assert all(json.loads(text)["kind"] == "press" for text in readable)
