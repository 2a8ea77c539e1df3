"""Screens of tables in a browser, fed with the regions of one snapshot after the other, and pages of a house."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, ViewportSize, WebSocketRoute

from table.access import pairing
from table.models import Display, Person, Table
from table.play.state import TableState
from table.rules.profile import Role
from table.screens.audiences import View, display_view, staff_view
from table.screens.read.snapshot import Snapshot
from tests.browser.accessible import Axe
from tests.browser.lab.forms import Form
from tests.rig.sockets import paired, session_of
from tests.rig.staff import signed_in
from tests.rig.tables import new_table

ADDRESS = "http://lab.invalid"
POSITION = "1"
BADGES = {"console": "dario", "desk": "ivo", "pit": "ivo"}
KINDS = {"console": "dealer", "desk": "table", "pit": "pit"}
PATHS = {
    "console": "/tables/{code}/dealer/",
    "desk": "/tables/{code}/",
    "pit": "/pit/",
    "seat": "/display/",
    "sign": "/display/",
}
LONG = timedelta(hours=12, minutes=34)
"""What a clock of a tile counts from, so that its figure is wide."""
HELD = 1000
"""Width in CSS pixels below which a page is read on what somebody holds and touches."""
Document = tuple[bytes, dict[str, str]]
BANK_DIALOGS = "() => [...document.querySelectorAll('dialog.bank-sheet')].map(one => one.id)"
MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")


class LabScreen:
    """A page that a table's screen of this name shows in a language, with all of its scripts and a link of its own.

    A wall of the pit shows each state of the table on its next tile, under the name of the table that is there.
    """

    def __init__(self, browser: Browser, form: Form, code: str, language: str) -> None:
        self.code, self.form, self.language = code, form, language
        self._socket: WebSocketRoute | None = None
        self._edition = 0
        self._codes = [code, *_others(code, form.tables)]
        self.view, cookies = _visitor(form.screen, code, language)
        path = PATHS[form.screen].format(code=code)
        document = _document(_client(cookies), path)
        self.page = _page(browser, form, language, lambda _path: document)
        self.page.route_web_socket("**", self._linked)
        self.page.goto(f"{ADDRESS}{path}")
        self.page.evaluate(MEASURES)

    def _linked(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda _message: None)

    def show(self, snapshot: Snapshot, regions: Mapping[str, str]) -> None:
        """Send a table as it is in this snapshot; ``regions`` are its drawn regions by name."""
        assert self._socket is not None, "the page opens its link"
        # A wall is never half empty: what was seen first stands on every tile.
        codes = self._codes if not self._edition else [self._codes[self._edition % len(self._codes)]]
        for code in codes:
            self._edition += 1
            frame = {"kind": "all", "table": code, "edition": self._edition, "number": snapshot.number, "epoch": "lab"}
            there = {name: text.replace(self.code, code) for name, text in regions.items()}
            self.page.evaluate("window.lab.awaits()")
            self._socket.send(json.dumps({**frame, "regions": there}))

    def measure(self, picture: str = "") -> list[str]:
        """List what is wrong with what was sent last, once it is shown, and with each dialog of the bank that it has.

        ``picture`` is the path, without its ending, under which what is looked at is stored; "" for nowhere.
        """
        found = measured(self.page, self.form)
        self._store(picture)
        for name in self.page.evaluate(BANK_DIALOGS):
            self.page.evaluate("name => document.getElementById(name).showModal()", name)
            found += [f"#{name}: {it}" for it in measured(self.page, self.form)]
            self._store(picture and f"{picture}-{name}")
            self.page.evaluate("name => document.getElementById(name).close()", name)
        return found

    def _store(self, picture: str) -> None:
        if picture:
            self.page.screenshot(path=f"{picture}.png")

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()


class LabPages:
    """The pages of the house in a language, as somebody of this role gets them; None for who is signed in nowhere."""

    def __init__(self, browser: Browser, form: Form, role: Role | None, language: str) -> None:
        self.form, self.language = form, language
        self._client = Client() if role is None else signed_in(role, language=language)
        self._client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        self._documents: dict[str, Document] = {}
        self.page = _page(browser, form, language, self._documents.get)

    def measure(self, path: str) -> list[str]:
        """List what is wrong with the page at this path; what it frames is left out."""
        self._documents[path] = _document(self._client, path)
        self.page.goto(f"{ADDRESS}{path}")
        self.page.evaluate(MEASURES)
        return measured(self.page, self.form)

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()


def found_by_axe(page: Page) -> list[str]:
    """List what axe finds on a page, each fault once, with the part where it is."""
    violations = Axe().run(page, options={"iframes": False}).response["violations"]
    return [f"axe: {it['id']}, {it['nodes'][0]['target'][-1]}" for it in violations]


def measured(page: Page, form: Form) -> list[str]:
    """List what is wrong with what a page shows."""
    needs = [form.target, form.type_size, form.screen]
    found: list[str] = page.evaluate("([target, type, screen]) => window.lab.measure(target, type, screen)", needs)
    return found


def _others(code: str, tables: int) -> list[str]:
    """List the other tables of a wall of so many, set up where another wall has none of them yet."""
    codes = [f"{code}-{number}" for number in range(2, tables + 1)]
    for it in codes:
        if not Table.every.filter(code=it).exists():
            new_table(code=it)
    return codes


def _page(browser: Browser, form: Form, language: str, document: Callable[[str], Document | None]) -> Page:
    size: ViewportSize = {"width": form.width, "height": form.height}
    held = form.screen == "page" and form.width < HELD
    context = browser.new_context(
        viewport=size, locale=language, reduced_motion="reduce", has_touch=held, is_mobile=held
    )
    page: Page = context.new_page()
    page.route("**/*", _answering(document))
    return page


def _visitor(screen: str, code: str, language: str) -> tuple[View, dict[str, str]]:
    """Return what a screen shows, and the cookies of whoever looks at it."""
    known = {settings.LANGUAGE_COOKIE_NAME: language}
    if badge := BADGES.get(screen):
        view = staff_view(KINDS[screen], code, Person.objects.get(badge=badge), language)
        return view, {settings.SESSION_COOKIE_NAME: session_of(badge), **known}
    position = TableState(Table.every.get(code=code)).profile.positions[0] if screen == "seat" else ""
    Display.objects.filter(table__code=code, position=position).delete()
    cookie = paired(code, position, language=language)
    display = Display.objects.get(code=pairing.code_of(cookie))
    return display_view(display), {pairing.COOKIE: cookie, **known}


def _client(cookies: Mapping[str, str]) -> Client:
    client = Client()
    for name, value in cookies.items():
        client.cookies[name] = value
    return client


def _document(client: Client, path: str) -> Document:
    """Return a page of the house with its headers."""
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code, answer.headers.get("Location"))
    # No house beats here: silence is no sign that it was lost. What a tile counts began long ago.
    content = re.sub(rb'data-lost="[0-9]+"', b'data-lost="1000000"', answer.content)
    later = (timezone.now() + LONG).isoformat().encode()
    content = re.sub(rb'data-now="20[^"]+"', b'data-now="%s"' % later, content)
    return content, {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}


def _answering(document: Callable[[str], Document | None]) -> Callable[[Route], Any]:
    def answer(route: Route) -> None:
        path, query = urlsplit(route.request.url)[2:4]
        if path.startswith(settings.STATIC_URL):
            found = _file(path.removeprefix(settings.STATIC_URL))
            if found is None:
                route.abort()
            else:
                route.fulfill(body=found[0], content_type=found[1])
        elif route.request.resource_type == "document":
            page = document(f"{path}?{query}" if query else path)
            if page is None:
                route.abort()
            else:
                route.fulfill(body=page[0], headers=page[1])
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
