"""nginx and Caddy before a served house, with the files of deploy/ at other ports: ``make deploy-check``."""

import json
import os
import re
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest
from django.db import connection
from websockets.sync.client import connect

from table.models import HOUSE, Entry
from table.record import chain
from table.rules.profile import Role
from tests.rig.daphne import served
from tests.rig.process import Said, running
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import ready_table
from tests.service.by_programs import certificate, program
from tests.service.test_deploy import DEPLOY
from tests.shoes.reading import pair

NAME = "sabot.example"
MADE_UP = "198.51.100.66"
FIRST_PORT, LAST_PORT = 20443, 21443
"""Below those from which programs call others."""
HEADER_SECONDS = 10
"""So long a proxy waits for the rest of a request."""


class Answer(NamedTuple):
    """What was said to a request."""

    status: int
    headers: dict[str, str]
    body: str


class Front(NamedTuple):
    """A house behind a proxy: the port at which browsers come, by which certificate, and the token of its shoe."""

    port: int
    trust: ssl.SSLContext
    token: str

    def line(self) -> ssl.SSLSocket:
        """A connection to it."""
        bare = socket.create_connection(("127.0.0.1", self.port), timeout=2 * HEADER_SECONDS)
        return self.trust.wrap_socket(bare, server_hostname=NAME)

    def asks(self, path: str, *headers: str, form: dict[str, str] | None = None) -> Answer:
        """A page, or a form that is sent."""
        body = urlencode(form) if form else ""
        typed = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}") if form else ()
        top = (f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {NAME}:{self.port}", "Connection: close")
        with closing(self.line()) as line:
            line.sendall("\r\n".join([*top, *headers, *typed, "", body]).encode())
            with closing(HTTPResponse(line)) as heard:
                heard.begin()
                fields = {name.lower(): it for name, it in heard.getheaders()}
                return Answer(heard.status, fields, heard.read().decode())


def free_port(first: int = FIRST_PORT) -> int:
    """One at which nobody listens, and from which nobody calls."""
    for port in range(first, LAST_PORT):
        with closing(socket.socket()) as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no port is free")


@contextmanager
def nginx(folder: Path, port: int, *houses: str) -> Iterator[Said]:
    """With its file, but for ports and places, before one process of a house or two."""
    moved = "".join(
        f"    {it}_temp_path {folder}/{it};\n" for it in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("http {\n", f"http {{\n{moved}")
    text = re.sub(r"(?<= )/(?:etc|run|var/log)/(?:nginx/)?", f"{folder}/", text)
    text = re.sub(r"error_log \S+ warn;", "error_log stderr notice;", text)
    for place, house in enumerate((houses * 2)[:2], start=1):
        text = text.replace(f"server 127.0.0.1:800{place}", f"server {house}")
    text = text.replace("443", str(port))
    text = text.replace("listen 80 ", f"listen {free_port(port + 1)} ")
    (folder / "nginx.conf").write_text(f"user root;\ndaemon off;\n{text}", encoding="utf-8")
    command: list[str | Path] = [program("nginx"), "-p", folder, "-c", folder / "nginx.conf"]
    with running(command, ready="start worker process ") as said:
        yield said


@contextmanager
def caddy(folder: Path, port: int, *houses: str) -> Iterator[Said]:
    """With its file, but for the port, and for a certificate that no authority gave."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8").replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1)
    site = f"https://{NAME}:{port} {{\n\ttls {folder}/house.pem {folder}/house.key"
    text = text.replace("{$HOUSE_NAME:sabot.example} {", site, 1)
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    home = {it: str(folder) for it in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    command: list[str | Path] = [program("caddy"), "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]
    env = os.environ | home | {"HOUSES": " ".join(houses)}
    with running(command, ready="serving initial configuration", env=env) as said:
        yield said


@pytest.fixture(params=[nginx, caddy])
def front(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[Front]:
    """A served house behind each of them."""
    before: Callable[[Path, int, str], AbstractContextManager[Said]] = request.param
    token = pair(ready_table())
    certificate(tmp_path, NAME)
    port = free_port()
    settings = {
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "HTTPS": "on",
        "TRUSTED_PROXIES": "127.0.0.1/32",
        "ALLOWED_HOSTS": NAME,
    }
    trust = ssl.create_default_context(cafile=tmp_path / "house.pem")
    with served(settings) as house, before(tmp_path, port, urlsplit(house.address).netloc):
        yield Front(port, trust, token)


def test_it_answers_for_the_house_by_tls_and_keeps_from_the_world_what_watches_over_it(front: Front) -> None:
    page = front.asks("/sign-in/")
    assert (page.status, "csrfmiddlewaretoken" in page.body) == (200, True)
    assert "default-src" in page.headers["content-security-policy"]
    assert [front.asks(path).status for path in ("/healthz", "/readyz", "/metrics")] == [404, 404, 404]


def test_it_says_who_calls_whatever_the_caller_says(front: Front) -> None:
    with_pin(Role.ISPETTORE_GIOCO)
    forged = (f"X-Forwarded-For: {MADE_UP}", f"Forwarded: for={MADE_UP}", f"X-Real-IP: {MADE_UP}")
    page = front.asks("/sign-in/", *forged)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.body)
    assert token, page
    cookie = f"Cookie: {page.headers['set-cookie'].partition(';')[0]}"
    typed = {"badge": "ivo", "pin": PIN, "csrfmiddlewaretoken": token[1]}
    answer = front.asks("/sign-in/", *forged, cookie, f"Origin: https://{NAME}:{front.port}", form=typed)
    assert answer.status == 302, answer
    entry = Entry.objects.filter(register=HOUSE, verb="sign_in").latest("number")
    assert chain.read(entry.arguments)["device"] == "127.0.0.1"


def test_sockets_go_through_it(front: Front) -> None:
    header = {"Authorization": f"Bearer {front.token}"}
    where = f"wss://{NAME}:{front.port}/live/shoe/T3/"
    with connect(
        where, sock=socket.create_connection(("127.0.0.1", front.port)), ssl=front.trust, additional_headers=header
    ) as shoe:
        assert json.loads(shoe.recv(timeout=HEADER_SECONDS)) == {"kind": "ready", "table": "T3", "next": 1}


def test_who_sends_half_a_request_is_not_waited_for(front: Front) -> None:
    with closing(front.line()) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Half: ".encode())
        heard = line.recv(4096)
        assert heard == b"" or heard.startswith(b"HTTP/1.1 408"), heard
    assert front.asks("/sign-in/").status == 200
