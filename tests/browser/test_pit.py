"""The wall of the pit in a real browser: as many tables as there are, to be read, and what is done from a tile."""

import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.models import Alert, Entry
from table.rules.houses import ADMIRAL
from table.rules.profile import Role
from table.screens.inspector.tile import LATEST_RESULTS
from tests.browser.accessible import Axe
from tests.browser.looks import STICKING_OUT
from tests.croupier.coups import deal, turn
from tests.house.test_own_pin import reset
from tests.rig.sockets import session_of
from tests.rig.staff import with_pin
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
WALLS = ((1280, 800), (1920, 1080), (3840, 2160), (800, 1280))
COUNTS = (20, 12, 7, 3)
# The widest that may stand in each figure.
WIDEST = """() => {
  for (const [what, text] of Object.entries({ dealer: "dealer-t12-barbarossa", staked: "1.250.000,00 CHF",
      limits: "1.000–1.250.000", pace: "120", turnover: "9.999.000 CHF", coup: "9.999" }))
    for (const one of document.querySelectorAll(`.tile-${what} dd, b.tile-${what}`))
      one.innerHTML = text.replace(/ (CHF)$/, " <small>$1</small>");
  for (const one of document.querySelectorAll("time[data-since]"))
    one.dateTime = new Date(Date.now() - 45296000).toISOString();
  for (const one of document.querySelectorAll(".tile-results"))
    one.innerHTML = '<svg class="letter" viewBox="0 0 40 40"></svg>'.repeat(LATEST);
}""".replace("LATEST", str(LATEST_RESULTS))
# What is wrong with a wall of so many tiles: their sizes differ, they overlap, they leave a hole, they are scrolled to.
LAID = """count => {
  const wall = document.getElementById("content").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".region-tile")].map(one => one.getBoundingClientRect());
  const rest = document.querySelector(".pit-rest").getBoundingClientRect();
  const all = rest.width ? [...boxes, rest] : boxes;
  const near = (one, other) => Math.abs(one - other) < 1.5;
  const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1
    && other.top < one.bottom - 1;
  const found = [];
  if (boxes.length !== count) found.push(`${boxes.length} tiles`);
  if (!boxes.every(one => near(one.width, boxes[0].width) && near(one.height, boxes[0].height))) found.push("sizes");
  if (all.some((one, at) => all.slice(at + 1).some(other => over(one, other)))) found.push("overlap");
  if (all.some(one => one.right > innerWidth || one.bottom > innerHeight || one.top < wall.top)) found.push("outside");
  const area = all.reduce((sum, one) => sum + one.width * one.height, 0);
  if (area < 0.93 * wall.width * wall.height) found.push(`a hole: ${area / wall.width / wall.height}`);
  const content = document.getElementById("content");
  const page = document.documentElement;
  if (content.scrollHeight > content.clientHeight || page.scrollHeight > innerHeight) found.push("scrolls");
  return found;
}"""
# Figures that are shown in part, in two lines, or over each other; and words below sixteen pixels.
FIGURES = """() => [...document.querySelectorAll(".tile")].flatMap(tile => {
  const seen = one => one?.checkVisibility({ visibilityProperty: true });
  const inside = (one, box) => one.left >= box.left - 1 && one.right <= box.right + 1 && one.top >= box.top - 1
    && one.bottom <= box.bottom + 1;
  const box = tile.querySelector(".tile-figures").getBoundingClientRect();
  const shown = [...tile.querySelectorAll(".tile-figures dd")].filter(one => seen(one))
    .map(one => [one, one.getBoundingClientRect()]).filter(([, at]) => at.top < box.bottom - 1);
  const figures = [...shown, ...[...tile.querySelectorAll("h2, .badge, .tile-since, .tile-age")]
    .filter(one => seen(one)).map(one => [one, one.getBoundingClientRect()])];
  const whole = tile.getBoundingClientRect();
  const row = tile.querySelector(".tile-results");
  const newest = seen(row.lastElementChild) && !inside(row.lastElementChild.getBoundingClientRect(),
    row.getBoundingClientRect()) ? [[row]] : [];
  const wrong = figures.filter(([one, at]) => !inside(at, one.closest(".tile-figures") ? box : whole)
    || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || at.height > 1.9 * parseFloat(getComputedStyle(one).fontSize));
  const over = figures.filter(([one, at]) => figures.some(([other, there]) => one !== other && at.left < there.right - 1
    && there.left < at.right - 1 && at.top < there.bottom - 2 && there.top < at.bottom - 2));
  const small = [...tile.querySelectorAll("p, dd, dt, h2, span, b, strong, time, button")]
    .filter(one => seen(one) && parseFloat(getComputedStyle(one).fontSize) < 16).map(one => [one]);
  const told = one => `${tile.ariaLabel}: ${one.className || one.tagName} ${one.textContent}`;
  return [...wrong, ...over, ...small, ...newest].map(([one]) => told(one));
})"""
SMALL = """() => [...document.querySelectorAll("#content button, #content .pit-calls a")]
  .filter(one => one.checkVisibility()).map(one => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.height, box.width) < (document.querySelector("[data-many]") ? 31.5 : 47.5))
  .map(([words]) => words)"""


@pytest.fixture
def pit(reader: Reader, base_url: str) -> Callable[..., Page]:
    """The pit as somebody of the staff has it who wants nothing to move, live."""

    def at(language: str = "en", badge: str = "ivo") -> Page:
        page = reader(language)
        cookies = {settings.SESSION_COOKIE_NAME: session_of(badge), settings.LANGUAGE_COOKIE_NAME: language}
        page.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
        page.emulate_media(reduced_motion="reduce")
        page.goto("/pit/")
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        return page

    return at


def a_full_pit() -> None:
    """Twenty tables of which some play, one is held, one calls, one is noted, one stops, and most are closed."""
    held, worn, noticed, stops, turned, suspended = [ready_table(code=f"T{number}", seats=4) for number in range(1, 7)]
    ready_table(ADMIRAL, code="T7")
    for number in range(8, 21):
        new_table(code=f"T{number}")
    for table in (held, stops, turned):
        deal(table, "P100@1", "B50@3")
    turn(turned)
    held.does("report_incident", kind="inverted", facts={"laid": ["banco", "punto", "punto", "banco"]})
    worn.does("report_incident", kind="worn_card", facts={"card": "7S"})
    for card in ("7S", "8S"):
        noticed.does("card_out", card=card, exposed=True)
    case = Alert.objects.get(table__code="T2")
    worn.cast.second_ispettore.does("go_to_alert", number=case.number, code=case.code)
    for table in (stops, suspended):
        table.cast.ispettore.does("suspend")


def walls(page: Page, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The same page at these sizes, with fewer and fewer tables."""
    for count in COUNTS:
        page.evaluate(
            "n => [...document.querySelectorAll('.region-tile')].slice(n).forEach(one => one.remove())", count
        )
        for width, height in sizes:
            # The wall is laid out when it is seen at another size.
            stands = page.viewport_size == {"width": width, "height": height}
            for high in (height - 1, height) if stands else (height,):
                page.set_viewport_size({"width": width, "height": high})
                page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate(LAID, count) == [], (count, width)
            yield f"{count} tables at {width}"


@pytest.mark.parametrize(
    ("language", "sizes"),
    [("de", WALLS[:2]), pytest.param("de", WALLS[2:], marks=pytest.mark.faults), ("it", WALLS[:1]), ("en", WALLS[:1])],
)
@pytest.mark.faults
def test_three_to_twenty_tables_fill_one_wall_in_every_language_with_the_widest_figures(
    pit: Callable[..., Page], language: str, sizes: Sequence[tuple[int, int]]
) -> None:
    a_full_pit()
    page = pit(language)
    page.evaluate(WIDEST)
    since = page.locator(".tile-since").first
    expect(since).not_to_have_text(since.inner_text(), use_inner_text=True)  # the clocks count once
    for at in walls(page, sizes):
        wrong = {what: page.evaluate(what) for what in (FIGURES, STICKING_OUT, SMALL)}
        assert [*wrong.values()] == [[], [], []], at


def test_a_terse_tile_does_by_its_sheet_and_by_keys_what_its_desk_does(pit: Callable[..., Page]) -> None:
    tables = [ready_table(code=f"T{number}", seats=3) for number in range(1, 8)]
    second = tables[1]
    second.does("report_visible")
    page = pit()
    page.set_viewport_size({"width": 1280, "height": 420})
    first, tile = (page.locator(f'.region-tile[data-table="T{number}"]') for number in (1, 2))
    expect(tile.get_by_role("button", name="Noted")).to_be_hidden()

    # Another table's sheets do not stay when those of the next one are opened.
    first.get_by_role("button", name="All acts at table T1").click()
    expect(page.locator("#sheet-tile")).to_contain_text("Table T1")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    tile.get_by_role("button", name="All acts at table T2").click()
    sheet = page.locator("#sheet-tile")
    expect(sheet).to_contain_text("The next card lies visible")
    sheet.get_by_role("button", name="Limits …").click()
    page.locator("#sheet-limits input").nth(0).fill("20")
    page.locator("#sheet-limits .act-gold").click()
    expect(page.locator("#sheet-limits")).to_be_hidden()
    expect(tile.locator(".tile-coming")).to_have_count(1)

    first.get_by_role("link").focus()
    page.keyboard.press("ArrowRight")
    expect(tile.get_by_role("link")).to_be_focused()
    page.keyboard.press("g")
    expect(tile.locator(".tile-alert")).to_contain_text("ivo is on the way")
    page.keyboard.press("s")
    page.get_by_role("button", name="Suspend", exact=True).click()
    expect(tile.locator(".badge-suspended")).to_have_count(1)
    tile.get_by_role("link").focus()
    page.keyboard.press("r")
    expect(tile.locator(".badge-open")).to_have_count(1)
    done = Entry.objects.filter(register="T2").order_by("-number").values_list("verb", flat=True)
    assert list(done[:4]) == ["resume", "suspend", "go_to_alert", "set_limits"]
    assert Entry.objects.filter(register="T1").latest("number").verb == "open_table"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables/T2/$"))


def test_a_pin_given_anew_is_said_once_on_the_wall_also_where_the_first_tile_calls(pit: Callable[..., Page]) -> None:
    first, *_ = [ready_table(code=f"T{number}", seats=1) for number in (1, 2, 3)]
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    reset("gina")
    said = pit().locator(".tile-of-house").filter(visible=True)
    expect(said).to_have_count(1)
    expect(said.page.locator("[data-calls] li")).to_have_count(0)
    first.does("report_visible")
    expect(said.page.locator("[data-calls] li")).to_have_count(1)
    expect(said.page.locator('.region-tile[data-table="T1"] .tile-of-house')).to_have_count(0)
    expect(said).to_have_count(1)


def test_a_phase_that_lasts_is_counted_on_the_screen_and_turns_late(pit: Callable[..., Page]) -> None:
    ready_table().does("open_bets")
    page = pit(badge="cosima")
    time = page.locator(".tile-since")
    expect(time).to_have_text(re.compile(r"^0:0\d$"))
    expect(page.locator(".tile-more")).to_have_count(0)  # who only watches has nothing to press
    page.evaluate("""() => {
      const time = document.querySelector(".tile-since");
      time.dataset.late = 90;
      time.dateTime = new Date(Date.parse(time.dateTime) - 120000).toISOString();
    }""")
    expect(time).to_have_text(re.compile(r"^2:0\d$"))
    expect(time).to_have_attribute("data-own-late", "")
