"""An evening with one hand alone: no coup takes more presses than its budget, and nothing needs another hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import BUDGET, Evening, OnAPhone, Pressed, Reader, Touch
from tests.croupier.coups import play
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import staff_page, still
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
NO_THIRD_CARDS = ("6H", "QC", "7S", "KD")
"""Punto and Banco, as often as they are dealt; ``make evenings`` plays from a whole shoe."""


@pytest.mark.faults
def test_by_touch_alone_a_plain_coup_takes_nine_presses_and_eight_where_it_is_paid_and_burned_in_one(
    reader: Callable[..., Page], base_url: str
) -> None:
    table = ready_table()
    touched = still(reader("en", has_touch=True))
    page = staff_page(lambda _language, _screen: touched, base_url, "T3", "dario")
    evening = Evening(Touch(page), iter(NO_THIRD_CARDS * 3))
    pressed = [evening.coup() for _ in range(2)]
    assert [it.kind for it in pressed] == ["plain"] * 2
    assert [it.presses for it in pressed] == [9, 8] <= [BUDGET["touch"]] * 2
    assert [it.stakes for it in pressed] == [1 + 2 * 3, 1]
    assert [coup.result for coup in table.row.coups.filter(ended=True)] == ["banco"] * 2


def test_by_touch_alone_a_coup_with_the_stakes_of_the_one_before_takes_eight_presses_and_one_for_its_stakes(
    reader: Callable[..., Page], base_url: str
) -> None:
    table = ready_table()
    play(table, "P100@1", "B50@2", "B50@3")
    table.does("open_bets")
    touched = still(reader("en", has_touch=True))
    page = staff_page(lambda _language, _screen: touched, base_url, "T3", "dario")
    coup = Evening(Touch(page), iter(NO_THIRD_CARDS), played=[Pressed("plain", 0, 0)]).coup()
    assert coup == Pressed("plain", stakes=1, presses=8)
    assert [it.result for it in table.row.coups.filter(ended=True)][1:] == ["banco"]


@pytest.mark.faults
def test_beside_a_card_reader_a_plain_coup_takes_four_presses_where_it_is_paid_and_burned_in_one(
    reader: Callable[..., Page], base_url: str
) -> None:
    ready_table()
    touched = still(reader("en", has_touch=True))
    evening = Evening(
        Reader(staff_page(lambda _language, _screen: touched, base_url, "T3", "dario")), iter(NO_THIRD_CARDS * 3)
    )
    pressed = [evening.coup() for _ in range(2)]
    assert [it.kind for it in pressed] == ["plain", "plain"]
    assert [it.presses for it in pressed] == [5, 4] <= [BUDGET["reader"]] * 2


@pytest.mark.faults
@pytest.mark.parametrize(("hand", "width", "height"), [(Touch, 800, 1280), (OnAPhone, 390, 844)])
def test_upright_and_on_a_phone_an_evening_is_played_by_touch_until_the_table_is_closed(
    reader: Callable[..., Page], base_url: str, hand: type[Touch], width: int, height: int
) -> None:
    table = ready_table()
    touched = still(reader("de", has_touch=True))
    touched.set_viewport_size({"width": width, "height": height})
    page = staff_page(lambda _language, _screen: touched, base_url, "T3", "dario", language="de")
    evening = Evening(hand(page), iter(NO_THIRD_CARDS * 5), mishap_at=3)
    pressed = [evening.coup() for _ in range(5)]
    assert [it.kind for it in pressed] == ["plain", "plain", "a card too many", "Colpo in Bianco", "plain"]
    assert [it.presses for it in pressed if it.kind == "plain"][:2] == [9, 8]
    for act in ("suspend", "close_table"):
        table.cast.ispettore.does(act)
    expect(page.locator('.now[data-now="load"]')).to_contain_text("laden", timeout=PATIENCE_MS)
