"""Own rules in a real browser: their one page in the office, and the public one, on a phone and at a desk."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from table.rules.houses import MALTA, VENEZIA
from table.rules.profile import Role, as_values, derive
from tests.browser.accessible import Axe
from tests.browser.test_office import fits, sign_in
from tests.rig.cast import Cast
from tests.rig.staff import with_pin
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
KEY = "our-house"
SAID = {"it": ("Applicare", "dalla prossima taglia"), "de": ("anwenden", "ab der nächsten Taglia")}


@pytest.fixture
def house(db: None) -> None:
    """Own rules in their second version, a table that plays by the first, one of others, and both may get it."""
    first = derive(VENEZIA, key=KEY, title="Super Punto Banco della casa", tie_to_one=9)
    delia = Cast.at("house").direzione
    delia.does("make_rules", key=KEY, title=first.title, rules=as_values(first))
    ready_table(first)
    new_table(MALTA, code="M1")
    delia.does("amend_rules", key=KEY, version=2, changes={"decks": 8, "button_rotation": "next_occupied"})


@pytest.mark.faults
@pytest.mark.parametrize(("screen", "language"), [("tablet", "it"), ("phone", "de")])
def test_a_version_is_applied_to_a_table_with_one_press(
    reader: Reader, house: None, screen: str, language: str
) -> None:
    with_pin(Role.DIREZIONE, language=language)
    page, axe = reader(language, screen), Axe()
    sign_in(page, "delia")
    page.goto("/office/rules/")
    fits(page, "all own rules")
    assert axe.complaints(page) == ""
    page.get_by_role("link", name="Super Punto Banco della casa").click()
    applies, waits = SAID[language]
    page.locator("details:not(.danger) summary").click()
    page.locator(".danger summary").click()
    fits(page, "own rules")
    assert axe.complaints(page) == ""
    page.locator("li", has_text="T3").get_by_role("button", name=applies).click()
    expect(page.get_by_role("status")).to_contain_text(waits)
    expect(page.locator("li", has_text="T3").get_by_role("button")).to_have_count(0)
    expect(page.locator("li", has_text="T3")).to_contain_text(waits)


@pytest.mark.faults
@pytest.mark.parametrize(("screen", "language"), [("tablet", "it"), ("phone", "de")])
def test_their_public_page_fits_and_axe_finds_nothing(reader: Reader, house: None, screen: str, language: str) -> None:
    page, axe = reader(language, screen), Axe()
    page.goto(f"/houses/{KEY}/")
    expect(page.locator(".changes dt")).to_have_count(3)
    fits(page, "public page")
    assert axe.complaints(page) == ""
