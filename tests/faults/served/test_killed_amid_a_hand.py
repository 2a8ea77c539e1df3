"""A served house is killed amid a hand: one of the online game is void, a virtual shoe goes on with its next card."""

import asyncio
import json
import os
import select
import signal
import socket
import struct
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from table.models.sealed import SealedCard
from table.online import doorway
from table.rules.shoe import commitment_of, seal_of
from tests.online.players import START, Somebody
from tests.rig.daphne import House, served
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import session_of, watching
from tests.rig.tables import AtTable
from tests.shoes.dealing import Unkeyed, effects, shoe_of, stake, virtual_table

pytestmark = pytest.mark.faults
"""Hands that break are told of by tests/online/test_malfunction.py and tests/shoes/test_restart.py in every run."""
CUT = struct.pack("ii", 1, 0)
"""How a link is closed that is cut: nothing more is sent, and nothing waited for."""
CARDS = shoe_of("2S 3H 2D 3C 4S 8S 8H TS TH")
"""Punto has four and draws a four, Banco stands on six."""
Step = tuple[str, dict[str, Any]]
DEALT: tuple[Step, ...] = (("close_bets", {"said": True}), ("deal", {}))
DECLARED: Step = ("declare", {"claim": "carta", "means": "voice"})
LATER: tuple[Step, ...] = (("turn_banco", {}), ("card_out", {}), ("turn_punto", {}))
CONSOLE = "/live/dealer/T3/"


class Pipes:
    """What a house that stands still amid a hand says, and what it is told (tests/faults/served/amid.py)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("said", "told"):
            os.mkfifo(folder / name)
        self._said = os.open(folder / "said", os.O_RDWR | os.O_NONBLOCK)

    def hears(self, word: str) -> None:
        """Wait until the house says it."""
        assert select.select([self._said], [], [], PATIENCE_SECONDS)[0], f"the house never said “{word}”"
        assert os.read(self._said, 100).decode().strip() == word

    def tells(self) -> None:
        """The hand goes on."""
        (self.folder / "told").write_text("go on", encoding="ascii")

    def close(self) -> None:
        """Nobody listens any more."""
        os.close(self._said)


class Killed(NamedTuple):
    """What there was before: a player with two hands, a table with a virtual shoe, and a press that was never answered.

    ``sealed`` are the cards of the shoe with their salts, ``address`` where the house is open again.
    """

    player: Somebody
    table: AtTable
    sealed: list[tuple[int, str, str]]
    unanswered: str
    address: str = ""


@pytest.fixture(scope="module")
def killed(sqlite: Engine, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Killed]:
    """A house that was killed amid two hands, and is open again."""
    with (
        closing(Pipes(tmp_path_factory.mktemp("amid"))) as pipes,
        sqlite.fresh() as url,
        django_db_blocker.unblock(),
        at_home_in(url),
    ):
        amid = {"DATABASE_URL": url, "AMID": str(pipes.folder)}
        with served(amid, application="tests.faults.served.amid.application") as house:
            before = _killed_amid_two_hands(house, pipes)
        with served({"DATABASE_URL": url}) as house:
            yield before._replace(address=house.address)


def _killed_amid_two_hands(house: House, pipes: Pipes) -> Killed:
    player = Somebody()
    first = _sends(house, player, "nonce=one&game=1&punto=10&piccolo=5")
    pipes.hears("begun")
    first.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CUT)
    first.close()
    pipes.tells()
    pipes.hears("over")
    with pytest.MonkeyPatch.context() as patch:
        table = virtual_table(patch, CARDS)
    stake(table)
    sealed = [(it.number, it.face, it.salt) for it in SealedCard.objects.order_by("number")]
    with closing(_sends(house, player, "nonce=two&game=2&banco=20")):
        pipes.hears("begun")
        unanswered = asyncio.run(_killed_amid_an_act(house, session_of("dario")))
    return Killed(player, table, sealed, unanswered)


def _sends(house: House, player: Somebody, form: str) -> HTTPConnection:
    """Press “Deal” at the served house for the player, and do not wait for the answer."""
    line, csrf = HTTPConnection(urlsplit(house.address).netloc, timeout=PATIENCE_SECONDS), "c" * 32
    token = player.client.cookies[doorway.COOKIE].value
    headers = {
        "Cookie": f"{doorway.COOKIE}={token}; csrftoken={csrf}",
        "X-CSRFToken": csrf,
        "Origin": house.address,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    line.request("POST", "/online/baccarat/deal/", form, headers)
    return line


async def _killed_amid_an_act(house: House, session: str) -> str:
    """Four cards lie there; the reader has spoken, and the house is killed before the dealer has an answer."""
    async with watching(house.address, CONSOLE, session=session) as screen:
        await screen.shown()
        dealt = await screen.press("T3", *DEALT)
        assert dealt["kind"] == "done", dealt
        verb, given = DECLARED
        press = {"kind": "press", "nonce": uuid4().hex, "table": "T3", "seen": dealt["number"], "heard": 0}
        await screen.say(json.dumps(press | {"steps": [{"verb": verb, "given": given}]}))
        os.kill(house.said.pid, signal.SIGKILL)
    return str(press["nonce"])


def test_online_a_hand_whose_link_was_cut_waits_in_the_history_also_of_a_house_that_was_killed(killed: Killed) -> None:
    hand = killed.player.games[0]
    assert (hand.state, hand.stakes, bool(hand.drawn)) == ("settled", {"punto": 1000, "piccolo": 500}, True)
    history = killed.player.page("history/")
    assert "Game 1<" in history
    assert "Void" in history.partition("Game 1<")[0], "the one after it is"
    assert "Void" not in history.partition("Game 1<")[2]


def test_online_a_hand_that_a_killed_house_was_dealing_is_void_when_it_opens_again(killed: Killed) -> None:
    first, void, *later = killed.player.games
    assert (void.number, void.state, void.drawn, void.paid) == (2, "void", "", {"banco": 2000})
    assert [it.state for it in later] == ["prepared"]
    assert killed.player.row.balance == START - 1500 + sum(first.paid.values())
    assert "void: €20.00 back" in killed.player.page("history/")
    again = killed.player.sends(nonce="two", game=2, banco="20").json()
    assert again["paid"] == {"banco": ["void", "void: €20.00 back"]}, "pressed again it is the same hand, and no second"


def test_a_virtual_shoe_of_a_house_that_was_killed_goes_on_with_the_same_cards_and_still_opens(killed: Killed) -> None:
    table, promised = killed.table, commitment_of(seal_of(face, salt) for _number, face, salt in killed.sealed)
    asyncio.run(_plays_on(killed, session_of("dario")))
    Unkeyed(table, CARDS).to_the_burn()
    turned = {it["card"]: it["face"] for it in effects(table, "card_turned")}
    assert turned == {number: str(card) for number, card in enumerate(CARDS[:5], start=1)}
    table.cast.direzione.does("void_shoe")
    opened = {it["card"]: it["salt"] for it in effects(table, "card_turned")}
    opened |= {number: salt for facts in effects(table, "seals_opened") for number, _face, salt in facts["cards"]}
    assert opened == {number: salt for number, _face, salt in killed.sealed}
    assert effects(table, "shoe_sealed") == [{"commitment": promised}]
    table.check()


async def _plays_on(killed: Killed, session: str) -> None:
    """The press that was never answered is pressed again under its name, and the hand goes on at the console."""
    async with watching(killed.address, CONSOLE, session=session) as screen:
        await screen.shown()
        for steps, named in ((DECLARED, {"nonce": killed.unanswered}), *((it, {}) for it in LATER)):
            answer = await screen.press("T3", steps, **named)
            assert answer["kind"] == "done", answer
            await screen.sees(number=answer["number"])
