"""The inspectors' screens in a real browser: the pit that calls, the desk that decides, a coup played again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from table.models import Alert, Entry
from table.rules.houses import ADMIRAL, MALTA, VENEZIA
from table.rules.profile import Role
from tests.bank.at_bank import bank_table
from tests.browser.accessible import Axe
from tests.browser.looks import SCREENS, SCROLLS, STICKING_OUT
from tests.croupier import cases
from tests.croupier.coups import deal, pay, turn
from tests.croupier.situations import COUP, in_phase
from tests.house.reader import LANGUAGES
from tests.house.test_own_pin import reset
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script
from tests.rig.sockets import session_of
from tests.rig.staff import with_pin
from tests.rig.tables import AtTable, ready_table
from tests.training import room

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
Opened = Callable[..., Page]
WORN: tuple[str, dict[str, Any]] = ("worn_card", {"card": "7S"})


@pytest.fixture
def opened(reader: Reader, base_url: str) -> Opened:
    """A page of somebody of the staff, signed in, without motion and with its link live.

    They may come from a page ``before``.
    """

    def signed_in(badge: str, language: str, screen: str) -> Page:
        page = reader(language, screen)
        cookies = {settings.SESSION_COOKIE_NAME: session_of(badge), settings.LANGUAGE_COOKIE_NAME: language}
        page.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])
        page.emulate_media(reduced_motion="reduce")
        return page

    def at(
        path: str,
        *,
        badge: str = "ivo",
        language: str = "en",
        screen: str = "tablet",
        live: bool = True,
        before: Page | None = None,
    ) -> Page:
        page = before or signed_in(badge, language, screen)
        page.goto(path)
        if live:
            expect(page.locator("body")).to_have_attribute("data-link", "live")
        return page

    return at


def verbs(table: AtTable) -> list[str]:
    """What was done at the table, the latest first."""
    found = Entry.objects.filter(register=table.code).order_by("-number")
    return list(found.values_list("verb", flat=True))


# --- what nobody collects


@pytest.mark.faults
def test_the_direzione_disposes_of_what_nobody_collected(opened: Opened) -> None:
    table = ready_table()
    deal(table, "P100@1", "P50@2")
    for position in "12":
        table.does("report_unmarked_absence", position=position)
    turn(table)
    pay(table)
    watching = page = opened("/tables/T3/")
    expect(watching.locator(".panel-custody li").first).to_contain_text("anna")
    expect(watching.locator(".panel-custody")).to_contain_text("100")
    expect(watching.locator(".panel-custody button")).to_have_count(0)
    for left, language in zip((3, 2, 1), LANGUAGES, strict=False):
        page = opened("/tables/T3/", badge="delia", language=language)
        in_custody = page.locator(".panel-custody li")
        expect(in_custody).to_have_count(left + 1)
        page.locator("[data-opens=sheet-custody]").click()
        page.locator("#sheet-custody [name=text]").first.fill("to the cash desk")
        assert page.evaluate(STICKING_OUT) == [], language
        page.locator("#sheet-custody .act-gold").first.click()
        expect(in_custody).to_have_count(left)
    table.cast.direzione.does("dispose", slip=4, text="to the cash desk")
    expect(page.locator(".panel-custody li")).to_have_count(0)
    expect(watching.locator(".panel-custody")).to_be_hidden()
    assert verbs(table)[:4] == ["dispose"] * 4


# --- the pit


def test_an_alert_calls_from_the_pit_until_somebody_has_noted_it(opened: Opened) -> None:
    table = ready_table()
    page = opened("/pit/")
    page.evaluate(script("desk", "countTones"))
    page.locator("[data-sound]").click()
    expect(page.locator("[data-sound]")).to_have_attribute("data-sound", "on")
    expect(page.locator("[data-alert]")).to_have_count(0)

    table.does("open_bets")
    table.does("card_out", card="7S", exposed=True)
    expect(page.locator("[data-alert]")).to_have_count(1)
    unacknowledged = Alert.objects.filter(acknowledged=None).count()
    expect(page.locator("[data-alerts]")).to_have_text(str(unacknowledged))
    assert page.evaluate("window.tones") == 1, "what is only to be known is heard softly"

    for left in reversed(range(unacknowledged)):
        page.get_by_role("button", name="Noted").click()
        expect(page.locator("[data-alerts]")).to_have_text(str(left))
    expect(page.locator("[data-alert]")).to_have_count(0)
    assert set(Alert.objects.values_list("acknowledged_by", flat=True)) == {"ivo"}


@pytest.mark.faults
def test_who_goes_to_a_held_coup_is_seen_at_the_pit_at_the_desk_and_by_the_dealer(opened: Opened) -> None:
    table = ready_table()
    deal(table, "P100@1")
    pit, desk, console = opened("/pit/"), opened("/tables/T3/"), opened("/tables/T3/dealer/", badge="dario")
    pit.evaluate(script("desk", "countTones"))
    pit.locator("[data-sound]").click()
    table.does("report_incident", kind="inverted", facts={"laid": ["banco", "punto", "punto", "banco"]})
    tile = pit.locator("[data-alert]")
    expect(tile).to_contain_text("Awaited: the presence of Ispettore di Gioco.")
    expect(tile).to_contain_text("the coup is held")
    assert pit.evaluate("window.tones") == 3
    tile.get_by_role("button", name="I am going").click()
    for page in (pit, desk):
        expect(page.get_by_text("ivo is on the way").first).to_be_visible()
    expect(console.locator(".held-steps").get_by_text("ivo")).to_be_visible()
    expect(pit.locator("[data-alerts]")).to_have_text("0")
    incident = Alert.objects.get().incident
    table.cast.ispettore.does("attest", incident=incident)
    expect(tile).to_contain_text("Awaited: the Ispettore di Gioco ratifies.")
    table.cast.ispettore.does("ratify", incident=incident)
    for page in (pit, desk):
        expect(page.locator(".alert, .incident").get_by_text("ivo is on the way")).to_have_count(0)
    expect(console.locator(".held-steps")).to_have_count(0)
    expect(pit.locator("[data-alert]")).to_have_count(0)


@pytest.mark.faults
@pytest.mark.parametrize("language", LANGUAGES)
def test_however_many_alerts_there_are_they_cover_nothing_at_the_desk(opened: Opened, language: str) -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("report_incident", kind="inverted", facts={"laid": ["banco", "punto", "punto", "banco"]})
    page = opened("/tables/T3/", language=language)
    expect(page.locator(".desk-side .alert")).to_have_count(1)
    for count in (1, 2, 5):
        page.evaluate(script("desk", "addAlerts"), count)
        assert page.evaluate(script("desk", "covered")) == [], count


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_what_the_house_is_told_stands_at_the_desk_below_what_the_table_calls(
    opened: Opened, width: int, height: int
) -> None:
    ready_table().does("report_visible")
    with_pin(Role.ISPETTORE_GIOCO, badge="margherita-barbaross")
    reset("margherita-barbaross")
    page = opened("/tables/T3/", language="de")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".panel-alerts .proposal")).to_have_count(1)
    for key in page.locator(".panel-alerts .alert .act").all():
        expect(key).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["it", "de"])
def test_beside_a_bank_every_act_of_the_desk_is_in_view_on_a_small_tablet(opened: Opened, language: str) -> None:
    bank_table().opens()
    page = opened("/tables/T3/", language=language)
    page.set_viewport_size({"width": 1024, "height": 768})
    acts = page.locator(".panel-decisions .act").filter(visible=True)
    expect(acts.first).to_be_visible()
    for act in acts.all():
        expect(act).to_be_in_viewport(ratio=1)


@pytest.mark.faults
def test_the_sound_can_be_turned_off(opened: Opened) -> None:
    table = ready_table()
    page = opened("/pit/")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("[data-sound]").click()
    expect(other.locator("[data-sound]")).to_have_attribute("data-sound", "on")
    page.evaluate(script("desk", "countTones"))
    page.locator("[data-sound]").click()
    page.locator("[data-sound]").click()
    for window in (page, other):
        expect(window.locator("[data-sound]")).to_have_attribute("data-sound", "off")
    table.does("report_visible")
    expect(page.locator("[data-alert]")).to_have_count(1)
    assert page.evaluate("window.tones") == 0
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("data-sound", "off")


@pytest.mark.faults
def test_who_only_watches_is_told_and_asked_for_nothing(opened: Opened) -> None:
    ready_table().does("report_visible")
    page = opened("/pit/", badge="cosima")
    expect(page.locator("[data-alert]")).to_be_visible()
    expect(page.get_by_role("button", name="Noted")).to_have_count(0)


# --- the desk


@pytest.mark.faults
def test_a_seat_is_given_to_somebody_who_just_came_by_one_press(opened: Opened) -> None:
    table = ready_table(ADMIRAL, seats=2)
    page = opened("/tables/T3/", badge="italo")
    page.locator("[data-opens=seat-5]").click()
    dialog = page.locator("#seat-5")
    dialog.get_by_label("Guest", exact=True).fill("ida")
    dialog.get_by_label("identity and age checked").check()
    dialog.get_by_role("button", name="Assign the seat").click()
    expect(dialog).not_to_be_visible()
    expect(page.locator("[data-opens=seat-5]")).to_contain_text("ida")
    assert verbs(table)[:4] == ["occupy", "assign", "confirm_identity", "reserve"]


@pytest.mark.faults
def test_a_seat_is_given_from_the_waiting_list_and_marked_with_its_age(opened: Opened) -> None:
    table = ready_table(seats=2)
    page = opened("/tables/T3/")
    page.get_by_role("button", name="Waiting list").click()
    page.get_by_label("Another guest").fill("hugo")
    page.get_by_role("button", name="Add").first.click()
    page.locator("[data-opens=seat-7]").click()
    page.locator("#seat-7").get_by_role("button", name="hugo").click()
    expect(page.locator("[data-opens=seat-7]")).to_contain_text("hugo")
    page.locator("[data-opens=seat-7]").click()
    page.get_by_role("button", name="Marks the place").click()
    expect(page.locator("[data-opens=seat-7] time")).to_contain_text("now")
    assert table.state.positions["7"].state == "marked"


@pytest.mark.faults
def test_limits_are_typed_as_amounts_of_the_table_and_a_refusal_is_said_while_the_sheet_stays(opened: Opened) -> None:
    table = ready_table()
    page = opened("/tables/T3/", language="it")
    page.locator("[data-opens=sheet-limits]").click()
    fields = page.locator("#sheet-limits input")
    expect(fields.nth(0)).to_have_value("10")
    fields.nth(1).fill("12,50")
    page.locator("#sheet-limits .act-gold").click()
    expect(page.locator("#said:popover-open")).to_contain_text("non si può puntare con i gettoni di questo tavolo")
    _a_tap_on_what_is_said_takes_it_away_and_does_nothing_else(page)
    expect(page.locator("#sheet-limits")).to_be_visible()
    expect(fields.nth(1)).to_have_value("12,50")
    page.evaluate(script("desk", "withoutPopovers"))
    for place, text in enumerate(("25", "2500", "5", "1.000")):
        fields.nth(place).fill(text)
    page.locator("#sheet-limits .act-gold").click()
    expect(page.locator("#sheet-limits")).to_be_visible()  # a thousand with a point is no amount here
    fields.nth(3).fill("250")
    page.locator("#sheet-limits .act-gold").click()
    expect(page.locator(".limits-coming").first).to_have_text("25–2.500")
    coming = {(it.kind, it.minimum, it.maximum) for it in table.state.limit_ranges if it.standing == "next"}
    assert coming == {("main", 2500, 250_000), ("egalite", 500, 25_000)}


def _a_tap_on_what_is_said_takes_it_away_and_does_nothing_else(page: Page) -> None:
    """It went through to what is covered, and beside the sheet closed it."""
    said = page.locator("#said")
    box = said.bounding_box() or pytest.fail("nothing is said")
    page.mouse.click(box["x"] + box["width"] - 50, box["y"] + box["height"] / 2)
    expect(said).to_be_hidden()


@pytest.mark.faults
def test_the_game_is_suspended_and_goes_on(opened: Opened) -> None:
    table = ready_table()
    page = opened("/tables/T3/")
    page.get_by_role("button", name="Suspend …").click()
    page.get_by_label("Reason").fill("a lamp fell")
    page.get_by_role("button", name="Suspend", exact=True).click()
    expect(page.locator(".record li").first).to_contain_text("suspends the game: a lamp fell")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Suspend …")).to_be_visible()
    assert verbs(table)[:2] == ["resume", "suspend"]
    _odds_are_those_of_the_last_look(page)


def _odds_are_those_of_the_last_look(page: Page) -> None:
    """Also where the answer to an earlier one is the last to come."""
    delayed = list[Route]()
    page.route("**/odds/", lambda route: delayed.extend([route]), times=1)
    page.locator("[data-odds]").click()
    page.locator("[data-odds-again]").click()
    text = page.locator("#odds #odds-text")
    expect(text).to_be_visible()
    with page.expect_event("requestfinished"):
        delayed[0].fulfill(content_type="text/html", body="<p id=odds-text>of before</p>")
    page.locator("#odds [data-closes]").last.click()
    expect(text).not_to_have_text("of before")


@pytest.mark.faults
def test_what_was_keyed_wrong_is_put_right(opened: Opened) -> None:
    table = in_phase("declared")
    page = opened("/tables/T3/")
    page.get_by_role("button", name="Put right …").click()
    page.get_by_text("The declaration").click()
    page.get_by_label("The reader declared").select_option("no_carta")
    page.locator("#sheet-corrections details[open]").get_by_label("Because it was").select_option("misheard")
    page.locator("#sheet-corrections details[open]").get_by_role("button", name="Put right").click()
    expect(page.locator(".record li").first).to_contain_text("«no carta», not «carta»")
    assert table.state.coup is not None
    assert table.state.coup.claim == "no_carta"


@pytest.mark.faults
def test_who_looks_signs_on_and_off(opened: Opened) -> None:
    table = ready_table()
    page = opened("/tables/T3/", badge="delia")
    page.get_by_role("button", name="Sign on").click()
    expect(page.get_by_role("button", name="Sign on")).to_have_count(0)
    page.get_by_role("button", name="Sign off", exact=True).click()
    expect(page.get_by_role("button", name="Sign on")).to_be_visible()
    page.get_by_role("button", name="Sign dario off").click()
    expect(page.locator(".people")).not_to_contain_text("dario")
    assert verbs(table)[:3] == ["sign_off", "sign_off", "sign_on"]


@pytest.mark.faults
def test_on_a_phone_an_alert_and_the_sheet_of_its_case_are_in_reach_wherever_one_reads(opened: Opened) -> None:
    table = ready_table()
    cases.inverted(table)
    page = opened("/tables/T3/", language="de", screen="phone")
    reach = [".panel-alerts .act", ".panel-alerts .act-alert", ".incident .pick-gold"]
    for count in (1, 2):
        if count == 2:
            cases.report(table, "unforeseen", what="other")
        expect(page.locator(".incident")).to_have_count(count)
        for width, height in ((320, 640), (360, 640), (390, 664), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(script("desk", "outOfReach"), reach) == [], (count, width, height)
    page.locator("#said").evaluate("it => (it.hidden = !(it.firstElementChild.textContent = 'Nein. '.repeat(40)))")
    assert page.locator("#said .said-close").evaluate("it => it.scrollWidth <= it.clientWidth")


@pytest.mark.faults
@pytest.mark.parametrize("screen", ["tablet", "phone"])
def test_that_nothing_counts_at_a_training_table_is_read_and_covers_nothing(opened: Opened, screen: str) -> None:
    room.training_table()
    page = opened("/pit/", badge=room.INSTRUCTOR, language="de", screen=screen)
    for path in ("/pit/", f"/tables/{room.CODE}/"):
        opened(path, before=page)
        expect(page.locator(".training-mark")).to_be_in_viewport()
        expect(page.locator(".tile, .desk-felt")).to_be_in_viewport(ratio=0.5)
        assert page.locator(".training-mark").evaluate("it => it.offsetHeight") < 40
        assert page.evaluate(script("desk", "belowTheMark")) == [], path
    assert page.evaluate("document.querySelector('.bar').scrollWidth - document.querySelector('.bar').clientWidth") <= 0
    expect(page.locator(".panel-alerts")).to_be_hidden()
    if screen == "phone":
        expect(page.locator(".region-incidents")).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_a_sheet_and_what_is_typed_into_it_stay_while_the_table_moves(opened: Opened) -> None:
    table = ready_table()
    page = opened("/tables/T3/")
    page.get_by_role("button", name="Note …").click()
    page.get_by_label("Your remark").fill("The reader hesitated.")
    for verb, given in (*(act for _, act in COUP[:5]),):
        table.does(verb, **given)
    expect(page.locator(".record li").first).to_contain_text("the four cards are out")
    expect(page.get_by_label("Your remark")).to_be_focused()
    expect(page.get_by_label("Your remark")).to_have_value("The reader hesitated.")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".record li").first).to_contain_text("note: The reader hesitated.")
    page.get_by_role("button", name="Note …").click()
    expect(page.get_by_label("Your remark")).to_have_value("")


def test_the_desk_is_used_by_keyboard_alone(opened: Opened) -> None:
    table = ready_table(seats=1)
    page = opened("/tables/T3/")
    page.locator("[data-opens=seat-1]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#seat-1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#seat-1")).not_to_be_visible()
    expect(page.locator("[data-opens=seat-1]")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#seat-1").get_by_role("button", name="Marks the place").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-opens=seat-1] time")).to_be_visible()
    assert verbs(table)[0] == "mark"


# --- a coup again


@pytest.mark.faults
def test_a_coup_is_walked_through_with_the_arrow_keys(opened: Opened) -> None:
    in_phase("announced")
    page = opened("/tables/T3/coups/1.1/", live=False)
    expect(page.locator(".replay-now")).to_contain_text("Step 1 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-now")).to_contain_text("position 1: 100 on Punto")
    expect(page.locator(".pile-amount")).to_have_text("100")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay-now")).to_contain_text("Step 1 of")
    page.get_by_role("link", name="Last").click()
    expect(page.locator(".hand-won")).to_have_count(1)
    expect(page.locator(".place-name").first).to_have_text("anna")
    line, felt = page.locator(".entry-now"), page.locator(".replay-felt svg.live-felt")
    for key in ("Home", "End"):
        page.keyboard.press(key)
        expect(line).to_be_in_viewport(ratio=1)
        expect(felt).to_be_in_viewport(ratio=1)
    page.keyboard.press("Home")
    page.get_by_role("combobox", name="Speed").select_option("fast")
    page.locator(".replay-head").click()
    for _repeated in range(2):
        page.keyboard.down("Space")
    page.keyboard.up("Space")
    expect(page.locator(".replay-now")).to_contain_text("position 1: 100 on Punto")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


# --- how it looks


def pit_and_tables() -> None:
    """A pit with something to see in it."""
    table = in_phase("drawing")
    table.does("mark", position="4")
    table.cast.ispettore.does("reserve", guest="hugo")
    ready_table(MALTA, code="M1").cast.direzione.does(
        "set_limits", limits={"main": [500, 5000], "egalite": [250, 2500]}
    )
    ready_table(ADMIRAL, code="A1").does("report_visible")


def seen_at(page: Page, screen: str) -> None:
    """The same page at a screen of another size."""
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(script("looks", "settled"))


@pytest.mark.faults
@pytest.mark.parametrize("language", LANGUAGES)
@in_two_parts(3)
def test_nothing_scrolls_or_sticks_out_and_axe_finds_nothing(opened: Opened, language: str, part: slice) -> None:
    pit_and_tables()
    axe, wrong, page = Axe(), dict[tuple[str, ...], object](), None
    paths = ("/tables/T3/", "/pit/", "/tables/M1/")
    for path in paths:
        page = opened(path, language=language, before=page)
        for screen in ("display", "tablet"):
            seen_at(page, screen)
            for look in (SCROLLS, STICKING_OUT, script("looks", "smallOnDesk")):
                wrong[path, screen, look] = page.evaluate(look)
        if language == "de" and path in paths[part]:
            wrong[path, "axe"] = axe.complaints(page)
    for path in ("/tables/T3/coups/1.1/?step=6", "/tables/T3/coups/")[part] if language == "de" else ():
        wrong[path, "axe"] = axe.complaints(opened(path, live=False, before=page))
    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.faults
def test_smaller_screens_scroll_downwards_only(opened: Opened) -> None:
    pit_and_tables()
    page, wrong = None, dict[tuple[str, str], object]()
    for path in ("/pit/", "/tables/T3/", "/tables/T3/coups/", "/tables/T3/coups/1.1/?step=4"):
        page = opened(path, language="de", screen="phone", live="coups" not in path, before=page)
        for screen in ("upright", "phone"):
            seen_at(page, screen)
            wrong[path, screen] = page.evaluate(STICKING_OUT)
            assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), (path, screen)
            for helps in page.locator(".desk-head .help").all():
                helps.click(trial=True)
    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.faults
@in_two_parts(7)
def test_axe_finds_nothing_in_the_sheets(opened: Opened, part: slice) -> None:
    pit_and_tables()
    page, axe, wrong = opened("/tables/T3/"), Axe(), dict[str, str]()
    named = ("seat-1", "seat-9", "limits", "waiting", "corrections", "note", "figures")[part]
    for dialog in [it if it.startswith("seat") else f"sheet-{it}" for it in named]:
        page.locator(f"[data-opens={dialog}]").first.click()
        expect(page.locator(f"#{dialog}")).to_be_visible()
        # What lies behind the sheets is the same behind all of them.
        wrong[dialog] = axe.complaints(page, None if dialog == "seat-1" else f"#{dialog}")
        page.keyboard.press("Escape")
        expect(page.locator(f"#{dialog}")).not_to_be_visible()
    assert {dialog: found for dialog, found in wrong.items() if found} == {}


@pytest.mark.faults
def test_the_house_of_the_table_is_said_in_its_own_words(opened: Opened) -> None:
    ready_table(VENEZIA)
    page = opened("/tables/T3/", language="de")
    expect(page.locator(".seats")).to_contain_text("anna")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", name="Register")).to_be_visible()
