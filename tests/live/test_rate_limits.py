"""How much the house bears of a screen: one that does not read, one that says nothing, one that presses too fast."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from table.live import acts, rate_limits
from table.live.rate_limits import BURST, MOST_FAULTS, MOST_UNREAD, SILENT_SECONDS, check_fresh
from table.live.socket import SILENT, Screen
from table.memory import wire
from table.memory.threads import Urgency
from table.record import door
from table.record.machine import clocks
from table.rules.refusal import Code, Refused


class ListedScreen(Screen):
    """A screen whose socket is a list."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, Any]] = []
        self.left: int | None = None
        self.begin({"query_string": b"", "cookies": {}})

    async def base_send(self, message: Any) -> None:
        """Keep what is sent, and why the socket is closed."""
        if message["type"] == "websocket.close":
            self.left = message["code"]
        else:
            self.sent.append(json.loads(message["text"]))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the screens, which passes when the test says so."""
    it = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(clocks, "steady", lambda: it.now)
    return it


async def test_a_screen_that_does_not_read_is_sent_no_more_until_it_answers(clock: SimpleNamespace) -> None:
    screen = ListedScreen()
    taken = [await screen.show(b"{}") for _ in range(MOST_UNREAD + 20)]
    assert taken == [True] * MOST_UNREAD + [False] * 20
    await screen.beat(b'{"kind":"beat"}')
    assert len(screen.sent) == MOST_UNREAD
    await screen.receive('{"kind":"here"}')
    assert await screen.show(b"{}")


async def test_a_screen_that_is_silent_is_let_go(clock: SimpleNamespace) -> None:
    screen = ListedScreen()
    clock.now += SILENT_SECONDS
    await screen.beat(b'{"kind":"beat"}')
    assert (len(screen.sent), screen.left) == (1, None)
    clock.now += 1
    await screen.beat(b'{"kind":"beat"}')
    assert (len(screen.sent), screen.left) == (1, SILENT)


async def test_the_public_is_not_beaten_where_it_was_just_shown_something_and_the_staff_are(
    clock: SimpleNamespace,
) -> None:
    for urgency, beaten in ((Urgency.PUBLIC, 0), (Urgency.STAFF, 1)):
        screen = ListedScreen()
        screen.urgency = urgency
        await screen.show(b'{"kind":"push"}')
        await screen.beat(b'{"kind":"beat"}')
        assert [it["kind"] for it in screen.sent].count("beat") == beaten
        await screen.beat(b'{"kind":"beat"}')
        assert [it["kind"] for it in screen.sent].count("beat") == beaten + 1


async def test_a_screen_that_answers_stays(clock: SimpleNamespace) -> None:
    screen = ListedScreen()
    for _ in range(4):
        clock.now += SILENT_SECONDS - 1
        await screen.receive('{"kind":"here"}')
        await screen.beat(b'{"kind":"beat"}')
    assert screen.left is None


def test_presses_come_as_fast_as_hands_are(clock: SimpleNamespace) -> None:
    screen = ListedScreen()
    for _ in range(int(BURST)):
        screen.limits.pressed()
    with pytest.raises(Refused) as refused:
        screen.limits.pressed()
    assert refused.value.code is Code.RATE
    clock.now += 1
    screen.limits.pressed()


def test_the_screens_of_one_person_share_a_patience_and_others_have_their_own(clock: SimpleNamespace) -> None:
    one, other, somebody_else, display = ListedScreen(), ListedScreen(), ListedScreen(), ListedScreen()
    for screen, name in ((one, "person"), (other, "person"), (somebody_else, "another"), (display, "display")):
        screen.limits.begin((name, 900))
    for _ in range(int(BURST)):
        one.limits.pressed()
    with pytest.raises(Refused):
        other.limits.pressed()
    somebody_else.limits.pressed()
    display.limits.pressed()
    faults = [screen.limits.failed() for _ in range(int(MOST_FAULTS)) for screen in (one, other)]
    assert faults == [False] * int(MOST_FAULTS) + [True] * int(MOST_FAULTS)


async def test_a_fault_of_ours_is_answered_and_closes_nothing(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: Any, **_named: Any) -> None:
        raise OSError("no database")

    monkeypatch.setattr(door, "press", fails)
    monkeypatch.setattr(acts, "_signed_in", lambda _caller: None)
    screen = ListedScreen()
    screen.regions = {"T3": frozenset()}
    await screen.show(b"{}")
    await screen.receive(PRESS)
    assert [(it["kind"], it["nonce"]) for it in screen.sent[1:]] == [("failed", "n")]
    assert screen.left is None


PRESS = '{"kind":"press","table":"T3","nonce":"n","seen":1,"heard":1,"steps":[{"verb":"open_bets"}]}'


@pytest.mark.parametrize(("urgency", "borne"), [(Urgency.STAFF, 5.0), (Urgency.PUBLIC, 10.0)])
def test_what_is_done_on_what_was_seen_long_ago_is_too_late(
    clock: SimpleNamespace, urgency: Urgency, borne: float
) -> None:
    limits = rate_limits.ScreenLimits()
    for _frame in range(3):
        limits.frame_sent()
        clock.now += 1
    heard = limits.heard(2)
    clock.now += borne - 2
    check_fresh(heard, urgency)
    clock.now += 0.1
    with pytest.raises(Refused) as late:
        check_fresh(heard, urgency)
    assert late.value.code is Code.LATE
    clock.now += 20
    limits.frame_sent()
    for count in (0, 1, 3):
        with pytest.raises(Refused) as late:
            limits.heard(count)
        assert late.value.code is Code.LATE, count
    assert limits.heard(4) == clock.now


def test_a_screen_has_heard_no_more_than_it_was_told() -> None:
    with pytest.raises(Refused) as refused:
        rate_limits.ScreenLimits().heard(1)
    assert refused.value.code is Code.FRAME


async def test_what_waits_of_a_screen_that_has_gone_is_not_done(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, late = list[bool](), list[Code]()

    def pressed(*_given: Any, still: Any, **_named: Any) -> None:
        monkeypatch.setattr(wire, "is_closed", lambda _socket: True)
        try:
            still()
            done.append(True)
        except Refused as refused:
            late.append(refused.code)
            raise

    monkeypatch.setattr(door, "press", pressed)
    monkeypatch.setattr(acts, "_signed_in", lambda _caller: None)
    screen = ListedScreen()
    screen.regions = {"T3": frozenset()}
    await screen.show(b"{}")
    await screen.receive(PRESS)
    await screen.receive(PRESS)
    assert (done, late) == ([], [Code.LATE]), "what still comes from there is not even taken"
    assert len(screen.sent) == 1


async def test_who_was_let_go_is_heard_no_more(clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "press", lambda *_given, **_named: pytest.fail("it was done"))
    screen = ListedScreen()
    screen.regions = {"T3": frozenset()}
    await screen.show(b"{}")
    clock.now += SILENT_SECONDS + 1
    await screen.beat(b"{}")
    assert screen.left == SILENT
    await screen.receive(PRESS)
    await screen.receive('{"kind":"again","table":"T3"}')
    assert len(screen.sent) == 1
