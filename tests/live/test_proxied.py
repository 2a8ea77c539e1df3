"""Before a served house stand two proxies, or a stranger who claims to be one: who asks, and for what."""

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPResponse
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.db import connection

from table.models import HOUSE, Entry
from table.record import chain
from table.rules.profile import Role
from tests.rig.daphne import served
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import watching
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import ready_table

NEAR, FAR, STRANGER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""The proxy that calls the house, one before that, and somebody who is neither."""
DEVICE, MADE_UP = "203.0.113.9", "198.51.100.66"
PROTO = "X-Forwarded-Proto: https"


class Answer(NamedTuple):
    """What the house said to a request."""

    status: int
    headers: dict[str, str]
    body: str


def says(address: str, *lines: str, peer: str = NEAR, body: str = "") -> Answer:
    """What is answered to these lines, letter by letter, to who calls from this address of the machine."""
    host, _, port = address.removeprefix("http://").partition(":")
    with closing(
        socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS, source_address=(peer, 0))
    ) as line:
        line.sendall("\r\n".join([*lines, "Connection: close", "", body]).encode("latin1"))
        with closing(HTTPResponse(line)) as heard:
            heard.begin()
            return Answer(heard.status, {name.lower(): it for name, it in heard.getheaders()}, heard.read().decode())


@pytest.fixture
def proxied(transactional_db: None) -> Iterator[str]:
    """A house behind HTTPS that names both proxies."""
    ready_table()
    settings = {
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "HTTPS": "on",
        "TRUSTED_PROXIES": f"{NEAR}/32,{FAR}",
    }
    with served(settings) as house:
        yield house.address


def asks(address: str, path: str, *headers: str, peer: str = NEAR) -> Answer:
    """What is answered to somebody who asks for a page."""
    return says(address, f"GET {path} HTTP/1.1", "Host: localhost", *headers, peer=peer)


def signed_in_from(address: str, badge: str, *headers: str) -> str:
    """The device at which the register says that somebody has signed in, who came with these headers."""
    page = asks(address, "/sign-in/", *headers)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.body)
    assert token, page
    form = urlencode({"badge": badge, "pin": PIN, "csrfmiddlewaretoken": token[1]})
    cookie = page.headers["set-cookie"].partition(";")[0]
    typed = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}", f"Cookie: {cookie}")
    top = ("POST /sign-in/ HTTP/1.1", "Host: localhost", "Origin: https://localhost")
    answer = says(address, *top, *headers, *typed, body=form)
    assert answer.status == 302, answer
    entry = Entry.objects.filter(register=HOUSE, verb="sign_in").latest("number")
    return str(chain.read(entry.arguments)["device"])


def test_whose_request_it_is_only_the_proxies_of_the_house_say_and_only_in_one_header(proxied: str) -> None:
    with_pin(Role.ISPETTORE_GIOCO)
    found = {
        headers: signed_in_from(proxied, "ivo", PROTO, *headers)
        for headers in (
            (f"X-Forwarded-For: {DEVICE}",),
            (f"X-Forwarded-For: {MADE_UP}, {DEVICE}",),
            (f"X-Forwarded-For: {MADE_UP}, {DEVICE}, {FAR}",),
            (f"X-Forwarded-For: {MADE_UP}", f"x-forwarded-for: {DEVICE}", f"X-FORWARDED-FOR: {FAR}"),
            (f"X-Forwarded-For: {DEVICE}:50123, {FAR}:443",),
            (f"X-Forwarded-For: {DEVICE}", f"X-Real-IP: {MADE_UP}", f"Forwarded: for={MADE_UP}", f"Via: 1.1 {MADE_UP}"),
            (f"X_Forwarded_For: {MADE_UP}", f"X-Forwarded-For: {DEVICE}", f"X_FORWARDED-FOR: {MADE_UP}"),
        )
    }
    assert found == dict.fromkeys(found, DEVICE)
    assert signed_in_from(proxied, "ivo", PROTO, "X-Forwarded-For: [2001:DB8:0::7]:443") == "2001:db8::7"
    assert signed_in_from(proxied, "ivo", PROTO, f"X-Forwarded-For: {MADE_UP}, =cmd|'<b>'") == NEAR
    for header in ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"):
        answer = asks(proxied, "/sign-in/", f"{header}: {NEAR}", peer=STRANGER)
        assert (answer.status, "TRUSTED_PROXIES" in answer.body) == (403, True), header
    assert asks(proxied, "/sign-in/", f"X-Forwarded-For: {DEVICE}").status == 403, "and none says it by halves"
    assert asks(proxied, "/sign-in/", peer=STRANGER).headers["location"] == "https://localhost/sign-in/"


# --- what is asked, and how often


def test_what_a_proxy_keeps_from_the_world_is_not_asked_for_by_another_name(address: str) -> None:
    for path in ("/x/readyz", "/x/metrics", "/x/sign-in/"):
        answer = asks(address, path, "Daphne-Root-Path: /x")
        assert answer.status == 404, path
    for prefix in ("//elsewhere.example", "caf\xe9"):
        answer = asks(address, "/pit/", f"Daphne-Root-Path: {prefix}")
        assert answer.headers["location"] == "/sign-in/?next=%2Fpit%2F"


@pytest.mark.parametrize(
    "path", ["//elsewhere.example/pit", "/%2Felsewhere.example/pit", "/\\elsewhere.example/pit", "/pit"]
)
def test_no_address_that_lacks_its_last_stroke_leads_out_of_the_house(address: str, path: str) -> None:
    answer = asks(address, path)
    location = answer.headers.get("location", "/")
    assert re.match(r"/(?![/\\])", location), location


SECOND = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
HIDDEN = {
    "two lengths": f"Content-Length: 0\r\nContent-Length: {len(SECOND)}",
    "a length and pieces": f"Content-Length: {len(SECOND)}\r\nTransfer-Encoding: chunked",
    "pieces of another kind": "Transfer-Encoding: identity, chunked",
    "pieces twice": "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "a blank before the colon": f"Content-Length : {len(SECOND)}",
    "a length with a sign": "Content-Length: +0",
}


def sent(address: str, text: str) -> bytes:
    """All that is answered until the house closes, to who says this and then waits."""
    host, _, port = address.removeprefix("http://").partition(":")
    with closing(socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS)) as line:
        line.sendall(text.encode("latin1"))
        with suppress(ConnectionResetError):
            return b"".join(iter(lambda: line.recv(65536), b""))
        return b""


def test_a_second_request_that_is_not_hidden_is_answered(address: str) -> None:
    heard = sent(address, f"POST /language/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n{SECOND}")
    assert (heard.count(b"HTTP/1.1 "), heard.endswith(b"ready\n")) == (2, True)


@pytest.mark.parametrize("how", HIDDEN)
def test_no_second_request_is_hidden_in_a_first_one(address: str, how: str) -> None:
    heard = sent(address, f"POST /language/ HTTP/1.1\r\nHost: localhost\r\n{HIDDEN[how]}\r\n\r\n{SECOND}")
    assert b"ready\n" not in heard, "what a proxy takes for a body the house takes for none"
    assert heard.count(b"HTTP/1.1 ") <= 1


async def test_a_cookie_is_nobodys_however_long_it_is(address: str) -> None:
    for name in ("sessionid", "sabot_display", "sabot_player"):
        found = await asyncio.to_thread(asks, address, "/pit/", f"Cookie: {name}={'a' * 15_000}")
        assert found.status == 302, name
    said = await asyncio.to_thread(sent, address, f"GET /pit/ HTTP/1.1\r\nCookie: {'a' * 40_000}")
    assert said.partition(b"\r\n")[0] in (b"HTTP/1.1 400 Bad Request", b""), "it is not taken in to its end"
    async with watching(address, "/live/dealer/T3/", session="a" * 15_000) as screen:
        assert await screen.shut() == 4401
    async with watching(address, "/live/display/", display="a" * 15_000) as screen:
        assert await screen.shut() == 4401


UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)
TURNED_AWAY = {
    "of another site": ("GET /live/display/", UPGRADE + "Origin: https://elsewhere.example\r\n", ""),
    "at no screen": ("GET /pit/", UPGRADE, ""),
    "without a key": ("GET /live/display/", "Upgrade: websocket\r\n", ""),
    "sent as a form": ("POST /live/display/", UPGRADE + "Content-Length: 5\r\n", "hello"),
}


@pytest.mark.parametrize("why", TURNED_AWAY)
def test_what_follows_a_socket_that_is_turned_away_is_no_request(address: str, why: str) -> None:
    request_line, headers, body = TURNED_AWAY[why]
    own = "" if "Origin" in headers else f"Origin: {address}\r\n"
    host = address.removeprefix("http://")
    heard = sent(address, f"{request_line} HTTP/1.1\r\nHost: {host}\r\n{headers}{own}\r\n{body}{SECOND}")
    assert b"ready\n" not in heard
    assert b"HTTP/1.1 5" not in heard
    assert heard.count(b"HTTP/1.1 ") <= 1


def test_no_socket_agrees_to_frames_that_are_packed(address: str) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    top = f"GET /live/display/ HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\n{UPGRADE}"
    with closing(socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS)) as line:
        line.sendall(f"{top}Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode())
        heard = line.recv(4096)
    assert heard.startswith(b"HTTP/1.1 101 ")
    assert b"extensions" not in heard.lower(), "what is small on the wire is small in the house"
