"""A dealer is in charge of one table, takes another's with their PIN alone, and whoever is replaced reads by whom."""

from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest
from django.db import connection

from table.models import HOUSE, Entry, StaffPresence
from table.record import in_charge
from table.record.door import PressResult
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.script.staff import Staff
from tests.rig.cast import Cast
from tests.rig.staff import PIN, signed_in, with_pin
from tests.rig.tables import AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is outside of tests."""
    monkeypatch.setattr(in_charge, "AT_ONE_TABLE", frozenset(in_charge.BEGINS))


def test_a_press_takes_nobodys_table_and_badge_and_pin_do() -> None:
    table = ready_table()
    refused = table.cast.relief.is_refused(Code.ROLE, "sign_on")
    assert "dario" in str(refused)
    table.cast.relief.does("take_over")
    table.refuses(Code.ROLE, "open_bets")
    table.cast.relief.does("open_bets")
    table.check()


def test_a_dealer_is_in_charge_of_one_table_at_a_time() -> None:
    first, second = ready_table(), new_table(code="T4")
    refused = second.cast.dealer.is_refused(Code.PRESENCE, "sign_on")
    assert "T3" in str(refused)
    second.cast.relief.does("sign_on")
    second.cast.dealer.is_refused(Code.PRESENCE, "take_over")
    first.does("sign_off")
    second.cast.dealer.does("take_over")
    second.check()


def test_inspectors_look_after_several_tables() -> None:
    ready_table()
    new_table(code="T4").cast.ispettore.does("sign_on")


def test_who_signs_on_at_two_tables_at_once_is_in_charge_of_one(real_database: str) -> None:
    tables = [new_table(code=code) for code in ("T3", "T4")]

    def begins(table: AtTable) -> PressResult | Refused:
        try:
            return table.does("sign_on")
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        got = list(both.map(begins, tables))
    assert sorted(isinstance(it, PressResult) for it in got) == [False, True]
    assert StaffPresence.objects.filter(until=None, role=Role.DEALER).count() == 1


def test_a_register_in_which_dealers_took_over_by_a_press_deals_again() -> None:
    table = ready_table()
    with patch.object(in_charge, "check"):
        table.cast.relief.does("sign_on")
        table.does("sign_on")
    table.does("open_bets")
    table.check(dealt_again=True)


def test_the_console_of_another_says_who_is_in_charge_and_how_to_take_over() -> None:
    table = ready_table()
    with_pin(Role.DEALER, badge="dora")
    stranger = signed_in(Role.DEALER, badge="dora", language="en")
    page = stranger.get("/tables/T3/dealer/")
    assert page.status_code == 403
    assert "dario is in charge of this table" in page.content.decode()
    assert "data-live" not in page.content.decode()
    replaced = signed_in(Role.DEALER, language="en")
    answer = stranger.post("/tables/T3/change-dealer/", {"badge": "dora", "pin": PIN, "nonce": "takes"})
    assert answer.status_code == 302
    assert Entry.objects.filter(register="T3").latest("number").verb == "take_over"
    content = replaced.get("/tables/T3/dealer/").content.decode()
    assert "dora has taken the table over from you" in content
    assert "/tables/T3/change-dealer/" in content
    assert table.cast.relief.does("open_bets").number


def test_who_is_in_charge_elsewhere_is_led_to_their_own_table() -> None:
    ready_table()
    Cast.at(HOUSE).direzione.does("add_table", code="T4")
    page = signed_in(Role.DEALER, language="en").get("/tables/T4/dealer/")
    assert page.status_code == 403
    assert 'href="/tables/T3/dealer/"' in page.content.decode()


# --- a script, which is at the machine itself


def test_a_script_takes_over_from_whoever_deals_there_and_leaves_the_table_before() -> None:
    first, second = ready_table(), new_table(code="T4")
    for table in (first, second):
        Staff(table.code).sign_on(Role.DEALER)
    at_work = StaffPresence.objects.filter(until=None, role=Role.DEALER).values_list("table__code", "person__badge")
    assert list(at_work) == [("T4", "demo-dealer")]
    assert [it.verb for it in Entry.objects.filter(register="T3").order_by("-number")[:2]] == ["sign_off", "take_over"]
    first.check()
