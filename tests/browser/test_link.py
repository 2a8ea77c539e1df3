"""The truth about the link: a screen that cannot hear its house says so, locks, and is right again afterwards."""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from config.service.stopping import RESTARTS
from table.access import pairing
from table.record.epoch import epoch, renew_epoch
from tests.rig.daphne import House, address, listening, served
from tests.rig.engines import Engine, at_home_in
from tests.rig.room import Hand
from tests.rig.sockets import paired, session_of
from tests.rig.tables import AtTable, ready_table

RIGHT_AGAIN_MS = 5000
NOTICED_MS = 6000
TRIES = 6
"""Of a screen that asks four times a second, within the time in which it has to be right again."""
CONSOLE = "/tables/T3/dealer/"
WORDS = """() => {
  const words = [];
  const note = () => {
    words.push(document.body.dataset.link);
    document.body.dataset.ownWords = words.join(" ");
  };
  new MutationObserver(note).observe(document.body, { attributes: true, attributeFilter: ["data-link"] });
}"""
"""What a screen says of its link from now on, word by word."""
SLEEPS = """() => {
  const now = Date.now;
  let slept = 600_000;
  Date.now = () => now() + slept;
  setInterval(() => { slept += 600_000; }, 600);
}"""
"""It sleeps ten minutes, and again: at the moment of one waking the house may speak, and what is shown is as of now."""


class Place:
    """A house at one address, whichever server answers there, its table T3, and the session of the dealer."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.table: AtTable = ready_table()
        self.session = session_of("dario")


class OwnPlace(Place):
    """A house that can be killed, frozen and started again."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self._settings = {"DATABASE_URL": url}
        self._port = stack.enter_context(listening())
        self._outer, self._inner = stack, ExitStack()
        self.house: House
        super().__init__(address(self._port))
        self.start()

    def start(self) -> None:
        """Serve the house."""
        self._inner = self._outer.enter_context(ExitStack())
        self.house = self._inner.enter_context(served(self._settings, at=self._port))

    def end(self, how: signal.Signals) -> None:
        """Stop the server in this way; the address stays."""
        os.kill(self.house.said.pid, how)
        if how is not signal.SIGSTOP:
            self._inner.close()


@pytest.fixture
def place(transactional_db: None, base_url: str) -> Place:
    """The house of all tests: nothing is done to it itself."""
    return Place(base_url)


@pytest.fixture
def own_place(sqlite: Engine, django_db_blocker: Any) -> Iterator[OwnPlace]:
    """A house of the test's own, on a database of its own."""
    with ExitStack() as stack:
        url = stack.enter_context(sqlite.fresh())
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(at_home_in(url))
        yield OwnPlace(url, stack)


@pytest.fixture
def console(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Callable[..., Page]]:
    """The dealer's tablet at the table, live; ``behind`` hides every push, ``through`` is its way to the house.

    Where it ``waits`` its time stands still until the test lets it run; ``display`` is the cookie of one that is
    looked at in its place.
    """
    place: Place = request.getfixturevalue("own_place" if "own_place" in request.fixturenames else "place")
    with ExitStack() as stack:

        def opened(
            *,
            behind: bool = False,
            through: Callable[[WebSocketRoute], None] | None = None,
            waits: bool = False,
            display: str = "",
        ) -> Page:
            context = browser.new_context(
                base_url=place.address,
                locale="it-IT",
                timezone_id="Asia/Tokyo",
                viewport={"width": 1280, "height": 800},
            )
            stack.callback(context.close)
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": place.session, "url": place.address}])
            context.add_cookies([{"name": pairing.COOKIE, "value": display or "none", "url": place.address}])
            page = context.new_page()
            if waits:
                page.clock.install(time=0)
                page.clock.pause_at(0)
            if behind or through:
                page.route_web_socket(re.compile("/live/"), through or _without_pushes)
            page.goto("/display/" if display else CONSOLE)
            expect(page.locator("body")).to_have_attribute("data-link", "live")
            return page

        yield opened


def next_act(page: Page) -> Locator:
    """The one large button."""
    return page.locator(".region-console .next").first


def test_a_tablet_of_another_zone_says_the_hour_of_the_house(place: Place, console: Callable[..., Page]) -> None:
    earlier = timezone.localtime()
    at = console().locator("#as-of")
    expect(at).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    assert at.inner_text()[:2] in {f"{earlier:%H}", f"{timezone.localtime():%H}"}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_house_that_comes_back_finds_its_screens_right_and_live(
    own_place: OwnPlace, console: Callable[..., Page], how: signal.Signals
) -> None:
    page = console()
    own_place.end(how)
    expect(page.locator("body")).not_to_have_attribute("data-link", "live", timeout=NOTICED_MS)
    assert page.locator(".region-console").evaluate("region => region.inert")
    own_place.table.does("open_bets")
    own_place.start()
    expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=RIGHT_AGAIN_MS)
    expect(page.locator(".region-console")).to_contain_text("Rien ne va plus")
    next_act(page).click()
    expect(page.locator("#said")).to_be_visible()
    assert own_place.table.state.stakes == []


def test_a_house_that_restarts_is_called_so_and_asked_again_at_once(place: Place, console: Callable[..., Page]) -> None:
    sockets: list[WebSocketRoute] = []

    def way(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if 1 < len(sockets) < TRIES:
            socket.close(code=RESTARTS)
        else:
            socket.connect_to_server()

    page = console(through=way)
    sockets[0].close(code=RESTARTS)
    expect(page.locator(".link-restarting")).to_be_visible()
    assert page.locator(".region-console").evaluate("region => region.inert")
    expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=RIGHT_AGAIN_MS)
    assert len(sockets) == TRIES, "at an even pace: a pause that doubled would have come to four seconds"


def test_a_frozen_house_is_noticed_by_its_silence(own_place: OwnPlace, console: Callable[..., Page]) -> None:
    """Within five seconds by the staff and within ten by a sign, each in one word, with the hour of the last state."""
    screens = {console(waits=True): 5, console(waits=True, display=paired("T3")): 10}
    own_place.end(signal.SIGSTOP)
    for page, seconds in screens.items():
        at = page.locator("#as-of").inner_text()
        page.evaluate(WORDS)
        page.clock.run_for(1000 * (seconds - 1))
        assert page.locator("body").get_attribute("data-link") == "live", "nobody is told too early"
        page.clock.run_for(1000)
        assert page.locator("body").get_attribute("data-link") == "lost"
        page.clock.run_for(30_000)
        assert page.locator("body").get_attribute("data-own-words") == "lost", (
            "however often the socket is opened meanwhile"
        )
        expect(page.locator(".link-lost")).to_be_visible()
        expect(page.locator("#as-of")).to_be_visible()
        expect(page.locator("#as-of")).to_have_text(at)
        shown = page.locator("[data-region]").first
        expect(shown).not_to_have_css("opacity", "1")
        assert shown.evaluate("one => one.inert")
    os.kill(own_place.house.said.pid, signal.SIGCONT)
    for page in screens:
        page.clock.resume()
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=RIGHT_AGAIN_MS)


@pytest.mark.django_db(transaction=True)
def test_a_tablet_that_slept_does_not_pass_off_what_it_shows_as_of_now(hand: Callable[..., Hand]) -> None:
    ready_table()
    page = hand("dario").page
    page.evaluate(WORDS)
    page.evaluate(SLEEPS)
    expect(page.locator("body")).to_have_attribute("data-own-words", re.compile("^lost live"), timeout=RIGHT_AGAIN_MS)


def test_what_is_pressed_without_a_link_is_never_sent_and_no_sheet_opens(
    own_place: OwnPlace, console: Callable[..., Page]
) -> None:
    page = console()
    before = own_place.table.number
    own_place.end(signal.SIGKILL)
    expect(page.locator("body")).not_to_have_attribute("data-link", "live", timeout=NOTICED_MS)
    page.locator('.tools [data-opens="sabot"]').dispatch_event("click")
    expect(page.locator("#said")).to_be_visible()
    assert page.locator("#sabot").count() == 0
    page.locator("#said [data-hush]").click()
    expect(page.locator("#said")).to_be_hidden()
    next_act(page).dispatch_event("click")
    expect(page.locator("#said")).to_be_visible()
    own_place.start()
    expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=RIGHT_AGAIN_MS)
    next_act(page).click()
    expect(page.locator(".region-console")).to_contain_text("Rien ne va plus")
    assert own_place.table.number == before + 1


def test_a_sheet_that_stayed_open_is_right_again_with_the_link(
    own_place: OwnPlace, console: Callable[..., Page]
) -> None:
    page = console()
    assert page.locator("[data-sheets]").evaluate_all("all => all.map(one => one.childElementCount)") == [0, 0]
    page.locator('.tools [data-opens="take-back"]').click()
    sheet = page.locator("#take-back")
    expect(sheet).to_be_visible()
    own_place.end(signal.SIGKILL)
    expect(sheet).to_have_attribute("data-own-stale", "", timeout=NOTICED_MS)
    own_place.table.does("open_bets")
    own_place.table.does("place", coup=own_place.table.coup, position="1", box="punto", amount=10_000)
    own_place.table.does("close_bets", said=True)
    own_place.start()
    early = sheet.locator('[data-press*="pressed_early"]')
    expect(early).to_be_visible(timeout=RIGHT_AGAIN_MS)
    expect(sheet).not_to_have_attribute("data-own-stale", "")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    own_place.table.does("deal")
    expect(page.locator(".now")).not_to_have_attribute("data-now", "deal")
    assert early.count() == 1, "it is not sent while it is closed"
    page.locator('.tools [data-opens="take-back"]').click()
    expect(sheet).to_be_visible()
    assert early.count() == 0, "it opens as the table is now"


def test_a_press_in_progress_survives_a_push(place: Place, console: Callable[..., Page]) -> None:
    page = console()
    page.evaluate("document.body.addEventListener('shown', () => document.body.setAttribute('data-own-shown', ''))")
    next_act(page).hover()
    page.mouse.down()
    place.table.does("tip", amount=500)
    expect(page.locator("body")).to_have_attribute("data-own-shown", "")
    page.mouse.up()
    expect(page.locator(".region-console")).to_contain_text("Rien ne va plus")


def test_a_stale_press_is_answered_with_its_sentence(place: Place, console: Callable[..., Page]) -> None:
    page = console(behind=True)
    place.table.does("open_bets")
    next_act(page).click()
    expect(page.locator("#said [data-sentence]")).to_contain_text(re.compile("tavolo|Tavolo"))


# --- what became of a press


def test_a_press_whose_answer_was_lost_is_asked_for_and_the_screen_says_that_it_is_recorded(
    place: Place, console: Callable[..., Page]
) -> None:
    cut = Cut("done")
    page = console(through=cut)
    before = place.table.number
    next_act(page).click()
    expect(page.locator("#said")).to_be_visible()
    assert page.locator(".region-console").evaluate("region => region.inert"), "until it is known nothing is pressed"
    expect(page.locator("#said [data-sentence]")).to_contain_text("Registrato al tavolo T3", timeout=RIGHT_AGAIN_MS)
    expect(page.locator(".region-console")).to_contain_text("Rien ne va plus")
    assert not page.locator(".region-console").evaluate("region => region.inert")
    assert place.table.number == before + 1


def test_a_press_that_never_arrived_is_not_recorded_and_survives_a_reload_by_its_name_alone(
    place: Place, console: Callable[..., Page]
) -> None:
    cut = Cut("press")
    page = console(through=cut)
    before = place.table.number
    next_act(page).click()
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non si sa ancora")
    kept = page.evaluate("JSON.stringify(sessionStorage)")
    assert "T3" in kept
    assert "open_bets" not in kept
    cut.asks = True
    page.reload()
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non si sa ancora", timeout=RIGHT_AGAIN_MS)
    page.keyboard.press("n")
    cut.asks = False
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non registrato", timeout=RIGHT_AGAIN_MS)
    assert place.table.number == before
    next_act(page).click()
    expect(page.locator(".region-console")).to_contain_text("Rien ne va plus")
    assert place.table.number == before + 1


def test_a_screen_begins_anew_on_another_database(place: Place, console: Callable[..., Page]) -> None:
    page = console()
    expect(page.locator("body")).to_have_attribute("data-epoch", epoch(), timeout=NOTICED_MS)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-epoch", epoch(), timeout=NOTICED_MS)
    expect(page.locator("#said")).to_be_hidden()
    page.evaluate("document.body.dataset.before = 'yes'")
    renew_epoch()
    expect(page.locator("body[data-before]")).to_have_count(0, timeout=NOTICED_MS)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(page.locator("#said [data-sentence]")).to_contain_text("copia di sicurezza più vecchia")
    page.locator("#said [data-hush]").click()
    expect(page.locator("#said")).to_be_hidden()


class Cut:
    """A link that is cut when such a frame comes by, once: it is lost. While it ``asks``, no question passes."""

    def __init__(self, kind: str) -> None:
        self.kind, self.asks = kind, False

    def __call__(self, page_side: WebSocketRoute) -> None:
        house_side = page_side.connect_to_server()

        def passes(text: str | bytes) -> bool:
            kind = json.loads(text)["kind"]
            if kind == self.kind:
                self.kind = ""
                house_side.close()
                page_side.close()
                return False
            return not (self.asks and kind == "ask")

        page_side.on_message(lambda text: house_side.send(text) if passes(text) else None)
        house_side.on_message(lambda text: page_side.send(text) if passes(text) else None)


def _without_pushes(page_side: WebSocketRoute) -> None:
    """A link on which pushes are lost, and heartbeats tell nothing new."""
    house_side = page_side.connect_to_server()
    first: dict[str, Any] = {}

    def pass_on(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["kind"] == "all" and not first:
            first.update(frame)
            page_side.send(text)
        elif frame["kind"] == "beat":
            page_side.send(json.dumps(frame | {"tables": {first["table"]: first["edition"]}} if first else frame))
        elif frame["kind"] not in ("all", "push"):
            page_side.send(text)

    page_side.on_message(house_side.send)
    house_side.on_message(pass_on)
