"""The truth about the link: a screen that cannot hear its house says so, locks, and is right again afterwards.

What is to happen within so many seconds happens by a clock that the test holds; for everything else there is patience.
"""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, WebSocketRoute, expect

from table.access import pairing
from table.live.socket import TOO_MUCH
from table.memory.threads import RESTARTS
from table.record.epoch import epoch, renew_epoch
from tests.browser.conftest import Hands
from tests.rig.daphne import House, address, listening, served
from tests.rig.engines import Engine, at_home_in
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import call, script
from tests.rig.sockets import paired, session_of
from tests.rig.tables import AtTable, ready_table

RIGHT_AGAIN_MS = 5000
ENOUGH_TRIES = 6
"""After so many a screen asks as seldom as it ever does."""
TRIES = 6
ASKS_SELDOM_MS = 20_000
ONE_TRY_MS = 313
"""A screen asks a house that restarts four times a second, a quarter of that sooner or later."""


class Place:
    """A house at one address, whichever server answers there, one of its tables, and the session of the dealer."""

    def __init__(self, address: str, code: str = "T3") -> None:
        self.address = address
        self.table: AtTable = ready_table(code=code)
        self.session = session_of("dario")


class OwnHouse:
    """A house that can be killed, frozen and started again; its address stays."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self.url = url
        self.numbers = count(1)
        self._port = stack.enter_context(listening())
        self.address = address(self._port)
        self._outer, self._inner = stack, ExitStack()
        self._house: House | None = None

    def start(self) -> None:
        """Serve the house, unless it is served."""
        if self._house is None:
            self._inner = self._outer.enter_context(ExitStack())
            self._house = self._inner.enter_context(served({"DATABASE_URL": self.url}, at=self._port))

    def end(self, how: signal.Signals) -> None:
        """Stop the server in this way."""
        self.send(how)
        self._house = None
        self._inner.close()

    def send(self, how: signal.Signals) -> None:
        """Tell the server this."""
        assert self._house is not None
        os.kill(self._house.said.pid, how)


class OwnPlace(Place):
    """A table of the house that can be killed."""

    def __init__(self, house: OwnHouse) -> None:
        self.house = house
        super().__init__(house.address, f"T{next(house.numbers)}")
        house.start()


@pytest.fixture
def place(transactional_db: None, base_url: str) -> Place:
    """The house of all tests: nothing is done to it itself."""
    return Place(base_url)


@pytest.fixture(scope="module")
def own_house(sqlite: Engine) -> Iterator[OwnHouse]:
    """A house of the tests' own, on a database of its own."""
    with ExitStack() as stack:
        yield OwnHouse(stack.enter_context(sqlite.fresh()), stack)


@pytest.fixture
def own_place(own_house: OwnHouse, django_db_blocker: Any) -> Iterator[OwnPlace]:
    """A table of the test's own in that house."""
    with django_db_blocker.unblock(), at_home_in(own_house.url):
        yield OwnPlace(own_house)


@pytest.fixture(scope="module")
def tablets(browser: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """Tablets of another zone, as many as are asked for."""
    with ExitStack() as stack:

        def another() -> BrowserContext:
            size: ViewportSize = {"width": 1280, "height": 800}
            tablet = browser.new_context(locale="it-IT", timezone_id="Asia/Tokyo", viewport=size)
            tablet.set_default_timeout(PATIENCE_MS)
            stack.callback(tablet.close)
            return tablet

        yield another


@pytest.fixture(scope="module")
def tablet(tablets: Callable[[], BrowserContext]) -> BrowserContext:
    """The tablet on which most tests open a page of their own."""
    return tablets()


@pytest.fixture
def console(
    request: pytest.FixtureRequest, tablets: Callable[[], BrowserContext], tablet: BrowserContext
) -> Iterator[Callable[..., Page]]:
    """The dealer's tablet at the table, live; ``behind`` hides every push, ``through`` is its way to the house.

    Where it ``waits`` its time stands still until the test lets it run; ``display`` is the cookie of one that is
    looked at in its place.
    """
    own = "own_place" in request.fixturenames
    place: Place = request.getfixturevalue("own_place" if own else "place")
    # A cookie knows no port: what is left of a page at one house would sign out at another.
    usual = tablets() if own else tablet
    with ExitStack() as stack:

        def opened(
            *,
            behind: bool = False,
            through: Callable[[WebSocketRoute], None] | None = None,
            waits: bool = False,
            display: str = "",
        ) -> Page:
            context = tablets() if waits else usual
            cookies = {settings.SESSION_COOKIE_NAME: place.session, pairing.COOKIE: display or "none"}
            context.add_cookies([{"name": name, "value": it, "url": place.address} for name, it in cookies.items()])
            page = context.new_page()
            stack.callback(page.close)
            if waits:
                # An hour later: whatever has passed since it was installed, that is yet to come.
                page.clock.install(time=0)
                page.clock.pause_at(3600)
            if behind or through:
                page.route_web_socket(re.compile("/live/"), through or _without_pushes)
            page.goto(place.address + ("/display/" if display else f"/tables/{place.table.code}/dealer/"))
            is_live(page)
            return page

        yield opened


def is_live(page: Page) -> None:
    """It hears its house, after a while or as it did all the time."""
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def next_act(page: Page) -> Locator:
    """The one large button."""
    return page.locator(".region-console .next").first


def presses_in_vain(page: Page) -> None:
    """Whoever presses is told that there is no link, and no sheet opens."""
    page.locator('.tools [data-opens="sabot"]').dispatch_event("click")
    expect(page.locator("#said")).to_be_visible()
    assert page.locator("#sabot").count() == 0
    page.locator("#said [data-hush]").click()
    expect(page.locator("#said")).to_be_hidden()
    next_act(page).dispatch_event("click")
    expect(page.locator("#said")).to_be_visible()


def staked_and_closed(table: AtTable) -> None:
    """The dealer has called «Rien ne va plus» over one stake."""
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.does("close_bets", said=True)


@pytest.mark.faults
def test_a_tablet_of_another_zone_says_the_hour_of_the_house(place: Place, console: Callable[..., Page]) -> None:
    earlier = timezone.localtime()
    at = console().locator("#as-of")
    expect(at).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    assert at.inner_text()[:2] in {f"{earlier:%H}", f"{timezone.localtime():%H}"}


def test_a_screen_that_says_it_is_live_hears_every_press(place: Place, hand: Hands) -> None:
    page = hand("dario").page
    page.add_init_script(call("link", "noteSockets"))
    page.reload()
    is_live(page)
    assert page.evaluate("window.opened") == [True], "no press is lost on a script that is still to come"


@pytest.mark.faults
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_house_that_comes_back_finds_its_screens_and_their_sheets_right_and_live(
    own_place: OwnPlace, console: Callable[..., Page], how: signal.Signals
) -> None:
    page, other = console(), console()
    other.locator('.tools [data-opens="take-back"]').click()
    dialog = other.locator("#take-back")
    expect(dialog).to_be_visible()
    own_place.house.end(how)
    expect(page.locator("body")).not_to_have_attribute("data-link", "live")
    expect(dialog).to_have_attribute("data-own-stale", "")
    assert page.locator(".region-console").evaluate("region => region.inert")
    presses_in_vain(page)
    staked_and_closed(own_place.table)
    number = own_place.table.number
    own_place.house.start()
    is_live(page)
    expect(page.locator('.now[data-now="deal"]')).to_be_attached()
    expect(page.locator("[data-own-fresh]")).to_have_count(0)
    assert own_place.table.number == number, "what was pressed in vain is not sent afterwards"
    next_act(page).click()
    expect(page.locator('.now[data-now="declare"]')).to_be_attached()
    is_live(other)
    expect(dialog.locator('[data-press*="pressed_early"]')).to_have_count(0)
    expect(dialog).not_to_have_attribute("data-own-stale", "")


def test_a_house_that_restarts_is_called_so_and_asked_again_at_once(place: Place, console: Callable[..., Page]) -> None:
    sockets: list[WebSocketRoute] = []

    def way(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if 1 < len(sockets) < TRIES:
            socket.close(code=RESTARTS)
        else:
            socket.connect_to_server()

    page = console(through=way, waits=True)
    page.evaluate(script("link", "countEnds"))
    sockets[0].close(code=RESTARTS)
    expect(page.locator(".link-restarting")).to_be_visible()
    assert page.locator(".region-console").evaluate("region => region.inert")
    for ended in range(1, TRIES - 1):
        page.clock.run_for(ONE_TRY_MS)
        # At an even pace: a pause that doubled would not be over yet. A busy browser may fit in one more.
        so_many = "|".join(map(str, range(ended, TRIES)))
        expect(page.locator("body")).to_have_attribute("data-own-ends", re.compile(f"^({so_many})$"))
    page.clock.run_for(ONE_TRY_MS)
    is_live(page)
    assert len(sockets) == TRIES
    assert ONE_TRY_MS * (TRIES - 1) < RIGHT_AGAIN_MS


@pytest.mark.faults
def test_one_screen_too_many_says_how_to_get_on_and_asks_again_seldom(
    place: Place, console: Callable[..., Page]
) -> None:
    sockets: list[WebSocketRoute] = []
    full = 0

    def way(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if full:
            socket.close(code=full)
        else:
            socket.connect_to_server()

    page = console(through=way, waits=True)
    page.evaluate(script("link", "countEnds"))
    full = TOO_MUCH
    sockets[0].close(code=RESTARTS)
    page.clock.run_for(ONE_TRY_MS)
    expect(page.locator(".link-crowded")).to_be_visible()
    expect(page.locator(".link-lost")).to_be_hidden()
    expect(page.locator(".link-crowded")).to_have_text("non si possono aprire altri schermi: chiuderne uno")
    assert page.locator(".region-console").evaluate("region => region.inert")
    page.clock.run_for(ASKS_SELDOM_MS)
    expect(page.locator("body")).to_have_attribute("data-own-crowded", "")
    assert len(sockets) <= TRIES
    full = RESTARTS
    page.clock.run_for(ASKS_SELDOM_MS)
    expect(page.locator(".link-crowded")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    full = 0
    page.clock.run_for(ASKS_SELDOM_MS)
    is_live(page)


@pytest.mark.faults
def test_a_house_that_was_away_for_long_has_its_screens_back_within_five_seconds(
    place: Place, console: Callable[..., Page]
) -> None:
    cut = Cut()
    page = console(through=cut, waits=True)
    page.evaluate(script("link", "countEnds"))
    cut.away()
    expect(page.locator("body")).to_have_attribute("data-link", "reconnecting")
    for _try in range(ENOUGH_TRIES):
        ended = page.locator("body").get_attribute("data-own-ends") or ""
        page.clock.run_for(RIGHT_AGAIN_MS)
        expect(page.locator("body")).not_to_have_attribute("data-own-ends", ended)
    cut.is_away = False
    page.clock.run_for(RIGHT_AGAIN_MS)
    is_live(page)


@pytest.mark.faults
def test_a_frozen_house_is_noticed_by_its_silence(own_place: OwnPlace, console: Callable[..., Page]) -> None:
    """Within five seconds by the staff and within ten by a sign, each in one word, with the hour of the last state."""
    screens = {console(waits=True): 5, console(waits=True, display=paired(own_place.table.code)): 10}
    own_place.house.send(signal.SIGSTOP)
    for page, seconds in screens.items():
        at = page.locator("#as-of").inner_text()
        page.evaluate(script("link", "noteWords"))
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
    own_place.house.send(signal.SIGCONT)
    for page in screens:
        page.clock.run_for(RIGHT_AGAIN_MS)
        is_live(page)


@pytest.mark.django_db(transaction=True)
def test_a_tablet_that_slept_does_not_pass_off_what_it_shows_as_of_now(hand: Hands) -> None:
    ready_table()
    page = hand("dario").page
    page.evaluate(script("link", "noteWords"))
    page.evaluate(script("link", "sleep"))
    expect(page.locator("body")).to_have_attribute("data-own-words", re.compile("^lost live"))


def test_what_is_pressed_without_a_link_is_never_sent_and_no_sheet_opens(
    place: Place, console: Callable[..., Page]
) -> None:
    """The house itself is there all the time, and would have done what reached it."""
    cut = Cut()
    page = console(through=cut)
    before = place.table.number
    cut.away()
    expect(page.locator("body")).to_have_attribute("data-link", "reconnecting")
    presses_in_vain(page)
    cut.is_away = False
    is_live(page)
    next_act(page).click()
    expect(page.locator(".region-console")).to_contain_text("Prima occorre una puntata sul tappeto.")
    assert place.table.number == before + 1


@pytest.mark.faults
def test_a_sheet_that_stayed_open_is_right_again_with_the_link(place: Place, console: Callable[..., Page]) -> None:
    cut = Cut()
    page = console(through=cut)
    assert page.locator("[data-sheets]").evaluate_all("all => all.map(one => one.childElementCount)") == [0, 0]
    page.locator('.tools [data-opens="take-back"]').click()
    dialog = page.locator("#take-back")
    expect(dialog).to_be_visible()
    cut.away()
    expect(dialog).to_have_attribute("data-own-stale", "")
    staked_and_closed(place.table)
    cut.is_away = False
    early = dialog.locator('[data-press*="pressed_early"]')
    expect(early).to_be_visible()
    expect(dialog).not_to_have_attribute("data-own-stale", "")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    place.table.does("deal")
    expect(page.locator(".now")).not_to_have_attribute("data-now", "deal")
    assert early.count() == 1, "it is not sent while it is closed"
    page.locator('.tools [data-opens="take-back"]').click()
    expect(dialog).to_be_visible()
    assert early.count() == 0, "it opens as the table is now"


def test_a_press_in_progress_survives_a_push(place: Place, console: Callable[..., Page]) -> None:
    page = console()
    page.evaluate("document.body.addEventListener('shown', () => document.body.setAttribute('data-own-shown', ''))")
    next_act(page).hover()
    page.mouse.down()
    place.table.does("tip", amount=500)
    expect(page.locator("body")).to_have_attribute("data-own-shown", "")
    page.mouse.up()
    expect(page.locator(".region-console")).to_contain_text("Prima occorre una puntata sul tappeto.")


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
    expect(page.locator("#said [data-sentence]")).to_contain_text("Registrato al tavolo T3")
    expect(page.locator(".region-console")).to_contain_text("Prima occorre una puntata sul tappeto.")
    assert not page.locator(".region-console").evaluate("region => region.inert")
    assert place.table.number == before + 1


@pytest.mark.faults
def test_an_answer_that_comes_after_it_was_asked_for_sets_the_screen_free(
    place: Place, console: Callable[..., Page]
) -> None:
    """The house took long over the press, as behind a disk that hangs, and answers the question right after it."""
    late = Late()
    page = console(through=late, waits=True)
    at = page.locator("#as-of")
    next_act(page).click()
    for _wait in range(3):
        shown = at.inner_text()
        page.clock.run_for(4000)
        expect(at).not_to_have_text(shown)
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non si sa ancora")
    assert page.locator(".region-console").evaluate("region => region.inert")
    late.comes()
    expect(page.locator("#said")).to_be_hidden()
    assert not page.locator(".region-console").evaluate("region => region.inert")


def test_a_press_that_never_arrived_is_not_recorded_and_survives_a_reload_by_its_name_alone(
    place: Place, console: Callable[..., Page]
) -> None:
    cut = Cut("press")
    page = console(through=cut)
    before = place.table.number
    next_act(page).click()
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non si sa ancora")
    stored = page.evaluate("JSON.stringify(sessionStorage)")
    assert "T3" in stored
    assert "open_bets" not in stored
    cut.asks = True
    page.reload()
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non si sa ancora")
    page.keyboard.press("n")
    cut.asks = False
    expect(page.locator("#said [data-sentence]")).to_contain_text("Non registrato")
    assert place.table.number == before
    next_act(page).click()
    expect(page.locator(".region-console")).to_contain_text("Prima occorre una puntata sul tappeto.")
    assert place.table.number == before + 1


@pytest.mark.faults
def test_a_screen_begins_anew_on_another_database(place: Place, console: Callable[..., Page]) -> None:
    page = console()
    expect(page.locator("body")).to_have_attribute("data-epoch", epoch())
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-epoch", epoch())
    expect(page.locator("#said")).to_be_hidden()
    page.evaluate("document.body.dataset.before = 'yes'")
    renew_epoch()
    expect(page.locator("body[data-before]")).to_have_count(0)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(page.locator("#said [data-sentence]")).to_contain_text("copia di sicurezza più vecchia")
    page.locator("#said [data-hush]").click()
    expect(page.locator("#said")).to_be_hidden()


class Cut:
    """A link that is cut when such a frame comes by, once: it is lost. While it ``asks``, no question passes.

    While the house ``is_away`` nobody comes to it.
    """

    def __init__(self, kind: str = "") -> None:
        self.kind, self.asks, self.is_away = kind, False, False
        self.ends: Callable[[], object] = bool

    def away(self) -> None:
        """From now on the house is away."""
        self.is_away = True
        self.ends()

    def __call__(self, page_side: WebSocketRoute) -> None:
        if self.is_away:
            page_side.close()
            return
        house_side = page_side.connect_to_server()

        def end() -> None:
            house_side.close()
            page_side.close()

        def passes(text: str | bytes) -> bool:
            kind = json.loads(text)["kind"]
            if kind == self.kind:
                self.kind = ""
                end()
                return False
            return not (self.asks and kind == "ask")

        self.ends = end
        page_side.on_message(lambda text: house_side.send(text) if passes(text) else None)
        house_side.on_message(lambda text: page_side.send(text) if passes(text) else None)


class Late:
    """A link on which answers wait until they come, in their order."""

    def __init__(self) -> None:
        self.waiting: list[str | bytes] = []

    def __call__(self, page_side: WebSocketRoute) -> None:
        house_side = page_side.connect_to_server()
        self._send = page_side.send

        def pass_on(text: str | bytes) -> None:
            answer = json.loads(text)["kind"] in ("done", "fate")
            self.waiting.append(text) if answer else page_side.send(text)

        page_side.on_message(house_side.send)
        house_side.on_message(pass_on)

    def comes(self) -> None:
        """Whatever waits comes now."""
        for text in self.waiting:
            self._send(text)


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
