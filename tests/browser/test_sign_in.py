"""Sign-in in a real browser: by finger, by keyboard and without scripts, on every screen and in every language."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.base import AxeResults
from django.conf import settings
from playwright.sync_api import Page, expect

from table.rules.profile import Role
from tests.browser.accessible import Axe
from tests.browser.looks import SMALL_TARGETS, STICKING_OUT, kinds, takes_on
from tests.house.reader import LANGUAGES
from tests.rig.scripts import call, script
from tests.rig.sockets import session_of
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
DOORS = ["/sign-in/", "/tables/T3/change-dealer/", "/own-pin/"]
FOR_A_DEALER = "/work/table/"

TYPE_BADGE = script("sign_in", "typeBadge")


def sign_in(page: Page, badge: str, pin: str = PIN) -> None:
    """As with a keyboard; whatever the house answers is on the page when this returns."""
    page.goto("/sign-in/")
    page.locator("#badge").fill(badge)
    page.locator("#pin").fill(pin)
    with page.expect_navigation():
        page.locator(".press").click()


def as_dealer(page: Page, at: str) -> None:
    """As somebody who is signed in already."""
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of("dario"), "url": at}])


def test_a_finger_signs_in_on_the_keypad(reader: Reader) -> None:
    with_pin(Role.DEALER)
    page = reader("it", "upright")
    page.goto("/sign-in/")
    page.locator("#badge").fill("dario")
    pad = page.get_by_role("group", name="Tastierino")
    for key in ("9", "9", "Cancellare", *PIN, "4"):
        pad.get_by_role("button", name=key, exact=True).tap()
    pad.get_by_role("button", name="Cancellare l’ultima cifra").tap()
    expect(page.locator("#pin")).to_have_value(PIN)
    expect(page.locator("#pin")).to_have_attribute("inputmode", "none")
    page.get_by_role("button", name="Accedere").tap()
    expect(page.locator(".staff-who")).to_contain_text("dario")
    page.get_by_role("button", name="Uscire").tap()
    expect(page.locator(".staff-who")).to_have_count(0)


@pytest.mark.faults
def test_what_is_filled_in_by_keypad_or_reader_is_no_longer_called_missing(reader: Reader) -> None:
    with_pin(Role.DEALER)
    page = reader("it", "upright")
    page.goto("/sign-in/")
    sign = page.get_by_role("button", name="Accedere")
    sign.tap()
    page.evaluate(TYPE_BADGE, "dario")
    sign.tap()
    expect(page.locator("#pin:invalid")).to_be_focused()
    for key in PIN:
        page.get_by_role("group", name="Tastierino").get_by_role("button", name=key, exact=True).tap()
    sign.tap()
    expect(page.locator(".staff-who")).to_contain_text("dario")


@pytest.mark.faults
def test_a_keyboard_alone_signs_in(reader: Reader) -> None:
    with_pin(Role.DIREZIONE)
    page = reader("it")
    page.goto("/")
    page.get_by_role("link", name="Accesso del personale").click()
    expect(page.locator("#badge")).to_be_focused()
    page.keyboard.type("delia")
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(page.locator(".staff-who")).to_contain_text("delia")


def test_what_is_pressed_twice_is_one_try_and_signs_in_after_four_wrong_pins(reader: Reader) -> None:
    with_pin(Role.DIREZIONE)
    page = reader("en")
    for pin in ("000000",) * 4:
        sign_in(page, "delia", pin)
    tries = list[str]()
    page.on("request", lambda it: tries.append(it.method))
    page.locator("#pin").fill(PIN)
    page.locator(".press").dblclick(delay=20)
    expect(page.locator(".staff-who")).to_contain_text("delia")
    assert tries.count("POST") == 1


def test_who_stops_the_browser_is_sent_again_at_once(reader: Reader) -> None:
    with_pin(Role.DIREZIONE)
    page = reader("en")
    page.goto("/sign-in/")
    page.locator("#badge").fill("delia")
    page.locator("#pin").fill(PIN)
    with page.expect_request("**/sign-in/"):
        page.evaluate("void setTimeout(() => (document.querySelector('.press').click(), setTimeout(stop)))")
    page.locator(".press").click()
    expect(page.locator(".staff-who")).to_contain_text("delia")


@pytest.mark.parametrize("how", ["by Esc", "by its button", "to type anew", "to key anew"])
def test_so_is_who_stops_a_browser_that_does_not_tell_of_it(reader: Reader, how: str) -> None:
    with_pin(Role.DIREZIONE)
    page = reader("en", scripts=("delete window.navigation",))
    page.goto("/sign-in/")
    page.locator("#badge").fill("delia")
    page.locator("#pin").fill(PIN)
    with page.expect_request("**/sign-in/"):
        page.evaluate("void setTimeout(() => (document.querySelector('.press').click(), setTimeout(stop)))")
    if how == "by Esc":
        page.keyboard.press("Escape")
    elif how == "by its button":
        page.evaluate("document.documentElement.dispatchEvent(new MouseEvent('mouseleave'))")
    elif how == "to type anew":
        page.locator("#pin").fill(PIN)
    else:
        for key in ("back", PIN[-1]):
            page.locator(f'.keypad [value="{key}"]').click()
    page.locator(".press").click()
    expect(page.locator(".staff-who")).to_contain_text("delia")


def test_a_reader_that_types_fills_in_the_badge_wherever_the_focus_was(reader: Reader) -> None:
    with_pin(Role.DIREZIONE)
    page = reader("en")
    page.goto("/sign-in/")
    badge, pin = page.locator("#badge"), page.locator("#pin")
    strange = page.get_by_role("alert").filter(has_text="no badge of this house")
    for text in ("https://elsewhere.example/?badge=delia", "x" * 10_000, "delia dario", "---"):
        page.evaluate(TYPE_BADGE, text)
        expect(strange).to_be_visible()
        expect(badge).to_have_value("")
    pin.focus()
    page.evaluate(TYPE_BADGE, "dario")
    expect(badge).to_have_value("dario")
    expect(pin).to_have_value("")
    page.locator(".press").focus()
    page.evaluate(TYPE_BADGE, "delia")
    expect(strange).to_be_hidden()
    expect(badge).to_have_value("delia")
    expect(pin).to_be_focused()
    assert page.url.endswith("/sign-in/")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(page.locator(".staff-who")).to_contain_text("delia")


def test_a_badge_before_the_camera_fills_in_the_badge_and_the_camera_is_off(reader: Reader) -> None:
    page = reader("en", "phone")
    page.add_init_script(call("sign_in", "mountCamera"))
    page.goto("/sign-in/")
    page.get_by_role("button", name="Read the badge with the camera").tap()
    expect(page.locator(".scanner-said")).to_contain_text("no badge of this house")
    assert page.evaluate("track.readyState") == "live"
    page.evaluate("seen = 'dario'")
    expect(page.locator("#badge")).to_have_value("dario")
    expect(page.locator(".scanner")).to_be_hidden()
    expect(page.locator("#pin")).to_be_focused()
    assert page.evaluate("track.readyState") == "ended"
    page.evaluate("seen = ''")
    page.locator("[data-scan]").evaluate("it => (it.click(), it.click())")
    expect(page.locator(".scanner")).to_be_visible()
    page.locator(".scanner").get_by_role("button", name="Close").tap()
    expect(page.locator(".scanner")).to_be_hidden()
    assert page.evaluate("tracks.map((it) => it.readyState)") == ["ended"] * 2, "it was pressed twice, and begun once"
    _what_is_closed_while_the_camera_starts_says_nothing(page)


def _what_is_closed_while_the_camera_starts_says_nothing(page: Page) -> None:
    """Nor is a camera begun for a page that is left, or that of what was closed ended with what was opened since."""
    box, scan = page.locator(".scanner"), page.locator("[data-scan]")
    page.evaluate("void (navigator.mediaDevices.getUserMedia = () => new Promise((_, no) => tracks.push(no)))")
    for _twice in range(2):
        scan.tap()
        expect(box).to_be_visible()
        page.keyboard.press("Escape")
        expect(box).to_be_hidden()
    page.evaluate("tracks[2]()")
    expect(page.get_by_role("alert")).to_have_count(0)
    scan.tap()
    page.evaluate("tracks[3]()")
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    scan.tap()
    expect(box).to_be_hidden()
    assert page.evaluate("tracks.length") == 5


def test_where_no_camera_can_read_a_badge_a_sentence_says_so(reader: Reader) -> None:
    page = reader("en")
    page.add_init_script("delete globalThis.BarcodeDetector")
    page.goto("/sign-in/")
    page.get_by_role("button", name="Read the badge with the camera").click()
    expect(page.get_by_role("alert")).to_contain_text("This browser cannot read a badge")
    allowed = "document.featurePolicy.allowsFeature('camera')"
    assert page.evaluate(allowed)
    page.goto("/own-pin/")
    assert not page.evaluate(allowed), "on no other page is there a camera to ask for"


@pytest.mark.faults
def test_without_scripts_the_same_form_signs_in(reader: Reader) -> None:
    with_pin(Role.DEALER)
    page = reader("it", java_script_enabled=False)
    page.goto("/sign-in/")
    expect(page.locator(".keypad")).to_be_hidden()
    sign_in(page, "dario")
    expect(page.locator(".staff-who")).to_contain_text("dario")


@pytest.mark.faults
def test_what_went_wrong_is_said_beside_the_form_and_the_badge_stays(reader: Reader) -> None:
    with_pin(Role.DEALER)
    page = reader("en")
    sign_in(page, "dario", "000000")
    expect(page.get_by_role("alert")).to_have_text(re.compile("do not belong together"))
    expect(page.locator("#badge")).to_have_value("dario")
    expect(page.locator("#pin")).to_have_value("")
    expect(page.locator("#pin")).to_be_focused()
    for _ in range(4):
        page.locator("#pin").fill("000000")
        page.keyboard.press("Enter")
        expect(page.locator("#pin")).to_have_value("")
    expect(page.get_by_role("alert")).to_have_text(re.compile("locked at this device.*The Direzione can lift it"))


@pytest.mark.faults
def test_a_dealer_takes_over_the_tablet(reader: Reader) -> None:
    ready_table()
    with_pin(Role.DEALER)
    with_pin(Role.DEALER, badge="dora")
    page = reader("it")
    sign_in(page, "dario")
    page.goto("/tables/T3/change-dealer/")
    page.locator("#badge").fill("dora")
    page.locator("#pin").fill(PIN)
    page.get_by_role("button", name="Subentrare").click()
    page.wait_for_url(re.compile("/tables/T3/dealer/$|/$"))
    page.goto("/")
    expect(page.locator(".staff-who")).to_contain_text("dora")


@pytest.mark.faults
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doors_fit_every_screen_and_finger_and_axe_finds_nothing_at_them_and_behind_them(
    reader: Reader, base_url: str, language: str
) -> None:
    ready_table()
    new_table(code="T4")
    with_pin(Role.DIREZIONE, language=language)
    for screens in kinds(language, ("tablet", "en")):
        page = reader(language, screens[0])
        with axe_finds_nothing(page, used="tablet" in screens) as look:
            sign_in(page, "delia", "000000")
            look()
            for path in [*DOORS, "/offline/"]:
                fits(page, path, screens)
                look()
            if "tablet" in screens:
                behind_the_doors(page, look)
            as_dealer(page, base_url)
            fits(page, FOR_A_DEALER, screens)
            look()


@contextmanager
def axe_finds_nothing(page: Page, *, used: bool) -> Iterator[Callable[[], None]]:
    """Whenever it is asked to look at the page, where it is used."""
    axe, found = Axe(), list[AxeResults]()
    yield lambda: found.append(axe.run(page)) if used else None
    assert [it.generate_report() for it in found if it.violations_count] == []


def fits(page: Page, path: str, screens: list[str]) -> None:
    """Nothing sticks out on these screens, no finger misses anything, and the keypad is whole on a tablet."""
    page.goto(path)
    assert page.url.endswith(path)
    for screen in screens:
        takes_on(page, screen)
        assert page.evaluate(STICKING_OUT) == [], (path, screen)
        if page.evaluate("matchMedia('(pointer: coarse)').matches"):
            assert page.evaluate(SMALL_TARGETS) == [], (path, screen)
    takes_on(page, screens[0])
    if path in DOORS and screens[0] == "tablet":
        for key in (page.locator(".press"), *page.locator(".keypad button").all()):
            expect(key).to_be_in_viewport(ratio=1)


def behind_the_doors(page: Page, look: Callable[[], None]) -> None:
    """What somebody of the Direzione finds there."""
    sign_in(page, "delia")
    for path in ("/", "/tables/T3/dealer/", "/own-pin/"):
        page.goto(path)
        look()


@pytest.mark.faults
def test_the_records_open_under_the_strict_policy(reader: Reader) -> None:
    """The fixture fails where the browser complains of a breach of the Content Security Policy."""
    ready_table()
    with_pin(Role.AUDITOR)
    page = reader("it")
    sign_in(page, "aldo")
    page.get_by_role("link", name="Panoramica").click()
    page.get_by_role("link", name="Archivio").click()
    page.locator(".model-entry th a").click()
    expect(page.locator("#result_list tbody tr").first).to_be_visible()
    page.locator("#result_list tbody th a").first.click()
    expect(page.locator(".field-digest")).to_be_visible()
    page.goto("/admin/table/person/")
    expect(page.locator("#result_list")).to_contain_text("aldo")
