"""The demo house in a real browser: what a newcomer presses in the first minute, and what moves then."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from table.demo.house import DemoTable
from table.rules.houses import ADMIRAL, VENEZIA
from tests.browser.accessible import Axe
from tests.browser.looks import LOOKS, SCREENS, SMALL_TARGETS, STICKING_OUT, touched
from tests.rig.daphne import served
from tests.rig.demo import Demo, demo_house
from tests.rig.engines import Engine
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import PRESSED, still
from tests.rig.scripts import script

Reader = Callable[..., Page]
TABLES = (DemoTable("T1", VENEZIA), DemoTable("T2", ADMIRAL))
TIP = {"verb": "tip", "given": {"amount": 500, "form": "chips"}}


@pytest.fixture
def demo(sqlite: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[Demo]:
    """A demo house of two tables."""
    with django_db_blocker.unblock(), demo_house(sqlite, tmp_path, *TABLES) as demo:
        yield demo


# Asked for before `reader` by every test that plays, so that the pages are closed before their house is.
@pytest.fixture
def at(demo: Demo) -> Iterator[str]:
    """Where it is served."""
    with served(demo.settings) as house:
        yield house.address


@pytest.fixture(scope="module")
def untouched_demo(
    sqlite: Engine, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[tuple[str, Demo]]:
    """A demo house that is only looked at, in which nobody presses anything: where it is served, and its PINs."""
    folder = tmp_path_factory.mktemp("demo")
    with django_db_blocker.unblock(), demo_house(sqlite, folder, *TABLES) as demo, served(demo.settings) as house:
        yield house.address, demo


def sign_in(page: Page, at: str, demo: Demo, badge: str, *, onward: str) -> None:
    """Somebody of the demo's staff, with the PIN that the terminal has shown."""
    page.goto(f"{at}/sign-in/?next={onward}")
    page.locator("#badge").fill(badge)
    page.locator("#pin").fill(demo.pins[badge])
    page.keyboard.press("Enter")
    page.wait_for_url(f"{at}{onward}")


@pytest.mark.faults
def test_on_the_stage_four_screens_move_together_and_what_breaks_is_put_right(at: str, reader: Reader) -> None:
    visitor = still(reader("en"))
    visitor.goto(at)
    visitor.locator(".doors a").first.click()
    expect(visitor).to_have_url(f"{at}/demo/stage/")
    screens = {name: visitor.frame_locator(f".shown-{name} iframe") for name in ("console", "sign", "seat", "pit")}
    for screen in screens.values():
        expect(screen.locator("body")).to_have_attribute("data-link", "live")
    assert visitor.evaluate(script("pages", "isOnOneScreen")), "nothing scrolls away while one looks"
    faults = Axe().run(visitor, options={"iframes": False})
    assert faults.violations_count == 0, faults.generate_report()

    visitor.get_by_role("button", name="Three cards at Banco").click()
    hurry(visitor, until="three cards lie there")
    nothing_is_found(visitor, "three cards lie there")
    expect(screens["console"].locator(".now-wait")).to_contain_text("the dealer reports")
    held = {"sign": ".sign-said", "seat": ".seat-said", "pit": ".badge"}
    for name, where in held.items():
        expect(screens[name].locator(where).first).to_contain_text(re.compile("held", re.IGNORECASE))
    somebody_else_waits(still(reader("de", "phone")), at)
    hurry(visitor, until="plays by itself")
    nothing_is_found(visitor, "plays by itself")
    expect(screens["pit"].locator(".badge")).to_have_text("open")
    expect(screens["console"].locator(".incident")).to_have_count(0)
    an_answer_that_comes_late_tells_nothing(visitor)


@pytest.mark.faults
def test_axe_finds_nothing_on_the_stage_in_any_phase_of_what_is_told(at: str, reader: Reader) -> None:
    page, looked = still(reader("en")), 0
    page.goto(f"{at}/demo/stage/")
    page.get_by_role("button", name="Three cards at Banco").click()
    said = page.locator(".telling-said")
    expect(said).not_to_contain_text("plays by itself")
    while "plays by itself" not in (sentence := said.inner_text()):
        nothing_is_found(page, sentence)
        looked += 1
        assert looked < 200
        page.locator(".telling-next").dispatch_event("click")
        expect(said).not_to_have_text(sentence, use_inner_text=True)
    assert looked > 5


def nothing_is_found(page: Page, sentence: str) -> None:
    """By axe, on the stage itself while this is told: its screens are looked at apart."""
    found = Axe().run(page, ".showing", options={"iframes": False})
    assert found.violations_count == 0, f"{sentence}: {found.generate_report()}"


def an_answer_that_comes_late_tells_nothing(page: Page) -> None:
    """It is that of an earlier moment, of which a later one has been told."""
    delayed = list[Route]()
    page.route("**/stage/told/**", lambda route: delayed.extend([route]))
    for _question in range(3):
        page.wait_for_event("request", lambda it: "/stage/told/" in it.url)
    state, said = {"of": 0, "step": 0, "paused": False}, page.locator("[data-words]")
    delayed[1].fulfill(json=state | {"sentence": "newest"})
    expect(said).to_have_text("newest")
    with page.expect_event("requestfinished"):
        delayed[0].fulfill(json=state | {"sentence": "late"})
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(said).to_have_text("newest")


def somebody_else_waits(other: Page, at: str) -> None:
    """On a phone everything fits and can be hit; what breaks there is not told while it is told to somebody else."""
    other.goto(f"{at}/demo/stage/")
    assert other.evaluate(STICKING_OUT) == []
    assert other.evaluate(SMALL_TARGETS) == []
    assert other.evaluate(script("pages", "uprightScreens")) == ["console", "sign", "seat", "pit"]
    other.get_by_role("button", name="Eine Karte am Boden").tap()
    expect(other.locator("[data-words]")).to_contain_text("Jemand anderem wird gerade")
    other.goto(f"{at}/healthz")  # four screens that nobody looks at any more cost as much as those that are looked at


def hurry(page: Page, *, until: str) -> None:
    """Go on from sentence to sentence until this one is told."""
    said = page.locator(".telling-said")
    for _sentence in range(200):
        now = said.inner_text()
        if until in now:
            return
        page.locator(".telling-next").dispatch_event("click")
        expect(said).not_to_have_text(now, use_inner_text=True)
    expect(said).to_contain_text(until)


@pytest.mark.faults
def test_the_pit_lets_its_tables_play_and_sees_who_takes_one_over(at: str, reader: Reader, demo: Demo) -> None:
    pit, console = reader("it"), reader("it")
    sign_in(pit, at, demo, "capo-isola", onward="/pit/")
    pit.locator(".stage-fold summary").click()
    pit.locator('[data-play="T1"]').click()
    expect(pit.locator('[data-play="T1"]')).to_contain_text("gioca da solo")
    sign_in(console, at, demo, "dealer-t1", onward="/tables/T1/dealer/")
    expect(console.locator("body")).to_have_attribute("data-link", "live")
    answer = console.evaluate(PRESSED, ["T1", [TIP], PATIENCE_MS])
    assert answer["kind"] == "done", answer
    expect(pit.locator('[data-play="T1"]')).to_contain_text("preso in mano")


@pytest.mark.faults
def test_without_scripts_the_same_buttons_let_it_play(at: str, reader: Reader) -> None:
    page = reader("de", java_script_enabled=False)
    page.goto(f"{at}/demo/")
    page.locator('[data-play="T2"]').click()
    expect(page).to_have_url(f"{at}/demo/")
    expect(page.locator('[data-play="T2"]')).to_contain_text("spielt von selbst")
    page.locator('[data-play="T2"]').click()
    expect(page.locator('[data-play="T2"]')).to_contain_text("wartet")


@pytest.mark.faults
def test_another_speed_holds_at_once_for_what_plays(at: str, reader: Reader) -> None:
    page = reader("en")
    page.goto(f"{at}/demo/")
    page.locator('[data-play="T1"]').click()
    expect(page.locator('[data-play="T1"]')).to_have_attribute("name", "pause")
    with page.expect_request(lambda sent: sent.url == f"{at}/demo/play/") as request:
        page.get_by_role("radio", name="fast").check(force=True)
    assert re.search(r'name="begin"\s+T1\b', request.value.post_data or "")
    assert re.search(r'name="speed"\s+fast\b', request.value.post_data or "")


@pytest.mark.faults
def test_the_pages_of_the_demo_fit_every_screen_and_finger(untouched_demo: tuple[str, Demo], reader: Reader) -> None:
    (at, _demo), wrong = untouched_demo, dict[tuple[str, ...], list[Any]]()
    pages: dict[tuple[str, bool], Page] = {}
    for path in ("/", "/demo/"):
        for screen, language in LOOKS:
            width, height = SCREENS[screen]
            kind = language, touched(screen)
            page = pages[kind] = pages.get(kind) or reader(language, screen)
            page.set_viewport_size({"width": width, "height": height})
            if page.url != f"{at}{path}":
                page.goto(f"{at}{path}")
            looks = [
                STICKING_OUT,
                *([SMALL_TARGETS] if page.evaluate("matchMedia('(pointer: coarse)').matches") else []),
            ]
            if found := [it for it in (page.evaluate(look) for look in looks) if it]:
                wrong[path, screen, language] = found
    assert wrong == {}


@pytest.mark.faults
def test_axe_finds_nothing_on_the_pages_of_the_demo(untouched_demo: tuple[str, Demo], reader: Reader) -> None:
    at, demo = untouched_demo
    page = reader("de")
    for path in ("/", "/demo/"):
        page.goto(f"{at}{path}")
        assert Axe().complaints(page) == "", path
    sign_in(page, at, demo, "ispettore", onward="/pit/")
    page.locator(".stage-fold summary").click()
    faults = Axe().run(page, context=".stage-fold")
    assert faults.violations_count == 0, faults.generate_report()
