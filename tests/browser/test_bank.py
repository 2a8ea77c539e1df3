"""The bank under hands at the console: presses of a change, of a fill, and of the count at closing, by its digits."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from bank.models import BankCount, BankSession, Movement
from bank.play.tables import above_the_slips
from table.rules.profile import Role
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.croupier.coups import play
from tests.rig.room import Hand, page_of
from tests.rig.scripts import script
from tests.rig.sockets import session_of
from tests.rig.staff import PIN, with_pin
from tests.rig.tables import prepare_shoe, seat

pytestmark = pytest.mark.django_db(transaction=True)
OUT_OF_REACH = script("desk", "isOutOfReach")
LINES = (
    "one => { const all = document.createRange(); all.selectNodeContents(one); return all.getClientRects().length; }"
)


def signs(hand: Hand, badge: str, reason: str = "") -> None:
    """Somebody signs at this device by badge and PIN, which are no presses of the dealer."""
    dialog = hand.page.locator("#bank-sign")
    expect(dialog).to_be_visible()
    if reason:
        dialog.locator("[name=reason]").fill(reason)
    dialog.locator("[name=badge]").fill(badge)
    dialog.locator("[name=pin]").fill(PIN)
    dialog.locator(".bank-next").click()
    expect(dialog).to_be_hidden()


def keys(hand: Hand, pieces: dict[str, int]) -> None:
    """A count is keyed: the digits of each kind in the order of the keys, and the key for the next one."""
    order = hand.page.locator("dialog[open] .counter-kind")
    for place in range(order.count()):
        number = pieces.get(order.nth(place).get_attribute("data-cents") or "", 0)
        for digit in str(number) if number else "":
            hand.press(hand.page.locator(f"dialog[open] [data-digit='{digit}']"))
        if place + 1 < order.count():
            hand.press(hand.page.locator("dialog[open] [data-digit='next']"))


@pytest.mark.faults
@pytest.mark.parametrize("closing", [False, True])
def test_a_change_a_fill_and_the_count_at_closing_need_few_presses(hand: Callable[..., Hand], *, closing: bool) -> None:
    at = bank_table()
    at.opens()
    ispettore = with_pin(Role.ISPETTORE_GIOCO, badge=at.table.cast.ispettore.person.badge).badge
    with_pin(Role.DEALER, badge=at.table.cast.dealer.person.badge)
    dealer = hand(at.table.cast.dealer.person.badge)
    dealer.watch.running = True

    dealer.press("[data-opens=bank-change]")
    dealer.press("dialog[open] [data-note='10000']")
    dealer.press("dialog[open] .bank-next")
    expect(dealer.page.locator("#bank-change")).to_be_hidden()
    assert (dealer.presses, BankSession.objects.get().notes) == (3, 10_000)

    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})
    at.cassa.does("issue", movement=2, pieces={"10000": 20})
    expect(dealer.page.locator(".bank-band")).to_be_visible()
    dealer.presses = 0
    dealer.press(".bank-band button")
    dealer.press("dialog[open] form:not(.counting) .bank-next")
    dealer.press("dialog[open] [data-sign]")
    signs(dealer, ispettore)
    expect(dealer.page.locator(".bank-band")).to_have_count(0)
    assert (dealer.presses, Movement.objects.get(number=2).status) == (3, "received")
    if closing:
        counts_at_closing(at, dealer)


@pytest.mark.faults
def test_all_that_calls_at_once_lies_at_its_own_place_at_every_size(hand: Callable[..., Hand]) -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "anna", "1")
    play(at.table, "P100@1")
    at.table.cast.ispettore.does("midway_count", reason="control")
    page = hand(at.table.cast.dealer.person.badge, language="de").page
    last, bands = page.locator(".summary-last"), page.locator(".bank-band")
    expect(bands).to_have_count(1)
    assert bottom(last) <= top(bands)

    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})
    at.cassa.does("issue", movement=2, pieces={"10000": 20})
    expect(bands).to_have_count(2)
    for width, height in ((1280, 800), (1024, 768), (1280, 640), (800, 1280), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        places = [*bands.locator("button").all(), *page.locator(".bank-keys button").all()]
        assert len(places) == 4
        hidden = page.locator(".bank-bands").evaluate("one => one.scrollHeight - one.clientHeight")
        assert hidden == 0, (width, height)
        for place in places:
            expect(place).to_be_in_viewport(ratio=1)
            assert not place.evaluate(OUT_OF_REACH), (width, height, place.text_content())


@pytest.mark.faults
def test_a_band_that_waits_for_two_offices_covers_no_key_and_is_as_large_as_all_that_is_read(
    hand: Callable[..., Hand],
) -> None:
    at = bank_table(replace(WITH_BANK, bank_presence="with_comunale"))
    cast, console = at.table.cast, at.table.cast.dealer.person.badge
    at.brings()
    at.counts("opener", FLOAT)
    at.attests("opener")
    cast.comunale.does("attest_count", what="opener", device=console)
    at.accepts("opener")
    prepare_shoe(at.table, at.table.state.profile)
    cast.ispettore.does("open_table")
    cast.ispettore.does("request_fill", pieces={"100000": 20})
    cast.ispettore.does("request_credit", pieces={"10000": 20})
    at.cassa.does("issue", movement=2, pieces={"100000": 20})
    at.table.does("receive", movement=2, pieces={"100000": 20})
    page = hand(console, language="de").page
    bands = page.locator(".bank-band")
    expect(bands.first).to_contain_text("Ispettore Comunale, Ispettore di Gioco")
    for width, height in ((1280, 800), (1024, 768), (1280, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".bank-bands").evaluate("one => one.scrollHeight - one.clientHeight") == 0, (width, height)
        assert bands.first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 16, (width, height)
        for place in (*bands.locator("button").all(), *page.locator(".bank-keys button").all()):
            expect(place).to_be_in_viewport(ratio=1)
            assert not place.evaluate(OUT_OF_REACH), (width, height, place.text_content())
        if (width, height) == (390, 844):
            assert bottom(bands.last) <= top(page.locator(".bank-keys"))


@pytest.mark.faults
def test_what_is_signed_of_a_count_is_read_without_scrolling_whatever_its_kinds_take(hand: Callable[..., Hand]) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("midway_count", reason="control")
    at.counts("midway", FLOAT, foreign=2)
    dealer = hand(at.table.cast.dealer.person.badge, language="de")
    dealer.press("[data-opens=bank-count]")
    for attested in (False, True):
        if attested:
            at.attests("midway")
            expect(dealer.page.locator("dialog[open] .counted-difference")).to_be_visible()
        for width, height in ((1280, 800), (1024, 768), (1280, 640), (390, 844)):
            dealer.page.set_viewport_size({"width": width, "height": height})
            dealer.page.locator("dialog[open]").evaluate("one => (one.scrollTop = 0)")
            for place in (".counted-foreign", ".counted-by", ".piles-total", ".bank-next", ".bank-act"):
                one = dealer.page.locator(f"dialog[open] {place}").first
                expect(one).to_be_in_viewport(ratio=1)
                assert not one.evaluate(OUT_OF_REACH), (width, height, place)


@pytest.mark.faults
def test_what_came_less_is_keyed_without_scrolling_and_without_the_key_that_says_it_is_all(
    hand: Callable[..., Hand],
) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})
    at.cassa.does("issue", movement=2, pieces={"10000": 20})
    dealer = hand(at.table.cast.dealer.person.badge, language="de")
    dealer.press(".bank-band button")
    dealer.press("dialog[open] .moving-other summary")
    for width, height in ((1280, 800), (1024, 768), (1280, 640), (390, 844)):
        dealer.page.set_viewport_size({"width": width, "height": height})
        expect(dealer.page.locator("dialog[open] .moving > form")).to_be_hidden()
        for place in (".counter-total", "[data-digit='0']", ".bank-next:visible"):
            expect(dealer.page.locator(f"dialog[open] {place}")).to_be_in_viewport(ratio=1)


@pytest.mark.faults
def test_a_count_made_again_says_why_above_its_keys_which_stand_beside_the_digits(hand: Callable[..., Hand]) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("midway_count", reason="control")
    at.counts("midway", FLOAT)
    at.attests("midway")
    at.table.cast.ispettore.does("recount", what="midway", reason="a pile fell")
    dealer = hand(at.table.cast.dealer.person.badge)
    dealer.press("[data-opens=bank-count]")
    why, keyed, digits = (
        dealer.page.locator(f"dialog[open] {it}") for it in (".counting-again", ".counter", ".counter-hand")
    )
    expect(why).to_contain_text("a pile fell")
    for width, height in ((1280, 800), (1024, 768)):
        dealer.page.set_viewport_size({"width": width, "height": height})
        expect(why).to_be_in_viewport(ratio=1)
        assert bottom(why) <= top(keyed) == top(digits), (width, height)


def top(one: Locator) -> float:
    """Where it begins on the page, in pixels from above."""
    box = one.bounding_box()
    assert box is not None
    return box["y"]


def bottom(one: Locator) -> float:
    """Where it ends on the page, in pixels from above."""
    box = one.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.faults
def test_what_an_exchange_comes_to_is_said_of_the_side_whose_kind_is_chosen(hand: Callable[..., Hand]) -> None:
    at = bank_table()
    at.opens()
    dealer = hand(at.table.cast.dealer.person.badge)
    dealer.press("[data-opens=bank-sheet]")
    dealer.press("dialog[open] [data-leads=bank-request-exchange]")
    total = dealer.page.locator("dialog[open] .counter-total")
    for side, title, worth in (("out", "goes to the cage", "€100.00"), ("into", "comes to the table", "€50.00")):
        dealer.press(f"dialog[open] [data-counter={side}] [data-cents='{worth[1:-3]}00']")
        dealer.press("dialog[open] [data-digit='1']")
        expect(total).to_have_text(re.compile(rf"{title}\s*{re.escape(worth)}"))


def counts_at_closing(at: AtBank, dealer: Hand) -> None:
    """The table is closed, and its pieces are counted by the digits of the console."""
    at.table.cast.ispettore.does("close_table")
    expect(dealer.page.locator(".next[data-opens=bank-count]")).to_be_visible()
    _a_refusal_is_read_at_the_count_and_elsewhere_once_it_is_closed(dealer)
    dealer.presses = 0
    dealer.press(".next[data-opens=bank-count]")
    expect(dealer.page.locator("#bank-count [data-refused]")).to_be_empty()
    keys(dealer, FLOAT)
    dealer.press("dialog[open] .bank-next")
    expect(dealer.page.locator("dialog[open] .counted")).to_be_visible()
    ground = "it => getComputedStyle(it).backgroundColor"
    attests, dialog = dealer.page.locator("dialog[open] .counted > .bank-next"), dealer.page.locator("dialog[open]")
    assert attests.evaluate(ground) != dialog.evaluate(ground)  # its ink is dark
    assert dealer.presses <= 40
    counted = BankCount.objects.get(kind="closer").tries.get()
    assert {int(cents): number for cents, number in counted.pieces.items()} == {int(it): FLOAT[it] for it in FLOAT}


def _a_refusal_is_read_at_the_count_and_elsewhere_once_it_is_closed(dealer: Hand) -> None:
    dealer.press(".next[data-opens=bank-count]")
    # A hundred to a browser, and one to whoever reads its digits alone.
    dealer.page.locator("#bank-count [name=foreign]").fill("1e2")
    done = dealer.page.locator("#bank-count .bank-next")
    done.click()
    expect(dealer.page.locator("#bank-count [data-refused]")).to_contain_text("foreign")
    done.evaluate("it => (it.click(), it.closest('dialog').close())")
    expect(dealer.page.locator("#said")).to_contain_text("foreign")


def test_what_is_signed_again_because_its_answer_was_lost_is_done_once(hand: Callable[..., Hand]) -> None:
    at = bank_table()
    at.opens()
    ispettore = with_pin(Role.ISPETTORE_GIOCO, badge=at.table.cast.ispettore.person.badge).badge
    dealer = hand(at.table.cast.dealer.person.badge)

    def done_and_unheard(route: Route) -> None:
        """The act reaches the house; a proxy answers for it."""
        route.fetch()
        route.fulfill(status=502)

    dealer.page.route("**/bank/sign/", done_and_unheard, times=1)
    dealer.press("[data-opens=bank-sheet]")
    dealer.press("dialog[open] [data-leads=bank-request-fill]")
    keys(dealer, {"10000": 20})
    dealer.press("dialog[open] .bank-next")
    dialog = dealer.page.locator("#bank-sign")
    total = dealer.page.locator("#bank-request-fill [data-total]")
    before = total.text_content() or ""
    dialog.locator("h2").click()
    dealer.page.keyboard.press("7")  # is none of the digits of the count below
    expect(total).to_have_text(before)
    dialog.locator("[name=badge]").fill(ispettore)
    dialog.locator("[name=pin]").fill(PIN)
    dialog.locator(".bank-next").click()
    expect(dialog.locator("[data-refused]")).not_to_be_empty()
    dialog.locator("[name=pin]").fill(PIN)
    dialog.locator(".bank-next").click()
    expect(dialog).to_be_hidden()
    assert Movement.objects.filter(number__gt=1).count() == 1


@pytest.mark.faults
def test_a_refusal_that_comes_after_its_sheet_was_closed_is_not_that_of_what_is_signed_next(
    hand: Callable[..., Hand],
) -> None:
    at = bank_table()
    at.opens()
    dealer = hand(at.table.cast.dealer.person.badge)
    delayed = list[Route]()
    dealer.page.route("**/bank/sign/", lambda route: delayed.extend([route]))
    dealer.press("[data-opens=bank-sheet]")
    dealer.press("dialog[open] [data-leads=bank-request-fill]")
    dealer.press("#bank-request-fill .bank-next")
    dialog = dealer.page.locator("#bank-sign")
    for first in (True, False):
        for name in ("badge", "pin"):
            dialog.locator(f"[name={name}]").fill("000000")
        with dealer.page.expect_request("**/bank/sign/"):
            dialog.locator(".bank-next").click()
        if first:
            dialog.locator("[data-closes]").click()
            dealer.press("#bank-request-fill .bank-next")
    delayed[0].fulfill(status=409, json={"sentence": "Check both."})
    expect(dealer.page.locator("#said")).to_contain_text("Check both.")
    expect(dialog.locator("[data-refused]")).to_be_empty()
    delayed[1].fulfill(status=409, json={"sentence": "Not so."})
    expect(dialog.locator("[data-refused]")).to_contain_text("Not so.")


@pytest.mark.faults
def test_a_key_that_is_held_down_at_the_cage_goes_no_further_than_one_press(
    reader: Callable[..., Page], base_url: str
) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})
    known = {settings.SESSION_COOKIE_NAME: session_of(at.cassa.person.badge)}
    cassa = Hand(page_of(reader, base_url, "/cassa/", known, language="en", screen="tablet"))
    cassa.press(".cassa-requested .bank-act")
    kinds = cassa.page.locator("dialog[open] .counter-kind")
    cassa.press(kinds.first)
    for _repeated in range(kinds.count() + 2):
        cassa.page.keyboard.down("Enter")
    expect(kinds.nth(1)).to_have_attribute("data-own-chosen", "")


@pytest.mark.faults
def test_without_a_link_the_keys_of_the_bank_are_as_dim_as_the_others_and_the_words_cover_the_act(
    hand: Callable[..., Hand],
) -> None:
    at = bank_table()
    at.opens()
    page = hand(at.table.cast.dealer.person.badge).page
    dimmed, covered, act = page.evaluate(script("console", "loseLink"))
    assert dimmed == ["0.4", "0.4"]
    assert covered <= act


@pytest.mark.faults
def test_a_sheet_closes_also_where_it_is_drawn_anew_before_its_answer_comes(
    reader: Callable[..., Page], base_url: str
) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})

    delayed = list[tuple[WebSocketRoute, str | bytes]]()

    def through(screen: WebSocketRoute) -> None:
        """Hold back the answers of the house."""
        house = screen.connect_to_server()
        house.on_message(
            lambda frame: delayed.append((screen, frame)) if json.loads(frame)["kind"] == "done" else screen.send(frame)
        )

    def opens(language: str, screen: str) -> Page:
        page = reader(language, screen)
        page.route_web_socket(re.compile("/live/"), through)
        return page

    known = {settings.SESSION_COOKIE_NAME: session_of(at.cassa.person.badge)}
    cassa = Hand(page_of(opens, base_url, "/cassa/", known, language="en", screen="tablet"))
    cassa.press(".cassa-requested .bank-act")
    cassa.press("dialog[open] .bank-next")
    expect(cassa.page.locator(".cassa-issued")).to_be_visible()
    for screen, frame in delayed:
        screen.send(frame)
    expect(cassa.page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.faults
@pytest.mark.parametrize("language", ["it", "de"])
def test_the_banks_of_a_house_are_read_at_a_desk_without_scrolling_across(
    reader: Callable[..., Page], base_url: str, language: str
) -> None:
    bank_table().opens()
    auditor = {settings.SESSION_COOKIE_NAME: session_of(with_pin(Role.AUDITOR).badge)}
    page = page_of(reader, base_url, "/records/bank/", auditor, language=language, screen="tablet")
    table = page.locator(".wide:has(> table.many)")
    expect(table).to_have_count(1)
    assert table.evaluate("one => one.scrollWidth - one.clientWidth") <= 1


@pytest.mark.faults
def test_the_number_of_a_slip_stands_in_one_line(reader: Callable[..., Page], base_url: str) -> None:
    bank_table().opens()
    auditor = {settings.SESSION_COOKIE_NAME: session_of(with_pin(Role.AUDITOR).badge)}
    page = page_of(reader, base_url, "/records/cash/", auditor, language="de", screen="tablet")
    slip = page.locator("td", has_text=re.compile(r"^D \d{4}/T3/0001$"))
    for width in (1280, 1024, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert slip.evaluate(LINES) == 1, width


@pytest.mark.faults
def test_the_direzione_disposes_at_the_desk_of_what_has_a_slip_and_of_what_was_found_above_it(
    reader: Callable[..., Page], base_url: str
) -> None:
    at = bank_table()
    at.opens()
    left = {"position": "6", "left": "chips", "amount": 2_500}
    at.table.does("report_incident", kind="uncollected", facts=left)
    at.table.cast.ispettore.does("close_table")
    at.counts("custody", {"1000": 3})
    at.attests("custody")
    at.accepts("custody", "a piece too many")
    known = {settings.SESSION_COOKIE_NAME: session_of(at.table.cast.direzione.person.badge)}
    page = page_of(reader, base_url, f"/tables/{at.code}/", known, language="de", screen="tablet")
    for place in ("sheet-custody", "bank-acts"):
        page.locator(f"[data-opens={place}]").first.click()
        form = page.locator(f"#{place} form:has([name=to])")
        form.locator("[name=to]").select_option("cage")
        form.locator("[name=text]").fill("niemand fragt danach")
        form.locator("button").click()
        expect(form).to_have_count(0)
    assert not at.table.state.custody
    assert above_the_slips(BankSession.objects.get()) == 0
