"""No covered card on any wire: the same public evening with other cards under the backs looks the same to everybody.

The cards are in this very process, in the memory of who plays the table, as they are in a demo house: there is
something to leak. One evening is played twice with two sabots that differ in nothing that anybody has said or turned.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from shutil import rmtree
from typing import Any, ClassVar

import msgspec
import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.asgi import application
from table.access import pairing, tokens
from table.live import rate_limits
from table.live.electronic_shoes import line
from table.live.electronic_shoes.frames import Card
from table.live.electronic_shoes.taking import take
from table.memory.threads import Urgency, tables
from table.models import HOUSE, ElectronicShoe, Person, Reader, Table
from table.outside.news import delivery
from table.record import door, metrics
from table.record.past.reach import PAST
from table.rules.cards import parse_all
from table.rules.houses import VENEZIA
from table.rules.profile import Box, Profile, Role
from table.rules.refusal import Refused
from table.screens import regions
from table.screens.audiences import WATCHERS
from table.screens.read.pieces import Piece, RegionDrawing
from table.script.player import Player
from table.script.values import WrittenStake
from table.shoes import virtual
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sampling import in_two_parts
from tests.rig.sockets import paired, session_of
from tests.rig.threads import threads_of_their_own
from tests.shoes.dealing import TRAINING, shoe_of

# Both readers have five and say «carta»; the card that came out too early is a king or an ace. One Banco has seven, the
# other nine.
SABOTS = ("KC 2S 5D 5H 4D 6C KH", "AC AH 4C 8D 4S 2C JH")
# Both readers have five and say «carta»; one Banco has seven, the other eight.
READS = ("2S 5D 3D 2H 9C", "4C 8D AS KS 4C")
"""The same, and a card that comes too early."""
SHOES = ("2S 5D 3D 2H 9C", "4C 8D AS KS TC")
AT = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
PAGES: tuple[str, ...] = (
    "/",
    "/pit/",
    "/tables/T3/",
    "/tables/T3/dealer/",
    "/tables/T3/coups/",
    "/tables/T3/coups/1.1/",
    "/tables/T3/odds/",
    "/tables/T3/incidents/",
)
PAGES += (
    "/records/",
    "/records/day/",
    "/records/day/register/",
    "/records/house/",
    "/tables/T3/register/",
    "/tables/T3/register/refused/",
)
PAGES += ("/tables/T3/taglie/1/", "/tables/T3/evenings/", "/tables/T3/changes/")
PAGES += ("/metrics", "/office/", "/admin/table/drawncard/", "/admin/table/entry/", "/admin/table/shoe/")
EVERY = slice(None)
TOKEN = "museum.outside"
OUTSIDE = ("/api/v1/tables", "/api/v1/tables/T3/coups", "/api/v1/tables/T3/events?limit=500")
WEBHOOK = "what a webhook is sent"
Log = dict[str, list[str]]
GIVEN = "what pieces are given"


class Given(RegionDrawing):
    """A region of which it is written down what its pieces were given to show, whatever comes of it in a text."""

    ever: ClassVar[set[str]] = set()

    def __init__(self, pieces: Iterable[Piece], voice: str) -> None:
        super().__init__(pieces, voice)
        # As values: a state that was just acted is the same one as when it has been read again.
        self.ever.add(json_of(self.pieces))


def json_of(value: object) -> str:
    """All that somebody could find in it."""
    return msgspec.json.encode(value, enc_hook=str, order="deterministic").decode()


class Watching:
    """A socket of the house in this process, and every frame it was sent but the heartbeats."""

    def __init__(self, path: str, cookies: Mapping[str, str]) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        headers = [(b"origin", b"http://testserver"), (b"host", b"testserver"), (b"cookie", cookie.encode())]
        self.socket = WebsocketCommunicator(application, f"{path}?language=it", headers=headers)
        self.frames: list[str] = []

    async def sees(self, number: int) -> None:
        """Take frames until the table is shown at this number."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                frame = json.loads(text := str(await self.socket.receive_from(PATIENCE_SECONDS)))
                if frame["kind"] == "beat":
                    continue
                self.frames.append(text)
                if frame.get("number", -1) >= number:
                    return

    async def opens_a_dialog(self) -> None:
        """Ask for the sheets of the screen, which come at once."""
        await self.socket.send_to('{"kind":"sheets","table":"T3","open":true}')
        shown = len(self.frames)
        await self.sees(0)
        assert any("_sheets" in region for region in json.loads(self.frames[shown])["regions"])


class Evening:
    """A table whose cards are known to this process, and everybody who may look at it."""

    def __init__(self, sabot: str) -> None:
        self.player = Player("T3", who=lambda role: Person.objects.get(badge=f"b-{role.value}"))
        self.sabot = parse_all(sabot)

    rules: ClassVar[Profile] = VENEZIA

    def prepare(self) -> tuple[dict[str, Mapping[str, str]], dict[str, str]]:
        """The house with its people, a table with two players, and the cookies of all who look."""
        for role in Role:
            Person.objects.take_on(badge=f"b-{role.value}", role=role)
        Table.real.create(code="T3")
        Reader.objects.create(key="museum", digest=tokens.digest_of(TOKEN))
        self.player.set_up(self.rules)
        for guest, position in (("anna", "3"), ("bruno", "5")):
            self.player.press("reserve", guest=guest)
            self.player.press("assign", guest=guest, position=position)
            self.player.press("occupy", position=position)
        self.player.open_table()
        cookies: dict[str, Mapping[str, str]] = {
            role.value: {settings.SESSION_COOKIE_NAME: session_of(f"b-{role.value}")}
            for role in (Role.DEALER, *WATCHERS, Role.AUDITOR, Role.OPERATOR)
        }
        screens = {f"{role.value} table": "/live/table/T3/" for role in sorted(WATCHERS)}
        screens |= {"dealer console": "/live/dealer/T3/", "direzione pit": "/live/pit/"}
        for name, position in (("sign", ""), ("reader", "3"), ("other", "5"), ("free", "7")):
            cookies[name] = {pairing.COOKIE: paired("T3", position)}
            screens[f"{name} display"] = "/live/display/"
        return cookies, screens

    def public_steps(self) -> list[Callable[[], object]]:
        """What everybody sees up to the moment at which Banco is turned."""
        return [
            lambda: self.player.press("open_bets"),
            lambda: self.player.stake([WrittenStake(Box.PUNTO, 10_000, "3", None)]),
            lambda: self.player.stake([WrittenStake(Box.BANCO, 5_000, "5", None)]),
            lambda: self.player.card_out(self.sabot[0]),
            lambda: self.player.press("close_bets", said=True),
            self._deal,
            lambda: self.player.step("turn_banco"),
        ]

    def _deal(self) -> None:
        self.player.coming.extend(self.sabot[1:])
        self.player.step()

    def turn(self) -> None:
        """Banco shows its cards."""
        self.player.step()


class VirtualEvening(Evening):
    """The same where a virtual shoe deals: the cards lie in the very database that every screen is drawn from."""

    rules: ClassVar[Profile] = TRAINING

    def public_steps(self) -> list[Callable[[], object]]:
        """No card is keyed by anybody; the reader says «carta»."""
        return [
            lambda: self.player.press("open_bets"),
            lambda: self.player.stake([WrittenStake(Box.PUNTO, 10_000, "3", None)]),
            lambda: self.player.stake([WrittenStake(Box.BANCO, 5_000, "5", None)]),
            lambda: self.player.press("close_bets", said=True),
            lambda: self.player.press("deal"),
            lambda: self.player.press("declare", claim="carta", means="voice"),
        ]

    def turn(self) -> None:
        """The shoe says what Banco shows."""
        self.player.press("turn_banco")


class ReadEvening(Evening):
    """The same where an electronic shoe has read every card as it came, and one too early."""

    def public_steps(self) -> list[Callable[[], object]]:
        """No card is keyed by anybody; the reader says «carta», and a gap and a garbled card are told as well."""
        return [
            self._connect,
            lambda: self.player.stake([WrittenStake(Box.PUNTO, 10_000, "3", None)]),
            lambda: self.player.stake([WrittenStake(Box.BANCO, 5_000, "5", None)]),
            lambda: self.player.press("close_bets", said=True),
            *(partial(self._tells, number) for number in range(1, 6)),
            lambda: self.player.press("declare", claim="carta", means="voice"),
        ]

    def _connect(self) -> None:
        drawn = tokens.issue("sabot-3")
        by = Person.objects.get(badge=f"b-{Role.DIREZIONE.value}")
        door.perform(HOUSE, "pair_shoe", by=by, nonce="pairs", key="sabot-3", table="T3", digest=drawn.digest)
        assert line.hold(ElectronicShoe.objects.get(), "a line")
        self.player.press("open_bets")

    def _tells(self, number: int) -> None:
        """A card; what is told again, or too soon, is answered alike whatever was read."""
        face = str(self.sabot[number - 1])
        for at in (number + 1, number, number):
            with suppress(Refused):
                take("a line", Card(at, face))

    def turn(self) -> None:
        """The shoe says what Banco shows."""
        self.player.press("turn_banco")


@pytest.fixture
def play(sqlite: Engine, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Plays the evening with a sabot, at a time that stands still; gives what was sent before and after the turn."""
    monkeypatch.setattr(timezone, "now", lambda: AT)
    # These screens and this shoe come step by step, and say nothing in between.
    monkeypatch.setattr(rate_limits, "SILENT_SECONDS", 600.0)
    monkeypatch.setattr(line, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(regions, "RegionDrawing", Given)

    def play(sabot: str, kind: type[Evening] = Evening, *, part: slice = EVERY) -> tuple[Log, Log]:
        monkeypatch.setattr(virtual, "shuffled", lambda _decks: shoe_of(sabot))
        with sqlite.fresh() as url, django_db_blocker.unblock(), at_home_in(url), threads_of_their_own():
            for counted in (metrics.ACTS, metrics.REFUSALS, metrics.SCREENS):
                counted.clear()
            Given.ever.clear()
            # What is on disk and in memory of the past of one house is none of the other one.
            PAST.copies.clear()
            rmtree(settings.STARTS, ignore_errors=True)
            evening = kind(sabot)
            cookies, screens = evening.prepare()
            return asyncio.run(_watched(evening, cookies, screens, PAGES[part]))

    return play


async def _watched(
    evening: Evening, cookies: Mapping[str, Mapping[str, str]], screens: Mapping[str, str], paths: Sequence[str]
) -> tuple[Log, Log]:
    watching = {name: Watching(path, cookies[name.split()[0]]) for name, path in screens.items()}
    for it in watching.values():
        assert (await it.socket.connect(PATIENCE_SECONDS))[0]
        await it.sees(0)
    for name, it in watching.items():
        if name.endswith((" table", " console")):
            await it.opens_a_dialog()
    for step in evening.public_steps():
        await tables.do(Urgency.PRESS, step)
        for it in watching.values():
            await it.sees(evening.player.number)
    pages = await tables.do(Urgency.PRESS, _pages, cookies, paths)
    outside = await tables.do(Urgency.PRESS, _outside)
    before = {name: list(it.frames) for name, it in watching.items()} | pages | outside | {GIVEN: sorted(Given.ever)}
    await tables.do(Urgency.PRESS, evening.turn)
    for it in watching.values():
        await it.sees(evening.player.number)
        await it.socket.disconnect()
    outside = await tables.do(Urgency.PRESS, _outside)
    return before, {name: list(it.frames) for name, it in watching.items()} | outside | {GIVEN: sorted(Given.ever)}


def _pages(cookies: Mapping[str, Mapping[str, str]], paths: Sequence[str]) -> Log:
    """Each of these pages as everybody gets it, but for the secrets that are new in every answer."""
    found: Log = {}
    for who, own in cookies.items():
        client = Client()
        client.cookies.load(dict(own))
        for page in paths if settings.SESSION_COOKIE_NAME in own else ("/display/",):
            answer = client.get(page)
            text = _but_what_is_new(answer.content.decode())
            found[f"{who} {page}"] = [f"{answer.status_code}", *(_series(text) if page == "/metrics" else [text])]
        for form in ("csv", "json"):
            answer = client.post("/tables/T3/register/", {"form": form, "nonce": f"{who} {form}"})
            found[f"{who} takes {form}"] = [_but_what_is_new(b"".join(answer).decode())]
    return found


def _outside() -> Log:
    """What a program outside the house may ask, and what a webhook is sent, alerts and all."""
    client, token = Client(), {"Authorization": f"Bearer {TOKEN}"}
    answers = {page: client.get(page, headers=token) for page in OUTSIDE}
    assert {answer.status_code for answer in answers.values()} == {200}
    sent = msgspec.json.encode(delivery("T3", reader="r", after=0, upto=10**6)).decode()
    texts = {page: answer.content.decode() for page, answer in answers.items()} | {WEBHOOK: sent}
    return {page: [_but_of_this_evening(text)] for page, text in texts.items()}


def _but_of_this_evening(text: str) -> str:
    """Without what guests are called, digests and the epoch: these are others in every evening."""
    text = re.sub(r'"epoch":"[0-9a-f]{8}"', "", re.sub(r'"[0-9a-f]{32}"', '"guest"', text))
    return re.sub(r'"[0-9a-f]{64}"', '"digest"', text)


def _but_what_is_new(text: str) -> str:
    """Without the secrets of a page, its hour, and digests: they are of another press in every evening."""
    text = re.sub(r'data-now="[^"]*:[^"]*"', "", text)
    text = re.sub(r'(csrfmiddlewaretoken|nonce)" value="[^"]*"', r"\1", text)
    return re.sub(r"\b[0-9a-f]{64}\b|(?<=>)[0-9a-f]{8}(?=</abbr>)", "", text)


BY_THE_CLOCK = r'sabot_act_seconds|sabot_disk_free_bytes|sabot_bytes\{part="(database|starts)"\}|\w+_created\b'


def _series(text: str) -> list[str]:
    """What was counted, but for how long it took and since when, what is left of the disk, and two sizes on it.

    The database grows by a page with the first heartbeat, which writes down which displays were seen. A start is the
    compressed state before the first card of a taglia, and each house has keys and digests of its own in it.
    """
    lines = [line for line in text.splitlines() if line.startswith("sabot_")]
    return [line for line in lines if not re.match(BY_THE_CLOCK, line)]


@in_two_parts(6)
def test_until_a_card_is_turned_nothing_anywhere_depends_on_it(
    play: Callable[..., tuple[Log, Log]], part: slice
) -> None:
    (before, after), (other_before, other_after) = (play(sabot, part=part) for sabot in SABOTS)
    assert before.keys() == other_before.keys()
    for who, frames in before.items():
        assert frames == other_before[who], who
    # And there was something to leak: from the turn on the same screens differ.
    for who in (
        "dealer console",
        "ispettore_gioco table",
        "reader display",
        "other display",
        *OUTSIDE[1:],
        WEBHOOK,
        GIVEN,
    ):
        assert after[who] != other_after[who], who


@in_two_parts(6)
def test_until_a_sealed_card_is_turned_nothing_anywhere_depends_on_it_but_its_seal(
    play: Callable[..., tuple[Log, Log]], part: slice
) -> None:
    """Two shoes that differ in covered faces, and so in their seals and in what was published of them."""
    (before, after), (other_before, other_after) = (play(sabot, VirtualEvening, part=part) for sabot in SHOES)
    assert before.keys() == other_before.keys()
    for who, frames in before.items():
        assert _but_seals(frames) == _but_seals(other_before[who]), who
    for who in ("dealer console", "ispettore_gioco table", "other display", *OUTSIDE[1:], WEBHOOK, GIVEN):
        assert _but_seals(after[who]) != _but_seals(other_after[who]), who


@pytest.mark.faults
def test_until_a_card_that_was_read_is_turned_nothing_anywhere_depends_on_it_but_its_seal(
    play: Callable[..., tuple[Log, Log]], caplog: pytest.LogCaptureFixture
) -> None:
    """Two electronic shoes that tell the same cards but for their faces, each of them again and too soon as well."""
    caplog.set_level(logging.INFO, "sabot")
    evenings, logs = list[tuple[Log, Log]](), list[list[str]]()
    for sabot in READS:
        caplog.clear()
        evenings.append(play(sabot, ReadEvening))
        logs.append([_logged(it.msg) for it in caplog.records if isinstance(it.msg, dict)])
    (before, after), (other_before, other_after) = evenings
    assert before.keys() == other_before.keys()
    for who, frames in before.items():
        assert _but_seals(frames) == _but_seals(other_before[who]), who
    assert logs[0] == logs[1]
    assert any("card_out" in line for line in logs[0])
    for who in ("dealer console", "ispettore_gioco table", "other display", *OUTSIDE[1:], WEBHOOK, GIVEN):
        assert _but_seals(after[who]) != _but_seals(other_after[who]), who


def _logged(said: Mapping[str, object]) -> str:
    """A line of the log without what is another one in every evening."""
    return json.dumps({name: str(it) for name, it in said.items() if name not in ("timestamp", "seconds", "nonce")})


def _but_seals(frames: Iterable[str]) -> list[str]:
    """Digests of sixty-four digits are left out: of a seal without its salt nobody can tell the face."""
    return sorted(re.sub(r"[0-9a-f]{64}", "", frame) for frame in frames)


def test_the_two_sabots_differ_in_nothing_that_anybody_was_told() -> None:
    first, second = (parse_all(sabot) for sabot in SABOTS)
    assert all(one is not other for one, other in zip(first, second, strict=True))
