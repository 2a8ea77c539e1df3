"""Pages of the house about its banks: the gaming day, cash of guests, dealers and breaks; none without a bank."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from bank.models import CashTermsOf, DayTerms, GamingDay
from bank.play.day import calendar_day, gaming_day, next_day
from bank.views.overview import rota
from table.models import HOUSE
from table.record.in_charge import dealer_at
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.bank.at_bank import AtBank, bank_table
from tests.bank.test_cash import changes, in_play, lays_down, total, two_tables
from tests.rig.cast import Cast
from tests.rig.staff import PIN, signed_in, with_pin
from tests.rig.tables import ready_table, seat

pytestmark = pytest.mark.django_db
PAGES = {"/pit/dealers/": Role.CAPO_ISOLA, "/pit/cash/": Role.CASSA, "/office/banks/": Role.DIREZIONE}


@pytest.fixture
def tables() -> tuple[AtBank, AtBank]:
    """Two tables in play, each with a dealer."""
    found = two_tables()
    for at in found:
        in_play(at)
    return found


def presses(client: Client, page: str, act: str, **given: str) -> int:
    """The status with which a form is answered."""
    status: int = client.post(page, {"act": act, "nonce": uuid4().hex, **given}).status_code
    return status


def test_without_a_bank_nothing_leads_there() -> None:
    ready_table()
    for role in (Role.ISPETTORE_GIOCO, Role.DIREZIONE, Role.CASSA):
        front = signed_in(role, language="en").get("/").content.decode()
        assert [page for page in PAGES if f'href="{page}"' in front] == []
    assert signed_in(Role.CAPO_ISOLA).get("/pit/dealers/").status_code == 404


@pytest.mark.parametrize(("path", "role"), [("/cassa/", Role.CASSA), ("/video/", Role.VIDEO)])
def test_a_wall_that_has_no_table_yet_is_loaded_again_until_it_has_one(path: str, role: Role) -> None:
    anew = '<meta http-equiv="refresh"'
    ready_table()
    client = signed_in(role)
    assert anew in client.get(path).content.decode()
    bank_table(code="T5")
    assert anew not in client.get(path).content.decode()


def test_with_a_bank_they_are_on_the_front_page_of_those_who_may_open_them(tables: tuple[AtBank, AtBank]) -> None:
    assert len(tables) == 2
    for page, role in PAGES.items():
        client = signed_in(role, language="en")
        assert f'href="{page}"' in client.get("/").content.decode()
        assert client.get(page).status_code == 200


def test_the_direzione_begins_the_next_day_and_lays_down_what_is_proposed(tables: tuple[AtBank, AtBank]) -> None:
    assert len(tables) == 2
    client, page = signed_in(Role.DIREZIONE, language="en"), "/office/banks/"
    text = client.get(page).content.decode()
    assert "proposed, not laid down" in text
    assert 'value="4999.99"' in text
    given = {"currency": "EUR", "threshold": "2000.00", "limit": "4999.99", "tips_split": "40"}
    assert presses(client, page, "set_cash_terms", **given) == 302
    [laid_down] = CashTermsOf.objects.all()
    assert (laid_down.cash_threshold, laid_down.cash_limit, laid_down.tips_split) == (200_000, 499_999, 40)
    assert presses(client, page, "set_cash_terms", **given | {"tips_split": "many"}) == 422
    assert presses(client, page, "set_cash_terms", **given | {"threshold": "5000.00"}) == 422
    assert presses(client, page, "set_cash_terms", **given | {"threshold": "", "limit": ""}) == 302
    assert CashTermsOf.objects.get().cash_limit is None
    assert presses(client, page, "set_day_terms", rolls_at="05:00", count_at_roll="yes") == 302
    assert DayTerms.objects.get().count_at_roll
    assert presses(client, page, "set_day_terms", rolls_at="05:00", count_at_roll="no") == 302
    now = timezone.now()
    following = next_day(gaming_day(now), now)
    assert presses(client, page, "roll_day", day=following) == 302
    assert presses(client, page, "roll_day", day=following) == 409
    assert GamingDay.objects.get().day == following


def test_a_day_that_nobody_began_is_not_called_overdue_before_the_calendar_ends_it(
    tables: tuple[AtBank, AtBank],
) -> None:
    assert len(tables) == 2
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="03:00", count_at_roll=False)
    four = timezone.localtime().replace(hour=4, minute=0) + timedelta(days=1)
    with travel(four, tick=False):
        page = signed_in(Role.DIREZIONE, language="en").get("/office/banks/").content.decode()
        assert "It should have ended" not in page
        Cast.at(HOUSE).direzione.does("roll_day", day=calendar_day(timezone.now()))
    with travel(four + timedelta(days=1), tick=False):
        page = signed_in(Role.DIREZIONE, language="en").get("/office/banks/").content.decode()
        assert "It should have ended at 03:00." in page


def test_papers_are_seen_and_keys_are_joined_on_one_page(tables: tuple[AtBank, AtBank]) -> None:
    first, second = tables
    lays_down()
    changes(first, 150_000, "hugo")
    changes(second, 49_000, "gina")
    page = "/pit/cash/"
    ispettore, cassa = signed_in(Role.ISPETTORE_GIOCO, language="en"), signed_in(Role.CASSA, language="en")
    largest_first = ispettore.get(page).content.decode()
    assert [it for it in ("1,500", "papers not seen") if it in largest_first] == ["1,500", "papers not seen"]
    assert largest_first.index("hugo") < largest_first.index("gina")
    blind = cassa.get(page).content.decode()  # it counts the boxes
    assert not [it for it in ("1,500", "papers not seen") if it in blind]
    assert blind.index("gina") < blind.index("hugo")
    assert 'value="join_guests"' not in cassa.get(page).content.decode()
    assert presses(cassa, page, "join_guests", one="gina", other="hugo", reason="x") == 422
    assert presses(ispettore, page, "join_guests", one="gina", other="hugo", reason="one person") == 302
    assert total("hugo") == 199_000
    assert presses(cassa, page, "identify", guest="gina", paper="") == 422
    assert presses(cassa, page, "identify", guest="hugo", paper="passport") == 302
    assert "papers seen by" in ispettore.get(page).content.decode()
    changes(second, 1_000, "hugo")


# --- who deals


def test_who_has_dealt_longest_without_a_break_is_first_and_who_is_free_longest_relieves(
    tables: tuple[AtBank, AtBank],
) -> None:
    first, second = tables
    with_pin(Role.DEALER, badge="dino")
    later = timezone.now() + timedelta(minutes=61)
    found = rota(later)
    assert {it.dealer for it in found.tables} == {"dario", "dora"}
    assert all(it.due and it.minutes >= 60 for it in found.tables)
    assert [it.relief for it in found.tables].count("dino") == 1
    assert [it.badge for it in found.free] == ["dino"]
    assert not any(it.due for it in rota(timezone.now()).tables)
    second.table.cast.dealer.does("sign_off")
    nobody = next(it for it in rota(later).tables if it.code == second.code)
    assert (nobody.dealer, nobody.due) == ("", False)
    assert first.code == rota(later).tables[0].code


def test_who_is_still_in_charge_of_a_table_that_was_closed_is_due_for_no_break(tables: tuple[AtBank, AtBank]) -> None:
    _first, second = tables
    second.table.cast.ispettore.does("close_table")
    later = timezone.now() + timedelta(minutes=61)
    closed = next(it for it in rota(later).tables if it.code == second.code)
    assert (closed.dealer, closed.since, closed.minutes, closed.due) == ("dora", None, 0, False)
    client = signed_in(Role.CAPO_ISOLA, language="en")
    page = client.get("/pit/dealers/").content.decode()
    assert page.count("minutes without a break") == 1


def test_one_minute_is_said_as_one(tables: tuple[AtBank, AtBank]) -> None:
    client = signed_in(Role.CAPO_ISOLA, language="en")
    with travel(timezone.now() + timedelta(minutes=1), tick=False):
        page = client.get("/pit/dealers/").content.decode()
    assert "1 minute without a break" in page
    with travel(timezone.now() + timedelta(minutes=59), tick=False):
        page = client.get("/pit/dealers/").content.decode()
    assert "a break in 1 minute<" in page


def test_a_dealer_is_relieved_in_two_presses_and_the_inspector_stays_signed_in(tables: tuple[AtBank, AtBank]) -> None:
    first, _second = tables
    with_pin(Role.DEALER, badge="dino")
    client = signed_in(Role.ISPETTORE_GIOCO, language="en")
    assert "/tables/T3/change-dealer/?" in client.get("/pit/dealers/").content.decode()
    form = client.get("/tables/T3/change-dealer/", {"badge": "dino", "next": "/pit/dealers/"}).content.decode()
    assert 'value="dino"' in form
    assert 'name="next" value="/pit/dealers/"' in form
    given = {"badge": "dino", "pin": PIN, "nonce": uuid4().hex, "next": "/pit/dealers/"}
    answer = client.post("/tables/T3/change-dealer/", given)
    assert answer["Location"] == "/pit/dealers/"
    there = dealer_at(first.code)
    assert there is not None
    assert there.person.badge == "dino"
    assert client.get("/pit/").status_code == 200, "the inspector is still signed in"


def test_nobody_else_stays_signed_in_and_no_other_house_is_led_to(tables: tuple[AtBank, AtBank]) -> None:
    assert len(tables) == 2
    with_pin(Role.DEALER, badge="dino")
    given = {"badge": "dino", "pin": PIN, "nonce": uuid4().hex, "next": "https://example.org/"}
    answer = signed_in(Role.ISPETTORE_GIOCO).post("/tables/T3/change-dealer/", given)
    assert answer["Location"] == "/tables/T3/dealer/"


def test_a_change_that_is_not_done_comes_before_another_dealer(tables: tuple[AtBank, AtBank]) -> None:
    first, _second = tables
    cast = first.table.cast
    cast.ispettore.does("note_change", amount=50_000, reason="nobody keyed it")
    cast.dealer.is_refused(Code.CASH_PENDING, "sign_off")
    cast.capo_isola.does("agree", what="note_change")
    seat(first.table, "gina", "1")
    first.table.does("open_bets")
    first.table.does("place", coup=first.table.coup, position="1", box="punto", amount=10_000, cash=True)
    cast.dealer.is_refused(Code.CASH_PENDING, "sign_off")
    first.table.does("change_cash", coup=first.table.coup, position="1", box="punto")
    cast.dealer.does("sign_off")
