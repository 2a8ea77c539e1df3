"""The table of an online player in a real browser."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import chain

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from table.models import OnlineGame, OnlinePlayer
from tests.browser.looks import SCREENS, SCROLLS, STICKING_OUT
from tests.online.players import nobody_came_before
from tests.rig.scripts import script

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
LINES = script("looks", "lineTops")


@pytest.mark.faults
def test_online_the_rank_of_a_card_touches_neither_its_pips_nor_its_edge(reader: Reader) -> None:
    page = reader("en")
    page.goto("/online/")
    assert page.evaluate(script("online", "crampedFaces")) == []


def test_online_a_player_plays_by_mouse_and_by_key(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    _has_dealt(page)
    page.keyboard.press(" ")
    assert _staked(page) == ("20", "10")
    page.get_by_role("button", name="Clear stakes").click()
    assert _staked(page) == ("", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/online/$"))


def _has_dealt(page: Page) -> None:
    """The player stakes by key and mouse, hears the maximum, and has the first hand dealt."""
    punto, grande = page.locator("[data-box=punto] .bet-press"), page.locator("[data-box=grande] .bet-press")
    page.keyboard.press("3")
    punto.click(click_count=3)
    grande.click()
    punto.click(button="right")
    assert _staked(page) == ("20", "10")
    page.keyboard.press("5")
    punto.click()
    expect(page.locator("[data-said]")).to_have_text("The maximum here is €100.00.")
    promised = page.locator("[data-commitment]").text_content()
    page.evaluate(script("online", "noteSaid"))
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("[data-box=grande][data-how]")).to_be_visible()
    assert page.locator(".dealt .falls").count() >= 4
    assert page.locator("[data-commitment]").text_content() != promised
    (requesting, _), (dealing, _), (result, falling) = page.evaluate("window.said")
    assert requesting == REQUESTED, "before the house has answered nobody knows whether it is dealt"
    assert (dealing, falling) == ("Nothing more is taken: the cards are dealt", 0)
    assert result == page.locator("[data-said]").inner_text()
    expect(page.get_by_role("link", name="New game")).to_be_focused()


@pytest.mark.faults
def test_online_a_lost_link_leaves_a_hand_dealt_and_its_player_finds_it_in_the_history(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    _has_dealt(page)
    page.keyboard.press(" ")
    page.route("**/deal/", _dealt_and_lost)
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("The link was lost")
    expect(page.locator("[data-box=grande][data-how]")).to_be_visible()
    page.unroute("**/deal/")

    expect(page.locator("[data-own-fresh]")).to_have_count(0)
    page.get_by_role("link", name="New game").click()
    assert (_staked(page), page.locator("[data-said]").inner_text()) == (("", ""), "Stakes, please")
    page.locator("[data-box=punto] .bet-press").click()
    page.get_by_role("button", name="Clear stakes").click()
    assert _staked(page) == ("", "")
    _looks_around(page)


def _staked(page: Page) -> tuple[str, str]:
    """What lies on Punto and on Grande."""
    punto, grande = (page.locator(f"[data-box={name}] .bet-stake").inner_text() for name in ("punto", "grande"))
    return punto, grande


def _looks_around(page: Page) -> None:
    """The player turns the sounds on, reads what was dealt to them, and comes back to their table."""
    page.get_by_text("Menu", exact=True).click()
    _switches_sounds_on(page)
    page.keyboard.press("Escape")
    expect(page.get_by_text("Options", exact=True)).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(page.locator(".game-head a")).to_have_text(["Game 2", "Game 1"])
    page.go_back()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/online/$"))


@pytest.mark.faults
def test_online_why_somebody_is_not_let_in_comes_into_view_on_a_phone(reader: Reader) -> None:
    page = reader("it", "phone")
    page.goto("/online/")
    for place, name, field in ((0, "Z", "#sign_up-name"), (1, "Zoe", "#sign_in-password")):
        form = page.locator(".online-form").nth(place)
        form.get_by_label("Nome").fill(name)
        form.get_by_label("Password").fill("correct horse")
        with page.expect_navigation():
            form.get_by_role("button").click()
        expect(page.locator(field)).to_be_focused()
        expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)


@pytest.mark.faults
def test_online_enter_selects_a_chip_and_what_never_arrived_is_not_dealt_however_late_it_comes(reader: Reader) -> None:
    page = reader("en", "phone")
    _comes_to_their_table(page)
    page.get_by_role("radio", name="€5.00").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="€5.00")).to_be_checked()
    page.locator("[data-box=punto] .bet-press").click()
    page.get_by_role("radio", name="€5.00").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-box=punto] .bet-stake")).to_have_text("5")
    assert page.locator("[data-how]").count() == 0, "nothing was dealt by it"

    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_role("link", name="History")).to_be_in_viewport()
    page.keyboard.press("Escape")
    promised = page.locator("[data-commitment]").text_content() or ""
    late: list[str] = []

    def keep_back(route: Route) -> None:
        late.append(route.request.post_data or "")
        route.fulfill(status=408, content_type="application/json", body="{")

    page.route("**/deal/", keep_back)
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("[data-said]")).to_have_text("Not dealt: nothing was staked. Press again.")
    page.unroute("**/deal/")
    expect(page.locator("[data-commitment]")).not_to_have_text(promised)
    headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    answer = page.request.post("/online/baccarat/deal/", data=late[0], headers=headers)
    assert answer.json()["code"] == "E_STALE"
    page.keyboard.press("Enter")
    expect(page.locator("[data-box=punto][data-how]")).to_be_visible()
    expect(page.get_by_role("link", name="New game")).to_be_focused()


@pytest.mark.faults
def test_online_the_menu_of_the_smallest_phone_is_seen_to_its_end_whatever_is_opened_in_it(reader: Reader) -> None:
    page = reader("en", "narrow")
    _comes_to_their_table(page)
    page.get_by_text("Menu", exact=True).click()
    for part in page.locator(".play-bar .tool[open] details summary").all():
        part.click()
        expect(page.locator(".languages button").last).to_be_in_viewport(ratio=1)
        menu = page.locator(".tool[open] > .tool-sheet")
        assert menu.evaluate("one => one.scrollHeight - one.clientHeight") == 0, part.inner_text()
        part.click()


@pytest.mark.faults
def test_online_limits_stand_in_one_line_from_the_least_to_the_most(reader: Reader) -> None:
    page = reader("en")
    page.goto("/online/")
    page.get_by_role("button", name="Try it without an account").click()
    expect(page.locator(".play-live")).to_be_visible()
    page.get_by_text("Menu", exact=True).click()
    page.locator(".tool[open] button[value=de]").click()
    page.get_by_text("Limits", exact=True).click()
    spans = page.locator(".tool-down[open] tbody td")
    expect(spans).to_have_count(6)
    assert [it.inner_text() for it in spans.all() if len({*chain(*it.evaluate(LINES))}) != 1] == []


@pytest.mark.faults
def test_online_a_page_shows_what_is_true_after_each_answer_whatever_happened_elsewhere(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    players = OnlinePlayer.objects.all()
    players.update(balance=2_000_00, staked=4_999_00)
    money, punto = page.locator("[data-money]"), page.locator("[data-box=punto] .bet-press")
    page.keyboard.press("5")
    punto.click()
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("link", name="New game")).to_be_visible()

    expect(page.locator("[data-own-fresh]")).to_have_count(0)
    page.get_by_role("link", name="New game").click()
    punto.click(click_count=2)
    expect(page.locator("[data-box=punto] .bet-stake")).to_have_text("200")
    players.update(balance=0)
    page.get_by_role("button", name="Deal").click()
    expect(money).to_have_text("€0.00")
    players.update(balance=1_000_00)
    punto.click()
    expect(money).to_have_text("€1,000.00")
    punto.click()
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("link", name="New game")).to_be_visible()


@pytest.mark.faults
def test_online_repeat_lays_what_was_dealt_last_also_in_another_window(reader: Reader) -> None:
    page = reader("en")
    page.goto("/online/")
    page.get_by_role("button", name="Try it without an account").click()
    other = page.context.new_page()
    other.goto("/online/baccarat/")
    repeat = other.get_by_role("link", name="Repeat")
    expect(repeat).to_have_attribute("aria-disabled", "true")
    page.locator("[data-box=banco] .bet-press").click()
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    other.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(repeat).to_have_attribute("aria-disabled", "false")
    repeat.click()
    expect(other.locator("[data-box=banco] .bet-stake")).to_have_text("1")
    other.close()


@pytest.mark.faults
def test_online_the_table_of_a_player_fits_every_screen_in_the_longest_language(reader: Reader) -> None:
    page = reader("en", "phone")
    _comes_to_their_table(page)
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator(".play-live")).to_be_visible()
    page.locator("[data-box=either_pair] .bet-press").click()
    expect(page.locator(".chip-flies")).to_have_count(0)
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(STICKING_OUT) == [], name
        assert page.evaluate(script("online", "isRailWhole")), name


def _switches_sounds_on(page: Page) -> None:
    key = page.get_by_role("button", name="Sounds")
    expect(key).to_have_attribute("aria-pressed", "false")
    page.get_by_text("Options", exact=True).click()
    sounds = page.get_by_role("group", name="Sounds")
    expect(sounds.get_by_role("button", pressed=True)).to_have_text("off")
    sounds.get_by_role("button", name="loud").click()
    expect(sounds.get_by_role("button", pressed=True)).to_have_text("loud")
    expect(key).to_have_attribute("aria-pressed", "true")


def _dealt_and_lost(route: Route) -> None:
    """The house has dealt the hand, and its answer is cut off on the way."""
    route.fetch()
    route.fulfill(status=408, content_type="application/json", body='{"over"')


REQUESTED = "The hand is asked for\N{NO-BREAK SPACE}…"
WORDS_OF_A_HAND = {REQUESTED, "Nothing more is taken: the cards are dealt"}


@pytest.mark.parametrize("screen", ["tablet", pytest.param("phone", marks=pytest.mark.faults), "narrow"])
def test_online_a_guest_has_felt_bet_and_deal_in_view_and_nothing_jumps(reader: Reader, screen: str) -> None:
    page = reader("en", screen)
    page.goto("/online/")
    page.get_by_role("button", name="Try it without an account").click()
    expect(page.locator(".play-live")).to_be_visible()
    page.evaluate(script("online", "observe"))
    assert page.evaluate(SCROLLS) is False, "bet and deal are in view"
    page.locator("[data-box=punto] .bet-press").click()
    page.locator("[data-box=perfect_pair] .bet-press").click()
    page.locator("[data-deal]").click()
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    if screen == "tablet":
        assert page.locator(".falls").first.evaluate("it => it.offsetWidth") >= 120
    page.get_by_role("link", name="Repeat").click()
    page.get_by_role("button", name="Clear stakes").click()
    shifted, answered, moments = page.evaluate("[window.shifted, window.answered, window.moments]")
    assert shifted <= 0.02, page.evaluate("window.moved")
    assert answered, "in the next frame"
    falling = [(won, said, heard) for covered, won, said, heard in moments if covered]
    assert falling, "the cards move"
    assert {(won, heard) for won, _said, heard in falling} == {(False, False)}, "nobody has won before the last card"
    assert {said for _won, said, _heard in falling} <= WORDS_OF_A_HAND


@pytest.mark.faults
def test_online_cards_lie_there_at_once_for_whoever_wants_nothing_to_move(reader: Reader) -> None:
    page = reader("en", reduced_motion="reduce")
    _comes_to_their_table(page)
    page.evaluate(script("online", "observe"))
    page.locator("[data-box=punto] .bet-press").click()
    assert page.locator(".chip-flies").count() == 0
    page.locator("[data-deal]").click()
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    assert not any(covered for covered, *_rest in page.evaluate("window.moments"))


def test_online_a_second_tap_that_was_meant_for_deal_leaves_the_hand_where_it_lies(reader: Reader) -> None:
    page = reader("en", reduced_motion="reduce")
    page.goto("/online/")
    page.get_by_role("button", name="Try it without an account").click()
    expect(page.locator(".play-live")).to_be_visible()
    page.locator("[data-box=punto] .bet-press").click()
    page.evaluate(script("online", "tapTwice"))
    expect(page.locator("[data-own-fresh]")).to_have_count(0)
    expect(page.locator("[data-box=punto][data-how]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-box=punto][data-how]")).to_have_count(0)


@pytest.mark.faults
def test_online_after_an_hour_the_table_asks_whether_its_player_goes_on(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    OnlinePlayer.objects.update(sitting_since=timezone.now() - timedelta(minutes=61))
    page.locator("[data-box=punto] .bet-press").click()
    page.locator("[data-deal]").click()
    check = page.get_by_role("dialog", name="A look at the clock")
    expect(check).to_be_visible()
    expect(check).to_contain_text("You have been playing for 1:01.")
    page.keyboard.press("Escape")
    expect(check).to_be_visible()
    check.get_by_role("button", name="Go on playing").click()
    expect(check).to_be_hidden()
    expect(page.locator("[data-clock]")).to_have_text("1:01")
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("[data-box=punto][data-how]")).to_be_visible()


@pytest.mark.faults
def test_online_who_may_not_go_on_yet_reads_why_and_the_check_stays_as_it_was(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    OnlinePlayer.objects.update(sitting_since=timezone.now() - timedelta(minutes=61))
    page.reload()
    check = page.get_by_role("dialog", name="A look at the clock")
    page.route("**/go-on/", _too_many)
    check.get_by_role("button", name="Go on playing").click()
    expect(check.get_by_role("status")).to_have_text(TOO_MANY)
    expect(check).to_be_visible()
    expect(page.locator("[data-clock]")).to_have_text("1:01")
    page.unroute("**/go-on/")
    check.get_by_role("button", name="Go on playing").click()
    expect(check).to_be_hidden()
    assert OnlinePlayer.objects.get().sitting_checks == 1
    expect(page.locator("[data-check-said]")).to_have_text("")


@pytest.mark.faults
def test_online_a_table_that_is_not_told_how_it_stands_shows_what_it_showed(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    page.locator("[data-box=punto] .bet-press").click()
    dealt = page.locator("[data-dealt]").inner_text()
    OnlineGame.objects.update(commitment="0" * 64)
    page.route("**/state/", _too_many)
    page.locator("[data-deal]").click()
    expect(page.locator("[data-said]")).to_have_text(TOO_MANY)
    assert page.locator("[data-dealt]").inner_text() == dealt
    assert page.locator("[data-box=punto] .bet-stake").inner_text() == "1"


@pytest.mark.faults
def test_online_a_house_that_is_away_behind_its_proxy_is_asked_until_it_is_back(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    page.locator("[data-box=punto] .bet-press").click()
    page.evaluate("document.body.dataset.before = 'yes'")
    page.route(re.compile("/(deal|state)/"), lambda route: route.fulfill(status=502, content_type="text/html", body=""))
    page.locator("[data-deal]").click()
    expect(page.locator("[data-said]")).to_contain_text("The link was lost")
    page.unroute(re.compile("/(deal|state)/"))
    expect(page.locator("[data-said]")).to_have_text("Not dealt: nothing was staked. Press again.")
    expect(page.locator("body")).to_have_attribute("data-before", "yes")
    assert page.locator("[data-box=punto] .bet-stake").inner_text() == "1"


TOO_MANY = "Very many play here at the moment. Wait a moment, and press again."


def _too_many(route: Route) -> None:
    """Too many are waiting for the house, which refuses to take this as well."""
    route.fulfill(status=429, json={"code": "E_RATE", "sentence": TOO_MANY})


@pytest.mark.faults
def test_online_the_seal_of_the_next_shoe_lies_in_a_drawer_of_its_own(reader: Reader) -> None:
    page = reader("en")
    _comes_to_their_table(page)
    commitment = page.locator("[data-commitment]")
    expect(commitment).to_be_hidden()
    page.get_by_text("Sealed shoe", exact=True).click()
    expect(commitment).to_have_text(re.compile("[0-9a-f]{64}"))
    expect(commitment).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(commitment).to_be_hidden()


def _comes_to_their_table(page: Page) -> None:
    nobody_came_before()
    page.goto("/online/")
    form = page.locator("form", has_text="Open an account")
    form.get_by_label("Name").fill("Carla by mouse")
    form.get_by_label("Password").fill("correct horse")
    form.get_by_role("button").click()
    page.get_by_role("link", name="Baccarat online").click()
    expect(page.locator(".play-live")).to_be_visible()
