"""What a shoe does when the house does not take a fact as it comes: it tells it again, and says that it is late."""

import socket
from collections import deque
from collections.abc import Iterable
from typing import Any, cast
from unittest.mock import Mock

import pytest
from channels.testing import WebsocketCommunicator

from table.access import tokens
from table.live.electronic_shoes import line
from table.live.electronic_shoes.socket import SILENT_SECONDS, ShoeFeed, lines
from table.live.routing import shoe
from table.management import feed_client as client
from table.management.feed_client import ConnectionLost, HouseConnection, Shoe
from table.models import ElectronicShoe, Table
from table.record.machine import clocks

READY, TAKEN = {"kind": "ready", "table": "T3", "next": 1}, {"kind": "taken"}
FOR_NOW = {"kind": "refused", "code": "E_HELD", "sentence": "Wait.", "again": True, "next": 1}
FOR_GOOD = {"kind": "refused", "code": "E_PHASE", "sentence": "No card can be left.", "again": False, "next": 1}
GONE = ConnectionLost("the connection was lost")


class Answers:
    """A house that answers with these, one after the other, over as many lines as it takes, and notes what it hears."""

    def __init__(self, answers: Iterable[dict[str, Any] | Exception]) -> None:
        self.answers, self.heard = deque(answers), list[dict[str, Any]]()

    def connect(self) -> HouseConnection:
        """A line; refused where an OSError comes next."""
        if isinstance(self.answers[0], ConnectionRefusedError):
            raise cast(ConnectionRefusedError, self.answers.popleft())
        return cast(HouseConnection, self)

    def say(self, frame: dict[str, Any]) -> None:
        """Note a frame."""
        self.heard.append(frame)

    def hear(self) -> dict[str, Any]:
        """The next answer."""
        answer = self.answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "AGAIN_SECONDS", 0.0)


def late_by_card(*answers: dict[str, Any] | Exception, cards: int = 1) -> list[bool]:
    """Of each time that a card was told, whether it was told as late."""
    house = Answers(answers)
    shoe = Shoe(house.connect, say=lambda _words: None)
    for _ in range(cards):
        shoe.tell({"kind": "card", "face": "7S"})
    assert not house.answers
    return [it.get("late", False) for it in house.heard]


def test_a_card_that_is_told_as_it_comes_is_not_late() -> None:
    assert late_by_card(READY, TAKEN, TAKEN, cards=2) == [False, False]


def test_a_card_whose_answer_was_lost_is_late_and_the_next_one_is_not() -> None:
    assert late_by_card(READY, GONE, READY, TAKEN, TAKEN, cards=2) == [False, True, False]


def test_a_card_that_is_refused_for_now_is_late_until_it_is_taken() -> None:
    assert late_by_card(READY, FOR_NOW, FOR_NOW, TAKEN) == [False, True, True]
    assert late_by_card(READY, GONE, READY, FOR_NOW, TAKEN) == [False, True, True]


def test_a_card_that_is_refused_for_good_makes_no_other_one_late() -> None:
    assert late_by_card(READY, FOR_NOW, FOR_GOOD, TAKEN, cards=2) == [False, True, False]


def test_a_card_that_waits_until_the_house_can_be_reached_is_late() -> None:
    assert late_by_card(ConnectionRefusedError("nobody listens"), READY, TAKEN) == [True]


def test_a_card_that_comes_after_the_line_was_lost_and_is_open_again_at_once_is_not_late() -> None:
    house = Answers([READY, TAKEN, GONE, READY | {"next": 2}, TAKEN])
    shoe = Shoe(house.connect, say=lambda _words: None)
    shoe.tell({"kind": "card", "face": "7S"})
    shoe.alive()
    shoe.tell({"kind": "card", "face": "8S"})
    assert [it.get("late") for it in house.heard] == [None, None, None]


async def test_a_shoe_that_waited_long_for_its_line_is_not_silent_when_it_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was closed as the house said “ready”, and waited as long again."""
    steady, paired = Mock(return_value=0.0), ElectronicShoe(pk=1, key="reads-T3", table=Table(code="T3"))

    def waits_long(*_: object) -> int:
        steady.return_value = 2 * SILENT_SECONDS
        return 1

    monkeypatch.setattr(clocks, "steady", steady)
    monkeypatch.setattr(tokens, "shoe_with", lambda _token: paired)
    monkeypatch.setattr(line, "hold", waits_long)
    entered = list[ShoeFeed]()
    monkeypatch.setattr(lines, "enter", entered.append)
    comes = WebsocketCommunicator(shoe, "/live/shoe/T3/", headers=[(b"authorization", b"Bearer a.token")])
    scope: dict[str, Any] = dict(comes.scope)
    comes.scope = cast(Any, scope | {"url_route": {"kwargs": {"code": "T3"}}})
    await comes.connect()
    assert (await comes.receive_json_from())["kind"] == "ready"
    assert not entered[0].silent
    comes.stop()  # nothing is let go of, as no database has this shoe


@pytest.mark.parametrize("data", [b"\xff", b"{", b"[1]", b"7", b"[" * 100_000])
def test_what_is_no_frame_of_a_house_is_a_line_that_was_lost(data: bytes) -> None:
    with pytest.raises(ConnectionLost, match="cannot be read"):
        client._frame(data)


@pytest.mark.parametrize("name", ["kind", "code", "sentence", "again", "next"])
@pytest.mark.parametrize("other", [{}, {"kind": 1, "code": None, "sentence": 7, "again": "no", "next": True}])
def test_a_frame_without_its_fields_or_with_others_is_a_line_that_was_lost(name: str, other: dict[str, Any]) -> None:
    garbled = {key: value for key, value in FOR_GOOD.items() if key != name} | {name: other[name]} if other else {}
    assert late_by_card(READY, garbled, READY, TAKEN) == [False, True]
    ready = {**READY, name: other[name]} if other else {key: it for key, it in READY.items() if key != name}
    if name in READY:
        assert late_by_card(ready, READY, TAKEN) == [True]


@pytest.mark.parametrize("status", ["HTTP/1.1", "HTTP/1.1 OK", "HTTP/1.1 101", "SSH-2.0-server"])
def test_whatever_else_answers_is_a_line_that_was_lost(status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    there, here = socket.socketpair()
    there.sendall(f"{status}\r\n\r\n".encode())
    monkeypatch.setattr(socket, "create_connection", lambda *_given: here)
    with there, pytest.raises(ConnectionLost):
        HouseConnection("ws://house.example/live/shoe/T3/", "token")
