"""A screen of a table in a browser, fed with the regions of one snapshot after the other; no house is served."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from table.access import pairing
from table.models import Display, Person, Table
from table.play.state import TableState
from table.screens.audiences import View, display_view, staff_view
from table.screens.read.snapshot import Snapshot
from tests.browser.lab.forms import Form
from tests.rig.sockets import paired, session_of

ADDRESS = "http://lab.invalid"
POSITION = "1"
BADGES = {"console": "dario", "desk": "ivo"}
PATHS = {"console": "/tables/{code}/dealer/", "desk": "/tables/{code}/", "seat": "/display/", "sign": "/display/"}
MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")


class LabScreen:
    """A page that a table's screen of this name shows in a language, with all of its scripts and a link of its own."""

    def __init__(self, browser: Browser, form: Form, code: str, language: str) -> None:
        screen, self.code, self.form, self.language = form.screen, code, form, language
        self._socket: WebSocketRoute | None = None
        self._edition = 0
        self.view, cookies = _visitor(screen, code, language)
        context = browser.new_context(
            viewport={"width": form.width, "height": form.height}, locale=language, reduced_motion="reduce"
        )
        self.page: Page = context.new_page()
        document = _document(PATHS[screen].format(code=code), cookies)
        self.page.route("**/*", _answering(document))
        self.page.route_web_socket("**", self._linked)
        self.page.goto(f"{ADDRESS}{PATHS[screen].format(code=code)}")
        self.page.evaluate(MEASURES)

    def _linked(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda _message: None)

    def show(self, snapshot: Snapshot, regions: Mapping[str, str]) -> None:
        """Send a table as it is in this snapshot; ``regions`` are its drawn regions by name."""
        assert self._socket is not None, "the page opens its link"
        self._edition += 1
        frame = {"kind": "all", "table": self.code, "edition": self._edition, "number": snapshot.number, "epoch": "lab"}
        self.page.evaluate("window.lab.awaits()")
        self._socket.send(json.dumps({**frame, "regions": regions}))

    def measure(self) -> list[str]:
        """List what is wrong with what was sent last, once it is shown."""
        found: list[str] = self.page.evaluate(
            "([target, type]) => window.lab.measure(target, type)", [self.form.target, self.form.type_size]
        )
        return found

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()


def _visitor(screen: str, code: str, language: str) -> tuple[View, dict[str, str]]:
    """Return what a screen shows, and the cookies of whoever looks at it."""
    known = {settings.LANGUAGE_COOKIE_NAME: language}
    if badge := BADGES.get(screen):
        kind = "dealer" if screen == "console" else "table"
        view = staff_view(kind, code, Person.objects.get(badge=badge), language)
        return view, {settings.SESSION_COOKIE_NAME: session_of(badge), **known}
    position = TableState(Table.every.get(code=code)).profile.positions[0] if screen == "seat" else ""
    Display.objects.filter(table__code=code, position=position).delete()
    cookie = paired(code, position, language=language)
    display = Display.objects.get(code=pairing.code_of(cookie))
    return display_view(display), {pairing.COOKIE: cookie, **known}


def _document(path: str, cookies: dict[str, str]) -> tuple[bytes, dict[str, str]]:
    """Return a page of the house with its headers, as whoever has these cookies gets it."""
    client = Client()
    for name, value in cookies.items():
        client.cookies[name] = value
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    # No house beats here: silence is no sign that it was lost.
    content = re.sub(rb'data-lost="[0-9]+"', b'data-lost="1000000"', answer.content)
    return content, {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}


def _answering(document: tuple[bytes, dict[str, str]]) -> Callable[[Route], Any]:
    body, headers = document

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith(settings.STATIC_URL):
            found = _file(path.removeprefix(settings.STATIC_URL))
            if found is None:
                route.abort()
            else:
                route.fulfill(body=found[0], content_type=found[1])
        elif route.request.resource_type == "document":
            route.fulfill(body=body, headers=headers)
        else:
            route.abort()

    return answer


@cache
def _file(name: str) -> tuple[bytes, str] | None:
    """Return a file of the house with its type, as its sources have it; None where there is none of this name."""
    path = finders.find(name)
    if not isinstance(path, str):
        return None
    return Path(path).read_bytes(), guess_type(name)[0] or "application/octet-stream"
