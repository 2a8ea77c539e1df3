"""Seat displays and table signs as they hang at the tables: every size, every language, every situation, live."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from table.access import pairing
from table.models import HOUSE, Display
from table.record.door import proposals
from table.rules.houses import ADMIRAL, MALTA
from tests.browser.accessible import Axe
from tests.browser.looks import SCROLLS, STICKING_OUT
from tests.browser.television import TELEVISION
from tests.croupier.cases import newest, report
from tests.croupier.coups import deal, lay, pay, play, turn
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script
from tests.rig.sockets import paired
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]
Hang = Callable[..., Page]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
SIZES = {"10 inches": (1280, 800), "upright": (800, 1280), "7 inches": (1024, 600), "7 upright": (600, 1024)}
SIGN = (1920, 1080)
# From the smallest on, as which a page is opened: what is drawn while it comes costs by its size.
SEAT_SIZES = [(480, 320), (320, 480), (800, 480), (480, 800), *SIZES.values(), (1920, 1200), (1200, 1920)]
SIGN_SIZES = [
    *((480, 320), (320, 480), (800, 480), (480, 800), (1024, 600), (600, 1024)),
    *((1280, 800), (1920, 1080), (1080, 1920), (3840, 2160)),
]
Sizes = dict[str, list[tuple[int, int]]]
ALL_SIZES: Sizes = {"seat": SEAT_SIZES, "sign": SIGN_SIZES}
TIGHTEST: Sizes = {
    "seat": [(480, 320), (320, 480), (800, 480), (600, 1024), (1200, 1920)],
    "sign": [(480, 320), (320, 480), (800, 480), (600, 1024), (3840, 2160)],
}
"""Across and upright the smallest, and the largest: the others lie between them."""
WORDS = script("displays", "wrongWords")
CUT_OFF = script("displays", "cutOff")
OVERLAP = script("displays", "overlaps")
TOUCHING = script("displays", "touchingLines")
SMALL = script("looks", "smallButtons")
TOPS = script("looks", "lineTops")


@pytest.fixture
def hang(reader: Reader, base_url: str) -> Hang:
    """A display hangs at a table, paired to a position or as its sign, and its link is live.

    It may be one that hung elsewhere before; at a place where one hung already, the new one is what that one was.
    """
    paired_at: dict[tuple[str, str], str] = {}

    def hung(
        table: AtTable,
        position: str = "",
        *,
        language: str = "it",
        size: tuple[int, int] = SIGN,
        before: Page | None = None,
    ) -> Page:
        page, at = before or reader(language, **TELEVISION), (table.code, position)
        cookie = paired_at[at] = paired_at.get(at) or paired(*at)
        Display.objects.filter(code=pairing.code_of(cookie)).update(language=language)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.context.add_cookies([{"name": pairing.COOKIE, "value": cookie, "url": base_url}])
        page.goto("/display/")
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        return page

    return hung


# --- what lies on the tables


def reading(code: str = "T3") -> AtTable:
    """Position 2 reads, with as many stakes of its own as a place can hold; new limits are to come."""
    table = ready_table(code=code)
    table.does("mark", position="5")
    deal(table, "P100@1", "P500@2", "T50@2", "B1000@3")
    limits = {"main": [10_000, 1_000_000], "egalite": [2_500, 50_000]}
    table.cast.ispettore.does("set_limits", limits=limits)
    return table


def drawing(code: str = "T3") -> AtTable:
    """Banco is turned, and it is said why Punto’s third card is due."""
    table = ready_table(code=code)
    deal(table, "P100@1", "B1000@3")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["7S", "3S"])
    return table


def announced(code: str = "T3") -> AtTable:
    """The same coup announced."""
    table = reading(code)
    turn(table)
    pay(table)
    return table


def last_and_blank(code: str = "T3") -> AtTable:
    """The last coup, and it is a Colpo in Bianco; an earlier one has been paid."""
    table = announced(code)
    table.does("burn")
    table.does("cut_card_out")
    table.cast.ispettore.does("order_blank")
    return table


def several(code: str = "A1") -> AtTable:
    """Admiral: three stakes before position 2 are settled, two guests stand at 7."""
    table = ready_table(ADMIRAL, code=code)
    for guest in ("hugo", "ida"):
        table.cast.ispettore.does("confirm_identity", guest=guest)
        table.does("stand_at", position="7", guest=guest)
    lay(table, "B1000@2", "T50@2", "P100@7/hugo", "B50@7/ida")
    table.does("close_bets", said=True)
    table.does("deal", cards=["8H", "9S", "QD", "KD"])
    pay(table)
    return table


def held(code: str = "T3") -> AtTable:
    """The cards before the reader lie at the wrong boxes; the Direzione decides, and new limits are to come."""
    table = reading(code)
    report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    table.cast.ispettore.does("refer", incident=table.number, reason="not foreseen")
    return table


def stands_still(code: str = "T3") -> AtTable:
    """Between two coups a case waits for the inspector, while a Colpo in Bianco and the last coup are due."""
    table = announced(code)
    table.press(("burn", {}), ("cut_card_out", {}), ("card_out", {"card": "7S", "exposed": True}))
    report(table, "unforeseen", what="disturbance")
    return table


SITUATIONS: dict[str, Callable[[str], AtTable]] = {
    "reading": reading,
    "announced": announced,
    "last and blank": last_and_blank,
    "several bettors": several,
    "held": held,
    "stands still": stands_still,
}


HUNG = [
    ("de", ["", "2"], [*SITUATIONS][::2], TIGHTEST),
    pytest.param("de", ["", "2", "5", "7"], [*SITUATIONS], ALL_SIZES, marks=pytest.mark.faults),
    ("en", ["", "2"], ["held"], ALL_SIZES),
    ("it", ["", "2"], ["stands still"], ALL_SIZES),
]
"""One situation in two in the longest language, for `make faults` all, some in others; where it is looked at (the sign,
seats), in which sizes."""


@pytest.mark.parametrize(
    ("language", "places", "situations", "sizes"), HUNG, ids=["de", "de-every-size-and-seat", "en", "it"]
)
@pytest.mark.faults
def test_on_displays_of_every_size_nothing_is_cut_nothing_lies_over_another_and_nothing_scrolls(
    hang: Hang, language: str, places: list[str], situations: list[str], sizes: Sizes
) -> None:
    wrong, page = dict[Any, list[Any]](), None
    for number, situation in enumerate(situations, 1):
        table = SITUATIONS[situation](f"D{number}")
        for position in places:
            # One display hangs everywhere in turn: what is live costs, whether anybody looks at it or not.
            page = hang(table, position, language=language, size=SEAT_SIZES[0], before=page)
            wrong |= {(situation, position, size): found for size, found in looked_at(page, position, sizes)}
            if not position:
                lose_the_link(page)
    assert wrong == {}


@pytest.mark.faults
def test_at_a_free_place_nothing_is_cut_while_a_card_is_due(hang: Hang) -> None:
    table, wrong = drawing(), dict[Any, list[Any]]()
    page: Page | None = None
    for language, position in (("it", "8"), ("de", "9")):
        page = hang(table, position, language=language, before=page)
        wrong |= {(language, size): found for size, found in looked_at(page, position)}
    assert wrong == {}


@pytest.mark.faults
def test_on_the_smallest_display_the_sentence_of_a_marked_place_is_not_broken_for_its_age(hang: Hang) -> None:
    table = ready_table()
    table.does("mark", position="5")
    page = hang(table, "5", language="de", size=SEAT_SIZES[0])
    sentence, age = page.locator(".seat-panel-marked .seat-hint").evaluate(TOPS)
    assert len({*sentence}) == 1
    assert min(age) > max(sentence), "how long ago it was stands below"


def looked_at(page: Page, position: str, sizes: Sizes = ALL_SIZES) -> Iterator[tuple[tuple[int, int], list[Any]]]:
    """The sizes in which something is wrong with the display of a position, or with a sign, and what."""
    more = [OVERLAP, SMALL] if position else [TOUCHING]
    looks = ", ".join(f"({look})()" for look in (SCROLLS, WORDS, CUT_OFF, STICKING_OUT, *more))
    for width, height in sizes["seat" if position else "sign"]:
        page.set_viewport_size({"width": width, "height": height})
        if found := [it for it in page.evaluate(f"() => [{looks}]") if it]:
            yield (width, height), found


def lose_the_link(sign: Page) -> None:
    """On the smallest of signs it is said, and nothing sticks out."""
    sign.set_viewport_size({"width": 480, "height": 320})
    sign.locator("body").evaluate("one => one.dataset.link = 'lost'")
    assert sign.evaluate(STICKING_OUT) == []
    expect(sign.locator(".link-at")).to_be_visible()


def test_lines_that_touch_would_be_found(reader: Reader) -> None:
    page = reader("de")
    page.goto("/")
    page.evaluate(script("displays", "crowdLines"))
    assert page.evaluate(TOUCHING) == ["gap touches Ärger", "gap touches the edge around it"]


@pytest.mark.faults
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_rules_fits_on_every_seat_display(hang: Hang, language: str) -> None:
    page, wrong = hang(ready_table(), "1", language=language, size=SIZES["10 inches"]), dict[str, list[Any]]()
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-opens=rules]").click()
        expect(page.locator("#rules")).to_be_visible()
        if found := [it for it in (page.evaluate(look) for look in (CUT_OFF, STICKING_OUT)) if it]:
            wrong[name] = found
        page.locator("#rules [data-closes]").click()
        expect(page.locator("#rules")).to_be_hidden()
    assert wrong == {}


# The height of 25 mm on a screen of 43 inches, and that of a cell of a road, in pixels of 1920 by 1080.
MILLIMETRES_25, CELL = 51, 48
HEIGHT, MOTION_ENDS = script("displays", "heightOf"), script("displays", "motionEnds")
FROM_AFAR = (
    *(".sign-table", ".sign-said b", ".sign-limit-main b", ".sign-limit-side b", ".told b", ".counts dd"),
    *(".sign-button b", ".sign-notice b"),
)


def test_what_a_sign_says_can_be_read_at_five_metres_and_its_roads_too(hang: Hang) -> None:
    table = announced()
    table.press(("burn", {}), ("cut_card_out", {}))
    page = hang(table)
    for size in (SIGN[::-1], SIGN):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for what in FROM_AFAR:
            height = page.locator(what).first.evaluate("one => Number.parseFloat(getComputedStyle(one).fontSize)")
            assert height >= MILLIMETRES_25, (what, size)
        rows = page.locator(".board").evaluate_all("all => all.map(one => one.getBoundingClientRect().height / 6)")
        assert len(rows) == 5
        assert min(rows) >= CELL, size
    plate, road = (page.locator(f".sign-{it} .board").evaluate(HEIGHT) for it in ("beads", "road"))
    assert plate == pytest.approx(road, abs=0.5), "side by side they are of one height"


@pytest.mark.faults
def test_on_an_upright_sign_of_seven_inches_each_road_has_its_name(hang: Hang) -> None:
    page = hang(ready_table(), size=SIZES["7 upright"])
    for caption in page.locator(".sign-results figcaption").all():
        expect(caption).to_be_in_viewport(ratio=1)
    expect(page.locator(".sign-results figcaption")).to_have_count(5)


@pytest.mark.faults
def test_before_a_seat_on_a_display_of_four_by_three_the_hands_are_whole(hang: Hang) -> None:
    page = hang(ready_table(), "1", language="de", size=(768, 1024))
    expect(page.locator(".felt-players .hand-mark")).to_have_count(2)
    for width, height in ((768, 1024), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        for mark in page.locator(".felt-players .hand-mark").all():
            expect(mark).to_be_in_viewport(ratio=1)


@pytest.mark.faults
def test_the_call_of_the_last_coup_has_room_around_its_lines_on_a_sign_of_every_size(hang: Hang) -> None:
    table = announced()
    table.press(("burn", {}), ("cut_card_out", {}))
    page, full = hang(table), dict[tuple[int, int], list[str]]()
    for width, height in SIGN_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(script("displays", "fullNotices")):
            full[width, height] = found
    assert full == {}


def timed(page: Page) -> Page:
    """The page, whose clock the test holds."""
    page.clock.install()
    return page


def test_a_result_is_twice_as_large_for_five_seconds_and_not_again_for_who_comes_later(
    hang: Hang, reader: Reader
) -> None:
    table = reading()
    turn(table)
    page = hang(table, before=timed(reader("it", **TELEVISION)))
    table.does("announce", banco=5, punto=9)
    row, height = page.locator(".told-row"), HEIGHT
    large = page.locator("body[data-large]")
    expect(large).to_have_count(1)
    row.evaluate(MOTION_ENDS)
    twice = row.evaluate(height)
    expect(page.locator(".counts")).to_be_hidden()
    for width, low in SIGN_SIZES:
        page.set_viewport_size({"width": width, "height": low})
        assert page.evaluate(STICKING_OUT) == [], (width, low)
    page.set_viewport_size({"width": SIGN[0], "height": SIGN[1]})
    page.clock.run_for(5100)
    expect(large).to_have_count(0)
    row.evaluate(MOTION_ENDS)
    assert twice == pytest.approx(2 * row.evaluate(height), abs=1)
    expect(page.locator(".counts")).to_be_visible()
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(large).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    assert row.evaluate("one => getComputedStyle(one).transitionProperty") == "none"


@pytest.mark.faults
def test_the_displays_of_a_closed_table_sleep_move_their_mark_and_wake_with_it(hang: Hang) -> None:
    table = ready_table()
    pages = [hang(table), hang(table, "1", size=SIZES["10 inches"])]
    table.cast.ispettore.does("close_table")
    for page in pages:
        expect(page.locator(".asleep")).to_be_visible()
        covers = page.locator(".asleep").evaluate("one => document.elementFromPoint(9, 9) === one")
        assert covers, "nothing of the table shines through"
        page.clock.install()
        page.reload()
        where = "one => getComputedStyle(one).transform"
        mark = page.locator(".asleep-mark")
        page.emulate_media(reduced_motion="reduce")
        before = mark.evaluate(where)
        page.clock.run_for(61_000)
        assert mark.evaluate(where) != before
        assert page.evaluate(STICKING_OUT) == []
    table.cast.ispettore.does("open_table")
    for page in pages:
        expect(page.locator(".asleep")).to_have_count(0)


@pytest.mark.faults
@in_two_parts(3)
def test_axe_finds_nothing_on_any_display(hang: Hang, reader: Reader, part: slice) -> None:
    axe, page = Axe(), reader("de", **TELEVISION)
    table = reading()
    for position in ("5", "2", "9")[part]:
        hang(table, position, language="de", size=SIZES["10 inches"], before=page)
        if position == "5":
            page.locator("[data-opens=rules]").click()
        nothing_for(axe, page)
    nothing_for(axe, hang(announced_elsewhere(), language="de", before=page))
    unpaired = reader("de")
    unpaired.goto("/display/")
    nothing_for(axe, unpaired)


def nothing_for(axe: Axe, page: Page) -> None:
    """Everybody can use this page."""
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


def announced_elsewhere() -> AtTable:
    """A coup of another table that is announced."""
    table = ready_table(MALTA, code="M1")
    lay(table, "P100@1")
    table.does("close_bets", said=True)
    table.does("deal", cards=["9H", "3S", "QD", "KD"])
    pay(table)
    return table


# --- live


@pytest.mark.faults
def test_a_player_says_carta_at_their_seat_and_it_waits_for_the_dealer(hang: Hang) -> None:
    table = reading()
    page = hang(table, "2", language="en", size=SIZES["10 inches"])
    expect(page.get_by_role("heading", name="You read the cards")).to_be_visible()
    page.get_by_role("button", name="no carta").click()
    expect(page.locator(".seat-proposal")).to_have_text("no carta waits for the dealer")
    display = Display.objects.get(position="2")
    assert (display.proposal, display.proposed_for) == ("no_carta", "1.1")
    assert table.state.coup is not None
    assert table.state.coup.claim == "", "it changes nothing before the dealer confirms it"
    proposals.take(display)
    expect(page.locator(".seat-proposal")).to_have_count(0)


@pytest.mark.faults
def test_a_ruling_that_ends_the_taglia_is_read_by_everybody_while_it_is_made(hang: Hang) -> None:
    table = held()
    sign, seat = hang(table, language="en"), hang(table, "2", language="en", size=SIZES["10 inches"])
    for page in (sign, seat):
        expect(page.locator("body")).to_contain_text("The coup is held")
        expect(page.locator("body")).to_contain_text("The Direzione decides")
    ruled: dict[str, Any] = {
        "incident": newest().number,
        "text": "new decks",
        "effects": ["annul", "end_taglia", "replace_decks"],
    }
    table.cast.direzione.does("rule", **ruled, serial="S-2")
    for page in (sign, seat):
        expect(page.locator("body")).not_to_contain_text("The coup is held")
        expect(page.locator("body")).to_contain_text("The shoe is being prepared")
    assert table.state.coup is None


@pytest.mark.faults
def test_who_sits_down_at_a_place_that_was_lost_finds_nothing_of_what_was_paid_there(hang: Hang) -> None:
    table = reading()
    page = hang(table, "2", language="en", size=SIZES["10 inches"])
    stakes = page.locator("[data-key^=stake-]")
    expect(stakes).to_have_count(2)
    table.does("report_unmarked_absence", position="2")
    table.does("pass_reading")
    turn(table)
    pay(table)
    expect(page.locator("body")).to_contain_text("Punto wins")
    assert {it.owner for it in table.state.custody} == {"bruno"}
    table.does("burn")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="2")
    table.press(("occupy", {"position": "2"}), ("open_bets", {}))
    expect(page.locator("body")).to_contain_text("coup 2")
    expect(stakes).to_have_count(0)


@pytest.mark.faults
def test_a_coup_that_is_over_is_disputed_at_the_seat_and_it_waits_for_the_dealer(hang: Hang) -> None:
    table, wrong = ready_table(), dict[str, list[Any]]()
    play(table, "P100@2")
    page = hang(table, "2", language="de")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Einen Streitfall melden").click()
        expect(page.locator(".seat-proposal")).to_contain_text("Einen Streitfall melden")
        display = Display.objects.get()
        assert display.proposal == "dispute"
        if found := [it for it in (page.evaluate(look) for look in (CUT_OFF, OVERLAP, SMALL)) if it]:
            wrong[name] = found
        proposals.take(display)
        expect(page.locator(".seat-proposal")).to_have_count(0)
    assert wrong == {}


@pytest.mark.faults
def test_cards_stay_where_they_are_and_the_button_travels_but_not_for_who_wants_no_motion(
    hang: Hang,
) -> None:
    table = reading()
    page = hang(table, "2", size=SIZES["10 inches"])
    page.evaluate(script("displays", "watchButton"))
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["2D", "KD"])
    table.does("card_out", card="3S")
    expect(page.locator('[data-key="card-5"]')).to_have_attribute("data-face", "3S")
    assert page.evaluate("""() => document.querySelector('[data-key="card-1"]').here""")
    expect(page.locator('[data-place="2"]')).to_have_attribute("data-own-mine", "")
    table.does("turn_punto", cards=["7S", "KH"])
    pay(table)
    table.does("burn")
    expect(page.locator(".seat-headline")).to_have_text("Tra un colpo e l’altro")
    page.locator(".the-button").evaluate(MOTION_ENDS)
    assert page.evaluate("window.travelled") == ["transform"]
    assert page.evaluate("document.querySelector('.the-button').here")
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".the-button").evaluate("one => getComputedStyle(one).transitionProperty") == "none"


def test_a_sheet_that_somebody_left_open_closes_by_itself(hang: Hang, reader: Reader) -> None:
    page = hang(ready_table(), "1", size=SIZES["10 inches"], before=timed(reader("it", **TELEVISION)))
    page.locator("[data-opens=rules]").click()
    expect(page.locator("#rules")).to_be_visible()
    page.clock.run_for(61_000)
    expect(page.locator("#rules")).to_be_hidden()


def test_an_unpaired_display_shows_its_code_and_becomes_its_seat_by_itself(reader: Reader, base_url: str) -> None:
    ready_table()
    page = reader("it")
    page.goto("/display/")
    code = "".join(page.locator(".pairing-code").inner_text().split())
    cookie = next(it["value"] for it in page.context.cookies() if it["name"] == pairing.COOKIE)
    assert code == pairing.code_of(cookie)
    expect(page.locator(".pairing-address")).to_have_text(f"{base_url}/office/displays/?code={code}")
    expect(page.locator(".pairing-square svg")).to_be_visible()
    pairs = Cast.at(HOUSE).direzione
    pairs.does("pair_display", code=code, kind="seat", table="T3", position="4")
    expect(page.locator(".seat-number")).to_have_text("4")
    pairs.does("revoke_display", code=code)
