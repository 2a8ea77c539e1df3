"""The demo house in a real browser: what a newcomer presses in the first minute, and what moves then."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from table.demo.house import Setting
from table.rules.houses import ADMIRAL, VENEZIA
from tests.browser.looks import LOOKS, SMALL_TARGETS, STICKING_OUT
from tests.rig.daphne import served
from tests.rig.demo import Demo, demo_house
from tests.rig.engines import Engine

Reader = Callable[..., Page]
TABLES = (Setting("T1", VENEZIA), Setting("T2", ADMIRAL))
MINUTE_MS = 60_000
TIP = """async () => {
  const { press } = await import(document.querySelector('script[src*="/acts."]').src);
  return press("T1", [{ verb: "tip", given: { amount: 500, form: "chips" } }]);
}"""


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
def standing(
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


def test_in_the_first_minute_every_screen_moves(at: str, reader: Reader, demo: Demo) -> None:
    newcomer = reader("en")
    newcomer.goto(at)
    newcomer.get_by_role("radio", name="fast").check(force=True)
    newcomer.get_by_role("button", name="T1 let it play").click()
    expect(newcomer.get_by_role("button", name="T1 pause")).to_contain_text("plays by itself")

    sign, seat, pit, console = (reader("en") for _ in range(4))
    sign.goto(f"{at}/demo/displays/T1/sign/")
    seat.goto(f"{at}/demo/displays/T1/3/")
    sign_in(pit, at, demo, "ispettore", onward="/pit/")
    sign_in(console, at, demo, "dealer-t1", onward="/tables/T1/dealer/")
    for page, region in ((sign, "sign"), (seat, "strip:3"), (pit, "tile:ispettore_gioco"), (console, "console")):
        stood = page.locator(f'[data-table="T1"][data-region="{region}"]')
        before = stood.inner_text()
        expect(stood).not_to_have_text(before, timeout=MINUTE_MS, use_inner_text=True)

    newcomer.get_by_role("button", name="Pause all").click()
    expect(newcomer.get_by_role("button", name="T1 let it play")).to_contain_text("waits")


def test_the_pit_lets_its_tables_play_and_sees_who_takes_one_over(at: str, reader: Reader, demo: Demo) -> None:
    pit, console = reader("it"), reader("it")
    sign_in(pit, at, demo, "capo-isola", onward="/pit/")
    pit.locator(".stage-fold summary").click()
    pit.locator('[data-play="T1"]').click()
    expect(pit.locator('[data-play="T1"]')).to_contain_text("gioca da solo")
    sign_in(console, at, demo, "dealer-t1", onward="/tables/T1/dealer/")
    expect(console.locator("body")).to_have_attribute("data-link", "live")
    answer = console.evaluate(TIP)
    assert answer["kind"] == "done", answer
    expect(pit.locator('[data-play="T1"]')).to_contain_text("preso in mano")


def test_without_scripts_the_same_buttons_let_it_play(at: str, reader: Reader) -> None:
    page = reader("de", java_script_enabled=False)
    page.goto(f"{at}/demo/")
    page.locator('[data-play="T2"]').click()
    expect(page).to_have_url(f"{at}/demo/")
    expect(page.locator('[data-play="T2"]')).to_contain_text("spielt von selbst")
    page.locator('[data-play="T2"]').click()
    expect(page.locator('[data-play="T2"]')).to_contain_text("wartet")


def test_another_speed_holds_at_once_for_what_plays(at: str, reader: Reader) -> None:
    page = reader("en")
    page.goto(f"{at}/demo/")
    page.locator('[data-play="T1"]').click()
    expect(page.locator('[data-play="T1"]')).to_have_attribute("name", "pause")
    with page.expect_request(lambda sent: sent.url == f"{at}/demo/play/") as asked:
        page.get_by_role("radio", name="fast").check(force=True)
    assert re.search(r'name="begin"\s+T1\b', asked.value.post_data or "")
    assert re.search(r'name="speed"\s+fast\b', asked.value.post_data or "")


@pytest.mark.parametrize(("screen", "language"), LOOKS)
def test_the_pages_of_the_demo_fit_every_screen_and_finger(
    standing: tuple[str, Demo], reader: Reader, screen: str, language: str
) -> None:
    at, _demo = standing
    page = reader(language, screen)
    for path in ("/", "/demo/"):
        page.goto(f"{at}{path}")
        assert page.evaluate(STICKING_OUT) == [], path
        if page.evaluate("matchMedia('(pointer: coarse)').matches"):
            assert page.evaluate(SMALL_TARGETS) == [], path


def test_axe_finds_nothing_on_the_pages_of_the_demo(standing: tuple[str, Demo], reader: Reader) -> None:
    at, demo = standing
    page = reader("de")
    page.goto(f"{at}/demo/")
    faults = Axe().run(page)
    assert faults.violations_count == 0, faults.generate_report()
    sign_in(page, at, demo, "ispettore", onward="/pit/")
    page.locator(".stage-fold summary").click()
    faults = Axe().run(page, context=".stage-fold")
    assert faults.violations_count == 0, faults.generate_report()
