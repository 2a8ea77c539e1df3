"""The house office in a real browser: an evening prepared from nothing, on every screen and in every language."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from table.models import Display, Guest, Outlet, Stall, Table, Told
from table.rules.houses import MALTA
from table.rules.profile import Role
from tests.browser.accessible import Axe
from tests.browser.looks import SMALL_TARGETS, STICKING_OUT
from tests.rig.cast import Cast
from tests.rig.room import display_page
from tests.rig.sampling import in_two_parts
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import new_table, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
ROOMS = [
    "/office/",
    "/office/people/",
    "/office/people/dario/",
    "/office/people/dario/badge/",
    "/office/comunali/",
    "/office/tables/",
    "/office/tables/T3/rules/",
    "/office/tables/T9/rules/",
    "/office/tables/M1/limits/",
    "/office/tables/T3/limits/",
    "/office/displays/?code=ABCDEFGHIJ",
    "/office/erasing/?find=anna",
    "/office/erasing/?guest=anna&find=anna",
    "/office/outside/",
]


def sign_in(page: Page, badge: str, pin: str = PIN, *, path: str = "/sign-in/") -> None:
    page.goto(path)
    page.locator("#badge").fill(badge)
    page.locator("#pin").fill(pin)
    page.locator(".press").click()
    expect(page.locator(".staff-who")).to_contain_text(badge)


@pytest.fixture
def house(db: None) -> None:
    """A house with something in every room of its office."""
    ready_table()
    table = new_table(MALTA, code="M1")
    table.cast.direzione.does("set_limits", limits={"main": [1000, 100_000], "egalite": [500, 20_000]})
    delia = Cast.at("house").direzione
    delia.does("add_table", code="T9")
    Guest.objects.filter(key="anna").update(name="Anna Rossi")
    for words in ("Anna Rossi broke a glass over the cards, and paid for it.", "Banknotes of Anna were changed twice."):
        Cast.at("T3").ispettore.does("annotate", text=words)
    Cast.at("T3").direzione.does("change_rules", changes={"art5_mid_coup": "one_more", "tie_to_one": 9})
    delia.does("pair_display", code="SIGN1", kind="sign", table="T3")
    delia.does("admit_reader", key="signage-1", digest="5" * 64, tables=["T3", "M1"])
    delia.does("admit_webhook", key="cage", url="https://cage.casino.example/sabot/deliveries?of=venezia")
    delia.does("renew_webhook", key="cage")
    outlet = Outlet.objects.get()
    Outlet.objects.update(failures=11)
    Told.objects.update(failures=9)
    why = "ConnectionRefusedError: [Errno 111] Connection refused"
    Stall.objects.create(outlet=outlet, since=timezone.now(), why=why)
    Stall.objects.create(outlet=outlet, register="T3", since=timezone.now(), why="answered with 413")


@pytest.mark.faults
def test_a_house_is_prepared_for_its_first_evening(reader: Reader) -> None:
    with_pin(Role.DIREZIONE, language="en")
    page = reader("en", java_script_enabled=False)
    sign_in(page, "delia")
    page.get_by_role("link", name="House office").first.click()
    page.get_by_role("link", name="People").click()
    page.get_by_label("Badge").fill("ivo")
    page.get_by_label("Role").last.select_option("ispettore_gioco")
    page.get_by_label("Language").last.select_option("de")
    page.get_by_role("button", name="Take on, and give a PIN").click()
    pin = page.locator(".pin-digits").inner_text().replace(" ", "")

    page.goto("/office/tables/")
    page.get_by_label("Key of the table").fill("T7")
    page.get_by_role("button", name="Add the table").click()
    expect(page.get_by_role("status")).to_contain_text("now it needs its rules")
    page.get_by_label("Super Punto Banco").check()
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_label("8 decks").check()
    page.get_by_role("button", name="Record as version 2").click()
    expect(page.get_by_role("status")).to_contain_text("Table “T7” plays by version 2.")
    assert Table.real.get(code="T7").policies.count() == 2

    other = reader("de", java_script_enabled=False)
    other.goto("/office/tables/T7/limits/")
    other.locator("#badge").fill("ivo")
    other.locator("#pin").fill(pin)
    other.locator(".press").click()
    for field, typed in (("pin", pin), ("new", PIN), ("again", PIN)):
        other.locator(f"#{field}").fill(typed)
    other.locator(".press").click()
    other.get_by_label("Minimum", exact=True).first.fill("10")
    other.get_by_label("Maximum", exact=True).first.fill("1000")
    other.get_by_label("Minimum", exact=True).last.fill("5")
    other.get_by_label("Maximum", exact=True).last.fill("100")
    other.get_by_role("button", name="Limits festlegen").click()
    expect(other.get_by_role("row", name="Punto und Banco")).to_contain_text("10,00")
    expect(other.get_by_role("row", name="Egalité")).to_contain_text("5,00")


@pytest.mark.faults
def test_the_code_on_a_display_leads_to_its_pairing(reader: Reader, house: None, base_url: str) -> None:
    with_pin(Role.OPERATOR)
    seat = display_page(reader, base_url, "T3", "1", language="it")
    expect(seat.locator("body")).to_have_attribute("data-link", "live")
    page = reader("it", "phone")
    sign_in(page, "otto", path="/office/displays/?code=ABCDEFGHIJ")
    page.goto("/office/displays/?state=here&code=ABCDEFGHIJ")
    expect(page.locator(".state-here")).to_have_count(1)
    expect(page.locator(".row-state")).to_have_text("connesso ora")
    expect(page.get_by_label("Codice")).to_have_value("ABCDEFGHIJ")
    page.get_by_role("button", name="Abbinare il display").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Codice")).to_have_value("ABCDEFGHIJ")
    page.get_by_label("Dove si trova").select_option("T3|seat|4")
    page.get_by_role("button", name="Abbinare il display").tap()
    expect(page.get_by_role("status")).to_contain_text("ABCDEFGHIJ")
    revoke = page.get_by_role("button", name="Revocare ABCDEFGHIJ")
    expect(revoke).to_be_hidden()
    page.locator(".danger", has_text="ABCDEFGHIJ").locator("summary").tap()
    expect(page.locator(".danger[open] .danger-sheet")).to_contain_text("Non mostra più nulla del tavolo")
    revoke.tap()
    expect(page.get_by_role("button", name="Revocare ABCDEFGHIJ")).to_have_count(0)
    assert Display.objects.get(code="ABCDEFGHIJ").revoked


@pytest.mark.faults
@pytest.mark.parametrize(("screen", "language"), [("phone", "it"), ("phone", "en"), ("narrow", "de")])
@in_two_parts(2)
def test_the_rooms_fit_every_screen_and_finger(
    reader: Reader, house: None, screen: str, language: str, part: slice
) -> None:
    with_pin(Role.DIREZIONE, language=language)
    page = reader(language, screen)
    sign_in(page, "delia")
    for path in ROOMS[part]:
        page.goto(path)
        fits(page, path)


def fits(page: Page, path: str) -> None:
    """Nothing sticks out, and no finger misses anything."""
    assert page.evaluate(STICKING_OUT) == [], path
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        assert page.evaluate(SMALL_TARGETS) == [], path


@pytest.mark.faults
@in_two_parts(3)
def test_the_rooms_fit_a_tablet_and_axe_finds_nothing_in_any_of_them(reader: Reader, house: None, part: slice) -> None:
    with_pin(Role.DIREZIONE, language="de")
    page, axe = reader("de"), Axe()
    sign_in(page, "delia")
    for path in ROOMS[part]:
        page.goto(path)
        fits(page, path)
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()
    page.goto("/office/people/")
    page.locator("#badge").fill("no badge")
    page.locator(".press").click()
    expect(page.get_by_role("alert")).to_be_visible()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()
