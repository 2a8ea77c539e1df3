"""Screens of tables in a browser, fed with the regions of one snapshot after the other, and pages of a house."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, ViewportSize

from table.access import pairing
from table.models import Display, Person, Table
from table.play.state import TableState
from table.rules.profile import Role
from table.screens.audiences import View, display_view, staff_view
from table.screens.regions import DIALOGS, Region
from tests.browser.accessible import Axe
from tests.browser.lab.forms import PAGES, Form
from tests.rig.scripts import source
from tests.rig.sockets import paired, session_of
from tests.rig.staff import signed_in
from tests.rig.tables import new_table

ADDRESS = "http://lab.invalid"
POSITION = "1"
BADGES = {"console": "dario", "desk": "ivo", "pit": "ivo", "cassa": "carlo", "video": "vera"}
KINDS = {"console": "dealer", "desk": "table"}
"""Names of the screens, where they have others than the forms."""
PATHS = {
    "console": "/tables/{code}/dealer/",
    "desk": "/tables/{code}/",
    "pit": "/pit/",
    "cassa": "/cassa/",
    "video": "/video/",
    "seat": "/display/",
    "sign": "/display/",
}
LONG = timedelta(hours=12, minutes=34)
"""What a clock of a tile counts from, so that its figure is wide."""
TOUCHED_BELOW = 1000
"""Width in CSS pixels below which a page is read on what somebody holds and touches."""
STILL = ("pit", "seat", "sign")
"""Screens on which nothing may shift, not even while they are loaded."""
Document = tuple[bytes, dict[str, str]]
OPENED = "() => window.lab.dialogs.map(one => one.id)"
"""Sheets that were opened over the state that was shown last."""
MEASURES, FEED = source("measures"), source("feed")


class Opened(NamedTuple):
    """A screen of a table in a language as its house gives it: on every form the same.

    ``codes`` are the tables of a wall, of which the first is the one whose states are shown; a wall shows each state on
    its next tile, under the name of the table that is there.
    """

    view: View
    path: str
    document: Document
    codes: tuple[str, ...]

    @property
    def regions(self) -> frozenset[Region]:
        """What is drawn of the table whose states are shown, with the sheets of a console or a desk."""
        code = self.codes[0]
        dialogs = self.view.dialogs[code] if self.path.startswith("/tables/") else frozenset()
        return self.view.regions[code] | dialogs


class Shown(NamedTuple):
    """State of a table: how it came about, its phase, the number of its register, and its regions as they are drawn."""

    name: str
    phase: str
    number: int
    regions: Mapping[str, str]

    @property
    def page(self) -> tuple[tuple[str, str], ...]:
        """What lies on the page, without its sheets: they are told apart one by one."""
        return tuple(sorted(it for it in self.regions.items() if it[0].partition(":")[0] not in DIALOGS))


def opened(screen: str, tables: int, code: str, language: str) -> Opened:
    """Open a screen of a table; ``tables`` are those on a wall of the pit."""
    codes = (code, *_others(code, tables))
    view, cookies = _visitor(screen, code, language)
    path = PATHS[screen].format(code=code)
    return Opened(view, path, _document(_client(cookies), path), codes)


class LabScreen:
    """A page that a table's screen shows, with its scripts and a link of its own, on one form after the other."""

    def __init__(self, browser: Browser, form: Form, language: str, opened: Opened) -> None:
        self.form, self._opened, self._edition = form, opened, 0
        self._there: dict[str, Mapping[str, str]] = {}
        self.page = _page(browser, form, language, lambda _path: opened.document)
        self.page.add_init_script(MEASURES + FEED)
        self.page.goto(f"{ADDRESS}{opened.path}")

    def to(self, form: Form) -> None:
        """Go on on another form of this screen."""
        if form == self.form:
            return
        self.form, self._edition = form, 0
        self._there.clear()
        self.page.set_viewport_size({"width": form.width, "height": form.height})
        if form.screen in STILL:
            self.page.reload()
        else:
            # Scripts of these screens ask for no size: on another form they stand as if they were opened there.
            self.page.evaluate("window.lab.begin()")

    def read(self, states: Sequence[Shown], share: int = 1) -> list[list[str]]:
        """Show these states one after the other, and list what is wrong with each and with one in ``share`` sheets."""
        form = self.form
        needs = [[self._sent(it) for it in states], form.target, form.type_size, form.screen, share]
        found: list[list[str]] = self.page.evaluate("needs => window.lab.read(...needs)", needs)
        return found

    def lost(self) -> list[str]:
        """List what is cut or covered of the state that is shown once the link is lost."""
        found: list[str] = self.page.evaluate("screen => window.lab.lost(screen)", self.form.screen)
        return found

    def shift(self, state: Shown) -> list[str]:
        """Show a state, and list what it shifts of what lies there."""
        found: list[str] = self.page.evaluate("state => window.lab.shift(state.frames)", self._sent(state))
        return found

    def _sent(self, state: Shown) -> dict[str, object]:
        codes = self._opened.codes
        # A wall is never half empty: what was seen first stands on every tile.
        shown = [codes[self._edition % len(codes)]] if self._edition else codes
        frames = []
        for code in shown:
            self._edition += 1
            frame = {"kind": "all", "table": code, "edition": self._edition, "number": state.number, "epoch": "lab"}
            before = self._there.get(code, {})
            news = {name: text for name, text in state.regions.items() if before.get(name) != text}
            there = {name: text.replace(codes[0], code) for name, text in news.items()}
            self._there[code] = state.regions
            frames.append(json.dumps({**frame, "regions": there}))
        # Once around a wall all of it is measured, else the tile that is new, beside what stands on none.
        of = shown[0] if len(codes) > 1 and self._edition % len(codes) else ""
        return {"frames": frames, "of": of}

    def store(self, picture: str) -> None:
        """Store a picture of the page, and one of each sheet that was opened over it; ``picture`` has no ending."""
        self.page.screenshot(path=f"{picture}.png")
        for name in self.page.evaluate(OPENED):
            self.page.evaluate("name => document.getElementById(name).showModal()", name)
            self.page.screenshot(path=f"{picture}-{name}.png")
            self.page.evaluate("name => document.getElementById(name).close()", name)

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()


class LabPages:
    """The pages of the house in a language, as somebody of this role gets them; None for who is signed in nowhere."""

    def __init__(self, browser: Browser, role: Role | None, language: str) -> None:
        self._browser, self._language = browser, language
        self._client = Client() if role is None else signed_in(role, language=language)
        self._client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        self._documents: dict[str, Document] = {}
        self._form = PAGES[0]
        self.page = self._open(self._form)

    def _open(self, form: Form) -> Page:
        page = _page(self._browser, form, self._language, self._documents.get)
        page.add_init_script(MEASURES)
        return page

    def measure(self, form: Form, path: str) -> list[str]:
        """List what is wrong with the page at this path on this form; what it frames is left out."""
        if form != self._form:
            self.close()
            self._form, self.page = form, self._open(form)
        if path not in self._documents:
            self._documents[path] = _document(self._client, path)
        self.page.goto(f"{ADDRESS}{path}")
        return measured(self.page, form)

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
        if not Table.objects.filter(code=it).exists():
            new_table(code=it)
    return codes


def _page(browser: Browser, form: Form, language: str, document: Callable[[str], Document | None]) -> Page:
    size: ViewportSize = {"width": form.width, "height": form.height}
    touched = form.screen == "page" and form.width < TOUCHED_BELOW
    context = browser.new_context(
        viewport=size, locale=language, reduced_motion="reduce", has_touch=touched, is_mobile=touched
    )
    page: Page = context.new_page()
    page.route("**/*", _answering(document))
    return page


def _visitor(screen: str, code: str, language: str) -> tuple[View, dict[str, str]]:
    """Return what a screen shows, and the cookies of whoever looks at it."""
    known = {settings.LANGUAGE_COOKIE_NAME: language}
    if badge := BADGES.get(screen):
        view = staff_view(KINDS.get(screen, screen), code, Person.objects.get(badge=badge), language)
        return view, {settings.SESSION_COOKIE_NAME: session_of(badge), **known}
    position = TableState(Table.objects.get(code=code)).profile.positions[0] if screen == "seat" else ""
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
