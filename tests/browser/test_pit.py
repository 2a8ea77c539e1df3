"""The wall of the pit in a real browser: as many tables as there are, to be read, and what is done from a tile."""

import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from django.conf import settings
from django.utils import timezone, translation
from playwright.sync_api import Locator, Page, expect

from table.models import Alert, Entry, Gap
from table.play.effects import EFFECTS
from table.rules.houses import ADMIRAL
from table.rules.profile import Role
from table.screens.inspector.tile import LATEST_RESULTS
from tests.browser.accessible import Axe
from tests.browser.looks import STICKING_OUT
from tests.croupier.coups import deal, turn
from tests.house.test_own_pin import reset
from tests.rig.scripts import script
from tests.rig.sockets import session_of
from tests.rig.staff import with_pin
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
WALLS = ((1280, 800), (1920, 1080), (3840, 2160), (800, 1280))
COUNTS = (20, 12, 7, 3)


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
        page.evaluate(script("pit", "leaveTiles"), count)
        for width, height in sizes:
            # The wall is laid out when it is seen at another size.
            stands = page.viewport_size == {"width": width, "height": height}
            for high in (height - 1, height) if stands else (height,):
                page.set_viewport_size({"width": width, "height": high})
                page.evaluate(script("looks", "settled"))
            assert page.evaluate(script("pit", "wrongWall"), count) == [], (count, width)
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
    page.evaluate(script("pit", "widen"), LATEST_RESULTS)
    since = page.locator(".tile-since").first
    expect(since).not_to_have_text(since.inner_text(), use_inner_text=True)  # the clocks count once
    for at in walls(page, sizes):
        looks = (script("pit", "wrongFigures"), STICKING_OUT, script("pit", "smallTargets"))
        assert {look: found for look in looks if (found := page.evaluate(look))} == {}, at


def terse_tiles(pit: Callable[..., Page]) -> tuple[Page, Locator, Locator]:
    """The pit on a low wall of seven tables of which the second calls, with the tiles of the first two."""
    for number in range(1, 8):
        table = ready_table(code=f"T{number}", seats=3)
        if number == 2:
            table.does("report_visible")
    page = pit()
    page.set_viewport_size({"width": 1280, "height": 420})
    first, second = (page.locator(f'.region-tile[data-table="T{number}"]') for number in (1, 2))
    return page, first, second


def test_a_terse_tile_does_by_its_sheet_what_its_desk_does(pit: Callable[..., Page]) -> None:
    page, first, tile = terse_tiles(pit)
    expect(tile.get_by_role("button", name="Noted")).to_be_hidden()

    # Another table's sheets do not stay when those of the next one are opened.
    first.get_by_role("button", name="All acts at table T1").click()
    expect(page.locator("#sheet-tile")).to_contain_text("Table T1")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    # Of a tile that calls the one key goes to what calls.
    expect(tile.get_by_role("button", name="All acts at table T2")).to_be_hidden()
    tile.get_by_role("link").focus()
    page.keyboard.press("m")
    dialog = page.locator("#sheet-tile")
    expect(dialog).to_contain_text("The next card lies visible")
    dialog.get_by_role("button", name="Limits …").click()
    page.locator("#sheet-limits input").nth(0).fill("20")
    page.locator("#sheet-limits .act-gold").click()
    expect(page.locator("#sheet-limits")).to_be_hidden()
    expect(tile.locator(".tile-coming")).to_have_count(1)
    assert Entry.objects.filter(register="T2").latest("number").verb == "set_limits"
    assert Entry.objects.filter(register="T1").latest("number").verb == "open_table"


@pytest.mark.faults
def test_a_terse_tile_does_by_keys_what_its_desk_does(pit: Callable[..., Page]) -> None:
    page, first, tile = terse_tiles(pit)
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
    assert list(done[:3]) == ["resume", "suspend", "go_to_alert"]
    assert Entry.objects.filter(register="T1").latest("number").verb == "open_table"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables/T2/$"))


@pytest.mark.faults
def test_what_the_house_is_told_is_read_whole_above_the_wall_once_whatever_calls(pit: Callable[..., Page]) -> None:
    tables, now = [ready_table(code=f"T{number}", seats=1) for number in range(1, 13)], timezone.now()
    with_pin(Role.ISPETTORE_GIOCO, badge="margherita-barbaross")
    reset("margherita-barbaross")
    Gap.objects.create(register="T3", kind=Gap.Kind.MISSING, since=now, last=now)
    page = pit("de")
    page.set_viewport_size({"width": 1024, "height": 768})
    notices = page.locator("[data-notices] [role=alert]")
    expect(notices).to_have_count(2)
    for it in (notices.nth(0), notices.nth(1), notices.get_by_role("link", name="Wer bestätigt …")):
        expect(it).to_be_in_viewport(ratio=1)
    assert page.evaluate(script("pit", "wrongKeys")) == []
    expect(page.locator("[data-calls] li")).to_have_count(0)
    for table in tables:
        table.does("report_visible")
    expect(page.locator("[data-calls] li")).to_have_count(len(tables))
    expect(notices).to_have_count(2)


@pytest.mark.faults
def test_notices_for_which_the_wall_would_scroll_are_a_count_that_opens_them_over_it(pit: Callable[..., Page]) -> None:
    now = timezone.now()
    for number in range(1, 13):
        ready_table(code=f"T{number}", seats=1)
    for number in range(1, 4):
        Gap.objects.create(register=f"T{number}", kind=Gap.Kind.MISSING, since=now, last=now)
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    reset("gina")
    page = pit("de")
    notices, fold = page.locator("[data-notices] [role=alert]"), page.locator("[data-fold]")
    for width, height in ((1024, 768), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(script("looks", "settled"))
        assert page.evaluate(script("pit", "wrongWall"), 12) == [], (width, height)
    expect(fold).to_be_hidden()
    for it in notices.all():
        expect(it).to_be_in_viewport(ratio=1)

    page.set_viewport_size({"width": 1024, "height": 768})
    expect(fold).to_have_text("Meldungen des Hauses: 4")
    expect(notices.first).to_be_hidden()
    fold.click()
    for it in notices.all():
        expect(it).to_be_in_viewport(ratio=1)
    assert page.evaluate(script("pit", "wrongWall"), 12) == []
    fold.click()
    expect(notices.first).to_be_hidden()

    # Opened, and gone by themselves as there was room, they are a count again.
    fold.click()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(fold).to_be_hidden()
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(fold).to_be_visible()
    expect(notices.first).to_be_hidden()


@pytest.mark.parametrize("language", ["it", "de"])
def test_whatever_calls_is_read_whole_on_its_tile_and_what_is_pressed_there_within_its_key(
    pit: Callable[..., Page], language: str
) -> None:
    for number in range(1, 8):
        ready_table(code=f"T{number}", seats=1).does("report_visible")
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    reset("gina")
    page = pit(language)
    with translation.override(language):
        sentences = [str(it.alert) for it in EFFECTS.values() if it.alert is not None]
    for width, height in ((1024, 768), (1280, 800), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(script("looks", "settled"))
        assert page.evaluate(script("pit", "cutOnTheTile"), sentences) == [], (width, height)
        assert page.evaluate(script("pit", "wrongKeys")) == [], (width, height)


def test_a_phase_that_lasts_is_counted_on_the_screen_and_turns_late(pit: Callable[..., Page]) -> None:
    ready_table().does("open_bets")
    page = pit(badge="cosima")
    time = page.locator(".tile-since")
    expect(time).to_have_text(re.compile(r"^0:0\d$"))
    expect(page.locator(".tile-more")).to_have_count(0)  # who only watches has nothing to press
    page.evaluate(script("pit", "makeLate"))
    expect(time).to_have_text(re.compile(r"^2:0\d$"))
    expect(time).to_have_attribute("data-own-late", "")
