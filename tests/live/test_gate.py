"""Who has shown nobody who they are takes no connection away from those who have."""

import asyncio
import re
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.db import connection
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web import http

from config.doors.gate import Gate
from config.doors.server import AT_ONCE, FEWEST_DESCRIPTORS, IDLE_SECONDS, LONGEST_BODY, Channel, raise_limit
from table.rules.profile import Role
from tests.rig.daphne import served
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import session_of, watching
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import ready_table

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HANDSHAKE = b"GET /live/display/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
AT_MOST, HALVES = 12, 60
FLOOD = FEWEST_DESCRIPTORS // 2 + 200
"""More halves than are borne, of all addresses together."""


class Line:
    """A connection that knows whether it was closed."""

    open = True

    def abortConnection(self) -> None:  # noqa: N802
        """It is closed."""
        self.open = False


def gate(*, per_address: int = 2, per_person: int = 2, unfinished: int = 100, let_in: int = 100) -> Gate:
    """A gate for a few."""
    return Gate(per_address=per_address, per_person=per_person, unfinished=unfinished, let_in=let_in)


# --- whose connections count for whom


def test_beyond_the_limit_of_an_address_what_has_waited_longest_gives_way_to_the_newest() -> None:
    door, lines, elsewhere = gate(), [Line() for _ in range(4)], Line()
    door.waits(elsewhere, "10.0.0.9")
    for line in lines:
        door.waits(line, "10.0.0.7")
    assert [line.open for line in lines] == [False, False, True, True]
    assert elsewhere.open


def test_a_screen_that_was_let_in_counts_for_its_person_and_no_more_for_its_address() -> None:
    door, lines = gate(), [Line() for _ in range(6)]
    for line in lines[:2]:
        door.waits(line, "10.0.0.7")
        assert door.admit(line, "person 1")
    for line in lines[2:4]:
        door.waits(line, "10.0.0.7")
    assert not door.admit(lines[2], "person 1")
    assert door.admit(lines[3], "person 2")
    door.leaves(lines[0])
    assert door.admit(lines[2], "person 1")
    assert all(line.open for line in lines)


def test_from_many_addresses_too_no_more_is_unfinished_than_the_process_can_bear() -> None:
    door, lines = gate(unfinished=3), [Line() for _ in range(5)]
    for number, line in enumerate(lines):
        door.waits(line, f"10.0.0.{number}" if number else "")
    assert [line.open for line in lines] == [False, False, True, True, True]


@pytest.mark.parametrize("many", ["10.0.0.7", ""], ids=["an address", "a proxy"])
def test_where_the_process_bears_no_more_whoever_has_most_gives_way_and_nobody_else(many: str) -> None:
    door, others, its = gate(per_address=9, unfinished=5), [Line() for _ in range(3)], [Line() for _ in range(9)]
    door.waits(others[0], "10.0.0.8")
    for line in its:
        door.waits(line, many)
    for line in others[1:]:
        door.waits(line, "10.0.0.9")
    assert all(line.open for line in others)
    assert [line.open for line in its] == [False] * 7 + [True] * 2


def test_of_screens_too_whoever_has_most_gives_way_and_nobody_else_by_their_newest() -> None:
    door, own, others = gate(per_address=99, per_person=9, let_in=5), *([Line() for _ in range(5)] for _ in range(2))
    for line in (*own, last := Line(), *others):
        door.waits(line, "10.0.0.7")
    for line in own:
        assert door.admit(line, "display 1")
    assert not door.admit(last, "display 1"), "there is no room, and nobody has more than this one"
    assert [door.admit(line, f"person {number}") for number, line in enumerate(others)] == [True] * 4 + [False]
    assert [line.open for line in own] == [True] + [False] * 4
    assert all(line.open for line in others)


def test_of_what_has_left_nothing_is_kept() -> None:
    door, lines = gate(), [Line() for _ in range(50)]
    for number, line in enumerate(lines):
        door.waits(line, f"10.0.0.{number}")
        door.admit(line, f"person {number}")
        door.leaves(line)
        assert not door.admit(line, f"person {number}"), "it was lost while its person was looked up"
    for counts in (door._unfinished, door._let_in):
        assert not any(vars(counts).values())


def test_a_process_that_may_not_open_enough_files_does_not_start_and_says_what_to_raise() -> None:
    with pytest.raises(SystemExit, match=r"LimitNOFILE=65536 in a systemd unit") as ended:
        raise_limit(fewest=2**40)
    assert f"a house needs {2**40}" in str(ended.value)


# --- how long anybody may take


class Wire(StringTransport):
    """A transport that, like one of TCP, may be asked twice to forget who writes to it."""

    def unregisterProducer(self) -> None:  # noqa: N802
        """Nobody writes to it any more."""
        if self.producer is not None:
            super().unregisterProducer()


class Spoken(NamedTuple):
    """A connection of the server with a clock of the test's own, and what it was told."""

    channel: Channel
    wire: Wire
    clock: Clock
    gate: Gate

    def says(self, *pieces: bytes, every: float = 0.0) -> bytes:
        """What a device is answered that says this piece by piece, with so many seconds after each."""
        for piece in pieces:
            self.channel.dataReceived(piece)
            self.clock.advance(every)
        answer: bytes = self.wire.value().partition(b"\r\n")[0]
        return answer


@pytest.fixture
def spoken() -> Iterator[Spoken]:
    """A device has called, and has said nothing yet."""
    channel, wire, clock, counted = Channel(), Wire(), Clock(), gate(per_address=1000)
    channel.factory = SimpleNamespace(server=SimpleNamespace(gate=counted), log=lambda _request: None)
    channel.callLater = clock.callLater  # type: ignore[method-assign, assignment]
    channel.requestFactory = Request
    channel.makeConnection(wire)
    yield Spoken(channel, wire, clock, counted)
    channel.connectionLost()
    assert len(counted._unfinished) == 0


class Request(http.Request):
    """A request that nobody answers."""

    def process(self) -> None:
        """It waits for its answer."""


def test_who_says_nothing_is_given_up(spoken: Spoken, settings: Any) -> None:
    spoken.clock.advance(settings.HEADERS_SECONDS)
    assert (spoken.wire.disconnecting, spoken.wire.value()) == (True, b"")


def test_a_byte_now_and_then_buys_no_more_time_for_headers(spoken: Spoken, settings: Any) -> None:
    assert spoken.says(HALF, *[b"x"] * 4, every=settings.HEADERS_SECONDS / 5) == b"HTTP/1.1 408 Request Timeout"
    assert spoken.wire.disconnecting


def test_nor_for_a_body(spoken: Spoken, settings: Any) -> None:
    announced = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
    assert spoken.says(announced, *[b"x"] * 4, every=settings.BODY_SECONDS / 5) == b"HTTP/1.1 408 Request Timeout"
    assert spoken.wire.disconnecting


def test_what_was_sent_in_time_may_take_as_long_as_it_takes_to_answer(spoken: Spoken) -> None:
    assert spoken.says(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", every=1000) == b""
    assert not spoken.wire.disconnecting


def test_an_answer_that_nobody_takes_is_given_up(spoken: Spoken) -> None:
    spoken.says(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    spoken.channel.requests[0].finish()
    spoken.clock.advance(IDLE_SECONDS)
    spoken.clock.advance(spoken.channel.abortTimeout)
    assert spoken.wire.disconnected


@pytest.mark.parametrize("length", [b"Content-Length: %d" % (LONGEST_BODY + 1), b"Transfer-Encoding: chunked"])
def test_a_body_that_no_form_of_the_house_has_is_not_taken_in(spoken: Spoken, length: bytes) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + length + b"\r\n\r\n"
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    assert spoken.says(head, *[chunk] * 8) == b"HTTP/1.1 413 Content Too Large"
    assert spoken.wire.disconnecting


@pytest.mark.parametrize(
    ("https", "networks", "counted"),
    [
        (True, ["192.168.1.0/24"], "203.0.113.9"),
        (True, ["192.168.1.0/24", "203.0.113.9"], "198.51.100.1"),
        (True, ["10.0.0.0/8"], "192.168.1.1"),
        (False, ["192.168.1.0/24"], "192.168.1.1"),
    ],
)
def test_behind_the_proxies_of_the_house_a_device_counts_and_not_a_proxy(
    spoken: Spoken, settings: Any, https: bool, networks: list[str], counted: str
) -> None:
    settings.HTTPS, settings.TRUSTED_PROXIES = https, networks
    twice = b"X-Forwarded-For: 10.9.9.9, 198.51.100.1\r\nx-forwarded-for: 203.0.113.9\r\n"
    spoken.says(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + twice + b"\r\n")
    assert [*spoken.gate._unfinished._of] == [counted]


def test_half_a_request_behind_a_whole_one_has_no_more_time_than_any_other(spoken: Spoken, settings: Any) -> None:
    whole = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert spoken.says(whole + HALF, every=1000) == b"", "the whole one may take as long as it takes"
    spoken.channel.requests[0].finish()
    answered = len(spoken.wire.value())
    spoken.clock.advance(settings.HEADERS_SECONDS)
    assert spoken.wire.value()[answered:].startswith(b"HTTP/1.1 408 Request Timeout")
    assert spoken.wire.disconnecting


@pytest.mark.parametrize("path", [b"/x", b"//elsewhere.example", b"\xc3\xa9"])
def test_nobody_moves_the_house_to_another_path_by_a_header(spoken: Spoken, path: bytes) -> None:
    spoken.says(b"GET /x/readyz HTTP/1.1\r\nHost: localhost\r\nDaphne-Root-Path: " + path + b"\r\n\r\n")
    assert not spoken.channel.requests[0].requestHeaders.hasHeader(b"Daphne-Root-Path")


# --- at a house that is served


@pytest.fixture
def house(transactional_db: None) -> Iterator[str]:
    """A house with one table, where hardly anybody may hold connections open, and not for long."""
    ready_table()
    settings = {
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "CONNECTIONS_PER_ADDRESS": str(AT_MOST),
        "HEADERS_SECONDS": "1",
    }
    with served(settings) as house:
        yield house.address


async def test_half_sent_requests_without_end_keep_nobody_from_the_house(house: str, aside: Any) -> None:
    session = await aside(session_of, "dario")
    await aside(with_pin, Role.ISPETTORE_GIOCO)
    async with watching(house, "/live/dealer/T3/", session=session) as console:
        await console.shown()
        with halves(house) as lines:
            assert (await console.press("T3", ("open_bets", {})))["kind"] == "done"
            assert await asyncio.to_thread(status_at, house, "127.0.0.1") == 200, "another program of the same device"
            assert await asyncio.to_thread(signs_in, house, "127.0.0.2", badge="ivo") == 302
            said = Counter(await asyncio.gather(*(asyncio.to_thread(heard, line) for line in lines)))
        assert said == {b"": HALVES - AT_MOST + 1, b"HTTP/1.1 408 Request Timeout": AT_MOST - 1}
        assert (await console.press("T3", ("tip", {"amount": 500})))["kind"] == "done"


async def test_malformed_handshakes_keep_no_house_from_hearing_which_screens_are_lost(house: str, aside: Any) -> None:
    """Anybody may send them, many at once; of a screen that is lost behind them the house hears."""
    session = await aside(session_of, "dario")
    async with watching(house, "/live/dealer/T3/", session=session) as console:
        await console.shown()
        assert await asyncio.to_thread(screens_at, house) == 1
        said = await asyncio.to_thread(malformed, house, 2 * AT_ONCE)
    assert {it.partition(b" ")[2][:3] for it in said} == {b"400"}
    since = time.monotonic()
    while await asyncio.to_thread(screens_at, house):
        assert time.monotonic() - since < PATIENCE_SECONDS, "nobody was told that the console is gone"


ODD = "caffè".encode("latin1")


def test_a_handshake_with_bytes_that_no_browser_sends_is_no_fault_of_the_house(transactional_db: None) -> None:
    ready_table()
    names = ("Sec-WebSocket-Protocol", "Origin", "Host", "Cookie", "Authorization", "X-Forwarded-For", "X-Odd")
    with served({"DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}"}) as house:
        for path in ("/live/display/", "/live/shoe/T3/"):
            said = {name: shaken(house.address, path, {name: ODD}) for name in names}
            # A screen is let in, and closed with the code of somebody who is not signed in.
            assert set(said.values()) <= {b"101", b"400", b"403"}, said
            assert said["Sec-WebSocket-Protocol"] == b"400"
    assert not [it for it in house.said.lines if '"error"' in it or "Traceback" in it]


def shaken(address: str, path: str, odd: dict[str, bytes]) -> bytes:
    """The status with which a handshake with these headers in place of the usual ones is answered."""
    usual = {"Host": b"localhost", "Upgrade": b"websocket", "Connection": b"Upgrade", "Origin": b"http://localhost"}
    usual |= {"Sec-WebSocket-Version": b"13", "Sec-WebSocket-Key": b"MDEyMzQ1Njc4OWFiY2RlZg=="}
    lines = [b"GET " + path.encode() + b" HTTP/1.1", *(b"%s: %s" % (n.encode(), v) for n, v in (usual | odd).items())]
    with closing(calling(address, "127.0.0.1")) as line:
        line.connect()
        line.sock.sendall(b"\r\n".join([*lines, b"", b""]))
        return line.sock.recv(4096).split()[1]


def malformed(address: str, count: int) -> list[bytes]:
    """The status lines that so many handshakes at once without key and version are answered with."""
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(calling(address, "127.0.0.1"))) for _ in range(count)]
        for line in lines:
            line.connect()
        for line in lines:
            line.sock.sendall(HANDSHAKE)
        return [heard(line.sock) for line in lines]


def screens_at(address: str) -> int:
    """How many screens the house says are open."""
    with closing(calling(address, "127.0.0.3")) as line:
        line.request("GET", "/metrics")
        figures = line.getresponse().read().decode()
    return sum(int(float(it.split()[-1])) for it in figures.splitlines() if it.startswith("sabot_screens{"))


@pytest.mark.faults
async def test_one_address_at_the_descriptor_floor_takes_nobody_elses_connection_away(
    transactional_db: None, aside: Any
) -> None:
    """In the smallest process that opens, with the limits that ship; but a deadline would depend on the machine."""
    await aside(ready_table)
    session = await aside(session_of, "dario")
    given = {"DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}", "HEADERS_SECONDS": "600"}
    with (
        served(given, descriptors=FEWEST_DESCRIPTORS) as house,
        closing(calling(house.address, "127.0.0.2")) as tablet,
        half(house.address, "127.0.0.2") as begun,
        ExitStack() as attack,
    ):
        assert await asyncio.to_thread(answered, tablet) == 200
        its_socket = tablet.sock
        async with watching(house.address, "/live/dealer/T3/", session=session) as console:
            await console.shown()
            attack.enter_context(many_files())
            lines = await asyncio.to_thread(attack.enter_context, halves(house.address, FLOOD))
            assert await asyncio.to_thread(status_at, house.address, "127.0.0.3") == 200, "somebody new"
            assert sum(map(gone, lines)) >= FLOOD - FEWEST_DESCRIPTORS // 4
            assert await asyncio.to_thread(answered, tablet) == 200
            assert tablet.sock is its_socket, "on the connection that it had"
            begun.sendall(b"x\r\nConnection: close\r\n\r\n")
            assert await asyncio.to_thread(heard, begun) == b"HTTP/1.1 200 OK"
            assert (await console.press("T3", ("open_bets", {})))["kind"] == "done"


@contextmanager
def many_files() -> Iterator[None]:
    """This process may open as many as it may at all."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def halves(address: str, count: int = HALVES) -> Iterator[list[socket.socket]]:
    """Many half-sent requests of one device."""
    with ExitStack() as stack:
        yield [stack.enter_context(half(address, "127.0.0.1")) for _ in range(count)]


@contextmanager
def half(address: str, device: str) -> Iterator[socket.socket]:
    """A half-sent request of this device."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), PATIENCE_SECONDS, source_address=(device, 0)) as line:
        with suppress(OSError):  # it gave way already
            line.sendall(HALF)
        yield line


def heard(line: socket.socket) -> bytes:
    """The first line of what the house says until it closes."""
    try:
        return b"".join(iter(lambda: line.recv(4096), b"")).partition(b"\r\n")[0]
    except ConnectionResetError:
        return b""


def gone(line: socket.socket) -> bool:
    """Whether the house has closed it."""
    line.setblocking(False)
    try:
        return not line.recv(1)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def status_at(address: str, device: str) -> int:
    """What a device is answered that asks for the first page."""
    with closing(calling(address, device)) as line:
        return answered(line)


def calling(address: str, device: str) -> HTTPConnection:
    """This device, which keeps its connection."""
    return HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_SECONDS, source_address=(device, 0))


def answered(line: HTTPConnection) -> int:
    """What it is answered that asks for the first page."""
    line.request("GET", "/")
    answer = line.getresponse()
    answer.read()
    return answer.status


def signs_in(address: str, device: str, *, badge: str) -> int:
    """What becomes of somebody who shows badge and PIN at this device."""
    with closing(calling(address, device)) as line:
        line.request("GET", "/sign-in/")
        page = line.getresponse()
        cookie = str(page.headers["Set-Cookie"]).partition(";")[0]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        assert token
        form = urlencode({"badge": badge, "pin": PIN, "csrfmiddlewaretoken": token[1]})
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/sign-in/", form, headers)
        return line.getresponse().status
