"""The felt on the screens: who is there, what lies in the boxes, the cards, the Button, and nothing too early."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest
from django.conf import settings

from table.models import DrawnCard
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, HOUSES, MALTA, VENEZIA
from table.rules.profile import SIDE_BETS, Profile, derive
from table.screens.felt.ground import DEALERS, ground_of
from table.screens.regions import Region, render
from tests.croupier.coups import close, deal, lay, pay, turn
from tests.croupier.situations import SITUATIONS, in_phase
from tests.house.shift import HOUSE_OF_THE_SHIFT, shift
from tests.rig.tables import GUESTS, ONLINE_ON_CLOTH, AtTable, new_table, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db
PUBLIC = ("felt:players", "strip:1", "strip:9", "sign")
FELTS = ("felt", "felt:players", "felt:watch")
BEFORE_THE_ANNOUNCEMENT = ("betting", "closed", "dealing", "reading", "declared", "banco_up", "drawing", "punto_up")
AFTERWARDS = ("announced", "counting", "settled")
REAL = [profile for profile in HOUSES.values() if profile.dealing != "automatic"]


def drawn(table: AtTable, name: str = "felt", language: str = "it") -> str:
    """A region as it goes to the screens."""
    return render(table.snapshot, Region(name, language))


def svg(table: AtTable, name: str = "felt") -> Element:
    """A felt as a drawing that can be asked."""
    return ET.fromstring(drawn(table, name))


def parts(felt: Element, of: str) -> list[Element]:
    """Everything of this class on a felt."""
    return [part for part in felt.iter() if of in part.get("class", "").split()]


def lit(felt: Element) -> list[str]:
    """The boxes that the style sheet lights: those that follow where it is said that they have won."""
    (won,) = parts(felt, "won")
    boxes = {name.replace("won-", "spot-") for name in won.get("class", "").split()}
    follow = list(felt)[list(felt).index(won) + 1 :]
    return [part.get("data-key", "") for part in follow if boxes & {*part.get("class", "").split()}]


def faces(felt: Element) -> list[str]:
    """The cards that lie open anywhere on a felt."""
    return [part.get("data-face", "") for part in parts(felt, "served") if part.get("data-face")]


def words(felt: Element) -> str:
    """All that is written on a felt."""
    return " ".join(text.strip() for text in felt.itertext() if text.strip())


# --- nothing too early, and nobody's name


def test_a_covered_card_has_no_face_on_any_felt_and_an_open_one_has_its_own() -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    for name in FELTS:
        assert (faces(svg(table, name)), len(parts(svg(table, name), "card-back"))) == ([], 4)
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    for name in FELTS:
        assert (faces(svg(table, name)), len(parts(svg(table, name), "card-back"))) == (["7D", "KD"], 2)


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.faults)])
def test_in_a_whole_shift_no_screen_shows_a_face_that_nobody_turned_nor_the_public_a_guest(one_in: int) -> None:
    table = new_table(HOUSE_OF_THE_SHIFT)
    most_shown, named = 0, False
    for at, (who, verb, given) in enumerate(shift(table)):
        getattr(table.cast, who).does(verb, **given)
        if at % one_in:
            continue
        turned = set(DrawnCard.objects.exclude(face="").values_list("face", flat=True))
        staff, players = svg(table), drawn(table, "felt:players")
        shown = faces(staff)
        assert {*shown, *re.findall('data-face="([^"]+)"', players)} <= turned
        most_shown, named = max(most_shown, len(shown)), named or "anna" in words(staff)
        public = players + drawn(table, "strip:1") + drawn(table, "sign")
        assert not [guest for guest in GUESTS if guest in public], verb
    assert most_shown >= 4
    assert named, "there was a name to keep from the public, and the staff saw it"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("phase", BEFORE_THE_ANNOUNCEMENT)
def test_before_the_announcement_nothing_is_lit(phase: str) -> None:
    felt = svg(in_phase(phase))
    assert lit(felt) + parts(felt, "hand-won") + parts(felt, "pile-won") + parts(felt, "pile-lost") == []


@pytest.mark.one_in(3)
@pytest.mark.parametrize("phase", AFTERWARDS)
@pytest.mark.parametrize("name", FELTS)
def test_from_the_announcement_on_the_winning_box_and_hand_are_lit_on_every_felt(phase: str, name: str) -> None:
    felt = svg(in_phase(phase), name)
    assert lit(felt) == [f"{position}-banco" for position in VENEZIA.positions]
    assert [part.get("data-key") for part in parts(felt, "hand-won")] == ["hand-banco"]


def test_what_each_stake_is_paid_stands_on_the_felt_of_the_staff_and_not_before_the_players() -> None:
    table = ready_table()
    deal(table, "P100@1", "B500@2", "T50@2")
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "3S"])
    pay(table)
    assert {"+100", "−500", "−50"} <= set(words(svg(table)).split())
    assert {"100", "500", "50"} <= set(words(svg(table, "felt:players")).split())
    assert not {"+100", "−500", "−50"} & set(words(svg(table, "felt:players")).split())


# --- where things lie


def middle(felt: Element, key: str) -> float:
    """How far to the right the disc of a position lies."""
    place = next(part for part in parts(felt, "place") if part.get("data-key") == key)
    return float(place.get("transform", "").removeprefix("translate(").split()[0])


def cards_at(felt: Element, side: str) -> list[float]:
    """How far to the right the cards of a hand lie."""
    hand = next(part for part in parts(felt, "hand") if part.get("data-key") == f"hand-{side}")
    return [float(card.get("transform", "").removeprefix("translate(").split()[0]) for card in parts(hand, "card")]


def test_punto_lies_to_the_dealers_right_and_players_see_it_from_across_the_table() -> None:
    table = in_phase("reading")
    dealers, players = svg(table), svg(table, "felt:players")
    assert max(cards_at(dealers, "banco")) < DEALERS.width / 2 < min(cards_at(dealers, "punto"))
    assert max(cards_at(players, "punto")) < DEALERS.width / 2 < min(cards_at(players, "banco"))
    assert middle(dealers, "at-1") < middle(dealers, "at-9")
    assert middle(players, "at-1") > middle(players, "at-9")


def test_the_button_travels_with_the_coups_and_the_star_stands_with_the_reader() -> None:
    table = ready_table()
    deal(table, "P100@3", "P500@2")
    first = svg(table)
    assert [part.get("data-key") for part in parts(first, "star")] == ["star-2"]
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "3S"])
    pay(table)
    table.does("burn")
    moved = [parts(felt, "the-button")[0].get("transform") for felt in (first, svg(table))]
    assert moved[0] != moved[1]
    assert parts(svg(table), "star") == []


def test_a_seat_shows_how_it_stands() -> None:
    table = ready_table(seats={"1": "anna", "2": "bruno"})
    table.does("mark", position="2")
    table.does("stand_at", position="9", guest="hugo")
    felt = svg(table)
    states = {part.get("data-place"): part.get("class", "") for part in parts(felt, "place")}
    assert "place-occupied" in states["1"]
    assert "place-marked" in states["2"]
    assert "place-free" in states["9"]
    assert [len(parts(felt, sign)) for sign in ("sign-marked", "sign-standing")] == [1, 1]


@pytest.mark.parametrize("profile", REAL, ids=lambda profile: profile.key)
def test_every_house_has_a_box_for_each_bet_before_each_position(profile: Profile) -> None:
    table = ready_table(profile)
    lay(table, "P100@1")
    boxes = {(part.get("data-position"), part.get("data-box")) for part in parts(svg(table), "spot")}
    assert boxes == {(position, box.value) for position in profile.positions for box in profile.boxes}
    outlines = parts(svg(table), "cell-egalite")
    assert len(outlines) == (1 if profile.egalite == "shared" else len(profile.positions))
    assert len(parts(svg(table), "cell-tax")) == (len(profile.positions) if profile is ADMIRAL else 0)


def test_a_house_with_more_rings_gets_a_deeper_felt_and_one_seat_a_felt_too() -> None:
    rich = derive(VENEZIA, key="rich", side_bets=frozenset(SIDE_BETS), smallest_payment=5)
    alone = derive(CLASSICO, key="alone", positions=("1",))
    for number, profile in enumerate((rich, alone)):
        table = ready_table(profile, code=f"D{number}", seats=1)
        lay(table, "P100@1")
        ground = ground_of(profile, turned=False)
        lowest = max(cell.middle.y for cell in ground.spots)
        assert lowest < ground.places["headline"].y < ground.plan.height
        assert len(parts(svg(table), "spot")) == len(profile.boxes) * len(profile.positions)


def test_the_only_position_has_a_named_box_for_each_bet_and_a_place_for_the_tax_although_others_share_egalite() -> None:
    table = ready_table(derive(ADMIRAL, key="alone", positions=("1",), egalite="shared"), seats=1)
    felt = svg(table)
    assert [part.text for part in parts(felt, "cell-word")] == ["Banco", "Tie", "Punto"]
    assert parts(felt, "spot-shared") == []
    assert len(parts(felt, "cell-tax")) == len(parts(felt, "cell-tax-place")) == 1


def test_the_commission_stands_in_the_place_of_the_tax_once_it_is_due() -> None:
    table = ready_table(ADMIRAL)
    close(table, "B100@2", "P100@1")
    assert "5%" in words(svg(table))
    table.does("deal", cards=["8H", "9S", "QD", "KD"])
    table.does("announce", banco=9, punto=8)
    due = parts(svg(table), "cell-tax-due")
    assert [part.text for part in due] == ["5"]
    assert "+95" in words(svg(table))


PAYS = {
    VENEZIA: {"1:1": 9, "19:20": 9, "8:1": 9},
    MALTA: {"1:1": 7, "1:1 · 6=1:2": 7, "8:1": 2},
    CLASSICO: {"1:1": 7, "19:20": 7, "8:1": 2},
    CLASSICO_COPERTO: {"1:1": 7, "19:20": 7, "8:1": 2},
    ADMIRAL: {"1:1": 14, "8:1": 7},
    ONLINE_ON_CLOTH: {
        "1,95 per 1": 1,
        "9 per 1": 1,
        "2 per 1": 1,
        "12 per 1": 2,
        "6 per 1": 1,
        "26 per 1": 1,
        "1,54 per 1": 1,
        "2,5 per 1": 1,
    },
}
"""What is printed in the boxes, and how often; Admiral has a place for the commission, where it stands."""


def test_what_each_box_pays_is_printed_on_the_cloth_of_every_house() -> None:
    """Or of the one from which it derives, if it derives from one."""
    assert {HOUSES[profile.derived_from] for profile in REAL} <= {*PAYS}
    for number, (profile, printed) in enumerate(PAYS.items()):
        table = new_table(profile, code=f"C{number}")
        for name in FELTS:
            (cloth,) = parts(svg(table, name), "cells-pay")
            assert Counter(text.text for text in cloth) == printed, (profile.key, name)


def test_the_cloth_stays_as_it_is_while_a_coup_is_played() -> None:
    table, seen = ready_table(), set()
    for goes_on in (
        partial(lay, table, "P100@1", "T50@1"),
        partial(deal, table),
        partial(turn, table),
        partial(pay, table),
    ):
        goes_on()
        (cloth,) = (part for part in svg(table).iter() if part.get("data-key") == "cloth")
        seen.add(ET.tostring(cloth))
    assert len(seen) == 1


# --- what a hand may press


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", SITUATIONS)
def test_boxes_can_be_pressed_only_while_stakes_can_be_laid_and_never_on_a_public_felt(name: str) -> None:
    table = SITUATIONS[name]()
    may = table.snapshot.may("dealer", "place")
    pressed = [part for part in parts(svg(table), "spot") if part.get("role") == "button"]
    assert bool(pressed) == may
    assert len({part.get("aria-label") for part in pressed}) == len(pressed)
    for public in ("felt:players", "felt:watch"):
        assert 'role="button"' not in drawn(table, public)
        assert "tabindex" not in drawn(table, public)


def test_the_situations_hold_one_in_which_stakes_can_be_laid() -> None:
    assert in_phase("betting").snapshot.may("dealer", "place")


# --- how stakes lie


def test_banknotes_stakes_of_a_tie_and_several_stakes_look_different() -> None:
    table = ready_table(ADMIRAL)
    lay(table, "P100@1")
    table.does("place", coup=table.coup, position="2", box="banco", amount=20_000, cash=True)
    table.cast.ispettore.does("confirm_identity", guest="hugo")
    table.does("stand_at", position="7", guest="hugo")
    assert len(parts(svg(table), "note")) == 1
    table.does("change_cash", coup=table.coup, position="2", box="banco")
    table.does("close_bets", said=True)
    table.does("deal", cards=["8H", "8S", "QD", "KD"])
    pay(table)
    table.press(("burn", {}), ("open_bets", {}))
    assert len(parts(svg(table), "pile-left")) == 2
    assert parts(svg(table), "note") == []


# --- every situation, in every language, and at what cost


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", SITUATIONS)
def test_every_region_is_drawn_in_every_situation_and_language(name: str) -> None:
    snapshot = SITUATIONS[name]().snapshot
    for language, _name in settings.LANGUAGES:
        texts = [render(snapshot, Region(region, language)) for region in (*FELTS, *PUBLIC)]
        assert all(text.strip() for text in texts)
        assert not [text for text in texts if 'style="' in text or "<script" in text or "%(" in text]


def _costs(table: AtTable) -> Iterator[int]:
    for name in (*FELTS[:2], *PUBLIC):
        with Counting() as count:
            drawn(table, name)
        yield count.statements


def test_drawing_asks_the_database_a_bounded_number_of_things_however_long_the_taglia() -> None:
    table = ready_table()
    table.does("open_bets")
    early = list(_costs(table))
    for _ in range(6):
        if table.state.phase is None:
            table.does("open_bets")
        deal(table, "P100@1")
        table.does("turn_battuta", cards=["9S", "KD"])
        table.does("turn_banco", cards=["2S", "3S"])
        pay(table)
        table.does("burn")
    table.does("open_bets")
    late = list(_costs(table))
    assert max(late) <= 16
    assert max(late) - max(early) <= 2
