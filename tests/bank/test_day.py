"""Gaming day: one for the whole house, begun by the Direzione; alerts only say that it is overdue."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from time_machine import travel

from bank.models import BankSession, DayTerms, GamingDay, GuestCash, Movement
from bank.play.day import calendar_day, day_terms, due, gaming_day, next_day
from bank.reports.cash_register import cash_registers
from bank.reports.day import drops_of, house_statements
from bank.reports.paper import columns
from bank.reports.statement import statement_of
from bank.verbs.house import roll_day
from table.models import HOUSE, Entry, House
from table.play import declaration
from table.play.act import Act
from table.record import chain
from table.record.cross_register import side_effects
from table.record.past.replay import replay
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, Step, bank_table
from tests.bank.test_cash import in_play, lays_down, of_the_house
from tests.bank.test_statement import counts_box
from tests.croupier import coups
from tests.croupier.dealer import Croupier
from tests.rig.cast import Cast
from tests.rig.rows import every_row
from tests.rig.staff import signed_in
from tests.rig.tables import seat

pytestmark = pytest.mark.django_db
AT_SIX = DayTerms(rolls_at="06:00", count_at_roll=False)


def rolls(day: str, **given: Any) -> None:
    """The Direzione begins this gaming day."""
    Cast.at(HOUSE).direzione.does("roll_day", day=day, **given)


def today() -> str:
    """The gaming day as a house has it that never began one."""
    return calendar_day(datetime.now(UTC))


def tomorrow() -> str:
    """The day after."""
    return next_day(today(), datetime.now(UTC))


def test_a_day_that_a_wrong_clock_has_begun_is_followed_by_the_true_one_and_holds_nobody_up() -> None:
    at = bank_table()
    evening = datetime(2026, 11, 28, 20, tzinfo=UTC)
    with travel(evening) as clock:
        rolls("2026-11-28")
        clock.move_to(datetime(2027, 3, 1, 20, tzinfo=UTC))
        rolls("2027-03-01")
        at.brings()
        clock.move_to(evening)
        assert gaming_day(evening) == "2027-03-01"
        direzione = Cast.at(HOUSE).direzione
        direzione.is_refused(Code.STALE, "roll_day", day="2026-11-28")
        following = next_day("2027-03-01", evening)
        assert following == "2026-11-29"
        rolls(following)
        assert gaming_day(evening) == following
        direzione.is_refused(Code.STALE, "roll_day", day=following)
        at.cassa.does("void_movement", movement=1, reason="the clock was wrong")
        at.table.cast.direzione.does("attest_movement", movement=1)
        at.cassa.does("bring", pieces=FLOAT)
        assert BankSession.objects.latest("number").day == following
        clock.shift(timedelta(days=1))
        rolls("2026-11-30")
    at.table.check()


def test_a_day_that_a_wrong_clock_has_begun_begins_again_on_its_true_date() -> None:
    at = bank_table()
    with travel(datetime(2026, 11, 28, 20, tzinfo=UTC)) as clock:
        rolls("2026-11-28")
        clock.move_to(datetime(2026, 12, 1, 20, tzinfo=UTC))
        rolls("2026-12-01")
        clock.move_to(datetime(2026, 11, 28, 21, tzinfo=UTC))
        for day in ("2026-11-29", "2026-11-30", "2026-12-01"):
            assert next_day(gaming_day(datetime.now(UTC)), datetime.now(UTC)) == day
            rolls(day)
            assert gaming_day(datetime.now(UTC)) == day
            Cast.at(HOUSE).direzione.is_refused(Code.STALE, "roll_day", day=day)
            clock.shift(timedelta(days=1))
    assert GamingDay.objects.count() == 4
    assert of_the_house() == []
    at.table.check()


@pytest.mark.parametrize(
    "played",
    [
        ("2026-11-29", "2026-11-30"),
        ("2026-11-30",),  # the eve of the day that the wrong clock had begun
    ],
)
def test_a_session_of_a_day_that_a_wrong_clock_had_begun_draws_no_later_one_into_that_day(
    played: tuple[str, ...],
) -> None:
    at = bank_table()
    with travel(datetime(2026, 11, 28, 20, tzinfo=UTC)) as clock:
        rolls("2026-11-28")
        clock.move_to(datetime(2026, 12, 1, 20, tzinfo=UTC))
        rolls("2026-12-01")
        at.opens()
        _closes(at)
        clock.move_to(datetime(2026, 11, 28, 20, tzinfo=UTC))
        for day in ("2026-11-29", "2026-11-30"):
            clock.shift(timedelta(days=1))
            rolls(day)
            if day in played:
                _opens_again(at)
                _closes(at)
    days = BankSession.objects.order_by("number").values_list("day", flat=True)
    assert [*days] == ["2026-12-01", *played]
    at.table.check()


def _opens_again(at: AtBank) -> None:
    """The float that lies locked is counted, without a difference, and the table is open."""
    at.counts("opener", FLOAT)
    at.attests("opener")
    at.accepts("opener")
    at.table.cast.ispettore.does("open_table")


def _closes(at: AtBank, **given: Any) -> None:
    """The table is closed, and its rack counted and locked, without a difference."""
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    at.table.cast.ispettore.does("close_bank", **given)


@every_row(
    ("at", "day", "overdue"),
    [
        ("2026-11-26T20:00+01:00", "2026-11-26", False),
        ("2026-11-27T05:59+01:00", "2026-11-26", False),
        ("2026-11-27T06:00+01:00", "2026-11-26", True),
        ("2026-11-28T01:00+01:00", "2026-11-26", True),
        ("2026-11-27T12:00+01:00", "2026-11-27", False),
    ],
)
def test_a_gaming_day_is_overdue_from_its_time_on_the_next_morning(at: str, day: str, overdue: bool) -> None:
    assert (datetime.fromisoformat(at) >= due(day, AT_SIX.rolls_at)) is overdue


@given(at=st.integers(1_577_836_800, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)))
def test_the_next_day_is_always_a_later_one(at: datetime) -> None:
    assert next_day(calendar_day(at), at) > calendar_day(at)
    assert next_day("2019-12-31", at) >= "2020-01-01"


def test_before_the_first_was_begun_the_date_stands_for_it_and_then_what_the_direzione_begins() -> None:
    now = datetime.now(UTC)
    assert gaming_day(now) == today()
    assert (day_terms().rolls_at, day_terms().count_at_roll) == ("06:00", False)
    rolls(today())
    rolls(tomorrow())
    assert gaming_day(now) == tomorrow()
    direzione = Cast.at(HOUSE).direzione
    direzione.is_refused(Code.STALE, "roll_day", day=today())
    direzione.is_refused(Code.STALE, "roll_day", day=tomorrow())
    direzione.is_refused(Code.ARGUMENTS, "roll_day", day="2099-01-01")
    direzione.is_refused(Code.ARGUMENTS, "roll_day", day="tomorrow")
    direzione.is_refused(Code.ARGUMENTS, "roll_day", day="20991231")
    assert of_the_house() == []


def test_what_is_laid_down_is_kept_in_the_register_of_the_house() -> None:
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_day_terms", rolls_at="05:30", count_at_roll=True)
    direzione.does("set_day_terms", rolls_at="07:00", count_at_roll=False)
    lays_down()
    lays_down("CHF", cash_threshold=None, cash_limit=None)
    assert DayTerms.objects.get().rolls_at == "07:00"
    assert of_the_house() == []
    DayTerms.objects.update(rolls_at="23:00")
    assert any("07:00" in it for it in of_the_house())
    for wrong in ("24:00", "6:00", "06:60", "six"):
        direzione.is_refused(Code.ARGUMENTS, "set_day_terms", rolls_at=wrong, count_at_roll=False)
    given: dict[str, Any] = {"currency": "EUR", "tips_split": 40}
    direzione.is_refused(Code.ARGUMENTS, "set_cash_terms", **given, cash_threshold=10, cash_limit=9)
    direzione.is_refused(Code.ARGUMENTS, "set_cash_terms", **given | {"currency": "eur"})
    direzione.is_refused(Code.ARGUMENTS, "set_cash_terms", **given | {"tips_split": 101})


def test_a_session_stays_with_the_day_on_which_it_began() -> None:
    rolls(today())
    at = bank_table()
    in_play(at)
    rolls(tomorrow())
    assert BankSession.objects.get().day == today()
    bring = Entry.objects.get(register=at.code, verb="bring")
    assert chain.read(bring.arguments)["day"] == today()
    assert GamingDay.objects.get(day=tomorrow()).counted == {}
    at.table.check()


def test_a_float_that_is_sent_again_under_its_own_name_gets_its_first_answer_on_any_day() -> None:
    rolls(today())
    at = bank_table()
    first = at.cassa.does("bring", pieces=FLOAT, nonce="once")
    rolls(tomorrow())
    assert at.cassa.does("bring", pieces=FLOAT, nonce="once") == first
    at.cassa.is_refused(Code.NONCE, "bring", pieces=FLOAT | {"25": 41}, nonce="once")


def test_a_float_that_went_back_leaves_its_day_to_none_that_comes_later() -> None:
    rolls(today())
    at = bank_table()
    at.brings()
    goes_back(at)
    papers = cash_registers(today())
    at.cassa.does("bring", pieces=FLOAT)
    goes_back(at)
    assert BankSession.objects.get().day == today()
    assert cash_registers(today()) != papers
    papers = cash_registers(today())
    rolls(tomorrow())
    at.cassa.does("bring", pieces=FLOAT)
    assert [*BankSession.objects.values_list("day", "stage")] == [(today(), "empty"), (tomorrow(), "bringing")]
    assert cash_registers(today()) == papers
    at.table.check()


def test_what_the_cage_pays_while_no_float_is_at_the_table_stays_on_its_day_which_is_not_pending() -> None:
    rolls(today())
    at = bank_table(replace(WITH_BANK, bank_close="cage"))
    at.opens()
    cast, disputed = at.table.cast, _is_disputed(at)
    _closes(at, pieces=FLOAT)
    cast.dealer.does("hand_over", movement=2, pieces=FLOAT)
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    at.cassa.does("confirm_credit", movement=2, pieces=FLOAT)
    counts_box(at, {})
    at.cassa.does("bring", pieces=FLOAT)
    goes_back(at)
    gets = [{"bettor": "anna", "amount": 10_000}]
    cast.ispettore.does("decide_dispute", incident=disputed, text="decided", corrections=gets)
    assert BankSession.objects.get(number=2).after_closing == 10_000
    rolls(tomorrow())
    at.cassa.does("bring", pieces=FLOAT)
    [house] = house_statements(today())
    assert [(it.number, it.after_closing, it.physical) for it in house.results] == [(1, 0, 0), (2, 10_000, 0)]
    assert not house.provisional
    assert not statement_of(at.table.row, BankSession.objects.get(number=2)).provisional


def test_what_the_cage_pays_for_a_counted_session_is_of_the_day_on_which_it_is_decided() -> None:
    """The papers of the day before have left the house, and stay as they are."""
    rolls(today())
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    cast, disputed = at.table.cast, _is_disputed(at)
    _closes(at)
    counts_box(at, {})
    before = house_statements(today()), cash_registers(today())
    rolls(tomorrow())
    gets = [{"bettor": "anna", "amount": 10_000}]
    cast.ispettore.does("decide_dispute", incident=disputed, text="decided", corrections=gets)
    assert (house_statements(today()), cash_registers(today())) == before
    [house], [cash] = house_statements(tomorrow()), cash_registers(tomorrow())
    assert [(it.table, it.number, it.session.opener, it.after_closing) for it in house.results] == [
        (at.code, 1, 0, 10_000)
    ]
    assert not house.provisional
    assert [(it.session, it.verb, it.paid) for it in cash.lines] == [(1, "decide_dispute", 10_000)]
    assert list(drops_of(date.fromisoformat(tomorrow()), ())) == []
    both = house_statements(today()[:7]) + house_statements(tomorrow()[:7])
    assert sum(it.after_closing for of in {it.of: it for it in both}.values() for it in of.results) == 10_000


def _is_disputed(at: AtBank) -> int:
    """Anna, who has got her stake back on a tie, disputes it; return the entry."""
    seat(at.table, "anna", "1")
    coups.play(at.table, "P100@1", punto="2S 5S", banco="3S 4S")
    at.table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    return at.table.number


def goes_back(at: AtBank) -> None:
    """The float that is on its way goes back to the cage."""
    at.cassa.does("void_movement", movement=Movement.objects.latest("number").number, reason="no play")
    at.table.cast.ispettore.does("attest_movement", movement=Movement.objects.latest("number").number)


def test_a_closing_of_the_day_into_which_a_table_plays_on_is_reopened_once_that_day_has_begun() -> None:
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    rolls(today())
    at = bank_table()
    in_play(at)
    counts_midway(at)
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    at.table.cast.ispettore.does("close_bank")
    rolls(tomorrow())
    at.table.cast.direzione.does("reopen_closing", reason="a pile was counted twice")
    at.cassa.does("agree", what="reopen_closing")
    assert [it.stage for it in BankSession.objects.order_by("number")] == ["closed", "to_close"]


def test_a_box_that_was_taken_after_the_count_of_a_day_was_ordered_does_not_come_back_before_it_is_accepted() -> None:
    """It would pass for one that stayed, and its notes for notes that lie in it still."""
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    rolls(today())
    at = bank_table()
    in_play(at)
    ispettore, first = at.table.cast.ispettore, "B-1"
    at.table.does("put_box", serial=first)
    ispettore.does("agree", what="put_box")
    ispettore.does("midway_count", reason="the day ends", ends_day=True)
    at.cassa.does("take_box", seal="S-1", other="B-2")
    ispettore.does("agree", what="take_box")
    refused = at.cassa.is_refused(Code.BANK, "take_box", seal="S-2", other=first)
    assert "until this count is accepted" in str(refused)
    at.counts("midway", FLOAT)
    at.attests("midway")
    at.accepts("midway")
    at.cassa.does("take_box", seal="S-2", other=first)


def test_what_is_played_until_the_count_of_a_day_is_accepted_is_of_the_next_session() -> None:
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    rolls(today())
    at = bank_table()
    in_play(at)
    seat(at.table, "anna", "1")
    _plays(at, "9S 2H KS 3H")
    at.table.cast.ispettore.does("midway_count", reason="the day ends", ends_day=True)
    at.counts("midway", FLOAT | {"10000": FLOAT["10000"] - 1})
    _plays(at, "2S 9H KC KD")
    at.attests("midway")
    at.accepts("midway")
    first, second = (statement_of(at.table.row, it) for it in BankSession.objects.order_by("number"))
    for it, result, extremes in ((first, -10_000, (10_000, 0)), (second, 10_000, (0, 10_000))):
        assert it.session.computed == result
        assert (it.played.coups, it.played.largest_win, it.played.largest_loss) == (1, *extremes)


def test_what_was_keyed_after_the_count_of_a_day_and_not_made_is_taken_back_from_the_next_session() -> None:
    """And before the house begins its day, the cash of the guest being that of the present one."""
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    rolls(today())
    at = bank_table()
    in_play(at)
    cast = at.table.cast
    back: dict[str, Any] = {"guest": "gina", "reason": "not made"}
    cast.ispettore.does("midway_count", reason="the day ends", ends_day=True)
    at.counts("midway", FLOAT)
    for amount in (30_000, 30_000):
        at.table.does("change_notes", amount=amount, guest="gina")
    cast.ispettore.does("note_change", taken_back=30_000, **back)
    cast.capo_isola.does("agree", what="note_change")
    at.attests("midway")
    at.accepts("midway")
    assert [*BankSession.objects.order_by("number").values_list("notes", flat=True)] == [0, 30_000]
    cast.ispettore.does("note_change", taken_back=20_000, **back)
    cast.capo_isola.does("agree", what="note_change")
    assert [*GuestCash.objects.values_list("day", "total")] == [(today(), 10_000)]
    at.table.check()


def test_a_session_that_a_day_opened_has_the_pieces_of_its_opening_on_its_statement() -> None:
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    rolls(today())
    at = bank_table()
    in_play(at)
    counts_midway(at)
    sessions = BankSession.objects.all()
    assert len(sessions) == 2
    for row in sessions:
        [(_name, pieces), *_others] = columns(statement_of(at.table.row, row))
        assert {str(cents): number for cents, number in pieces.items()} == FLOAT


def _plays(at: AtBank, cards: str) -> None:
    """A coup in which the guest at position 1 stakes on Punto."""
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    for verb, keyed in Croupier(at.table, cards).acts("burn"):
        at.table.does(verb, **keyed)
    at.table.does("burn")


def test_a_closing_is_reopened_on_its_own_gaming_day_alone() -> None:
    at = bank_table()
    in_play(at)
    rolls(today())
    cast = at.table.cast
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    cast.ispettore.does("close_bank")
    cast.direzione.does("reopen_closing", reason="a pile was counted twice")
    rolls(tomorrow())
    cast.direzione.is_refused(Code.FINAL, "reopen_closing", reason="a pile was counted twice")
    at.cassa.is_refused(Code.FINAL, "agree", what="reopen_closing")
    assert BankSession.objects.get().stage == "closed"


@pytest.mark.parametrize("before", [True, False])
def test_whether_a_closing_came_before_the_next_day_is_not_asked_of_a_clock_that_was_put_back(*, before: bool) -> None:
    at, night = bank_table(), datetime(2026, 11, 28, 4, tzinfo=UTC)
    with travel(night) as clock:
        rolls("2026-11-27")
        at.opens()
        acts: list[Step] = [lambda: _closes(at), lambda: rolls("2026-11-28")]
        for act in acts if before else reversed(acts):
            clock.shift(timedelta(minutes=-30))
            act()
        direzione = at.table.cast.direzione
        if before:
            direzione.is_refused(Code.FINAL, "reopen_closing", reason="a pile was counted twice")
        else:
            direzione.does("reopen_closing", reason="a pile was counted twice")


def test_a_float_that_went_back_comes_after_it_was_sent_in_the_cash_register_whatever_the_clock_says() -> None:
    at = bank_table()
    with travel(datetime(2026, 11, 28, 20, tzinfo=UTC)) as clock:
        at.brings()
        clock.shift(timedelta(minutes=-30))
        goes_back(at)
    [register] = cash_registers("2026-11-28")
    assert [it.verb for it in register.lines] == ["bring", "attest_movement"]


def test_where_the_house_counts_at_the_end_of_a_day_no_table_plays_on_uncounted() -> None:
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    rolls(today())
    at = bank_table()
    in_play(at)
    refused = direzione.is_refused(Code.BANK, "roll_day", day=tomorrow())
    assert at.code in str(refused)
    counts_midway(at)
    rolls(tomorrow())
    [counted] = GamingDay.objects.get(day=tomorrow()).counted.values()
    assert Entry.objects.get(register=at.code, number=counted).verb == "accept_count"
    assert [(it.day, it.began == counted) for it in BankSession.objects.all()] == [
        (today(), False),
        (tomorrow(), True),
    ]
    assert of_the_house() == []


@pytest.mark.parametrize("minutes", [-10, 10])
def test_the_first_day_that_is_begun_is_the_one_into_which_tables_were_counted(minutes: int) -> None:
    """Before a house has begun any, its days change at six; neither the count nor the press skips one then."""
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    with travel(datetime(2026, 11, 28, 20, tzinfo=UTC)) as clock:
        at = bank_table()
        at.opens()
        clock.move_to(datetime(2026, 11, 29, 5, tzinfo=UTC) + timedelta(minutes=minutes))
        counts_midway(at)
        assert [it.day for it in BankSession.objects.all()] == ["2026-11-28", "2026-11-29"]
        clock.move_to(datetime(2026, 11, 29, 5, 20, tzinfo=UTC))
        page = signed_in(Role.DIREZIONE).get("/office/banks/").content.decode()
        assert 'name="day" value="2026-11-29"' in page
        rolls("2026-11-29")
    assert [*GamingDay.objects.get().counted] == [at.code]


@pytest.mark.parametrize("at_order", [True, False])
def test_a_day_that_a_wrong_clock_named_for_a_count_is_not_the_one_into_which_a_table_plays_on(
    *, at_order: bool
) -> None:
    """The clock was wrong as the count was ordered, or for the whole of it; then the table is counted once more."""
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    evening = datetime(2026, 11, 28, 20, tzinfo=UTC)
    with travel(evening) as clock:
        rolls("2026-11-28")
        at = bank_table()
        at.opens()
        clock.move_to(datetime(2027, 3, 1, 20, tzinfo=UTC))
        if at_order:
            at.table.cast.ispettore.does("midway_count", reason="the day ends", ends_day=True)
            clock.move_to(evening)
            at.counts("midway", FLOAT)
            at.attests("midway")
            at.accepts("midway")
        else:
            counts_midway(at)
            clock.move_to(evening)
            Cast.at(HOUSE).direzione.is_refused(Code.BANK, "roll_day", day="2026-11-29")
            counts_midway(at)
        rolls("2026-11-29")
    assert BankSession.objects.latest("number").day == "2026-11-29"
    assert [*GamingDay.objects.latest("number").counted] == [at.code]
    at.table.check()


def test_tables_are_counted_into_the_true_day_after_a_wrong_clock_has_begun_another() -> None:
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    evening = datetime(2026, 11, 28, 20, tzinfo=UTC)
    with travel(evening) as clock:
        rolls("2026-11-28")
        clock.move_to(datetime(2027, 3, 1, 20, tzinfo=UTC))
        rolls("2027-03-01")
        at = bank_table()
        at.opens()
        clock.move_to(evening)
        direzione.is_refused(Code.BANK, "roll_day", day="2026-11-29")
        counts_midway(at)
        at.table.cast.ispettore.is_refused(Code.BANK, "midway_count", reason="the day ends", ends_day=True)
        rolls("2026-11-29")
    assert [it.day for it in BankSession.objects.all()] == ["2027-03-01", "2026-11-29"]
    assert [*GamingDay.objects.latest("number").counted] == [at.code]


def test_a_count_for_control_ends_no_day_and_no_day_is_ended_where_the_house_counts_none() -> None:
    at = bank_table()
    in_play(at)
    rolls(today())
    at.table.cast.ispettore.is_refused(Code.BANK, "midway_count", reason="the day ends", ends_day=True)
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    counts_midway(at, ends_day=False)
    direzione.is_refused(Code.BANK, "roll_day", day=tomorrow())
    assert BankSession.objects.count() == 1
    at.table.check()


@pytest.mark.parametrize("taken_back", [False, True], ids=["changed", "changed, and taken back as not made"])
def test_what_is_changed_after_a_count_for_control_is_no_difference_of_it(*, taken_back: bool) -> None:
    at = bank_table()
    in_play(at)
    at.table.cast.ispettore.does("midway_count", reason="control")
    at.counts("midway", FLOAT)
    at.table.does("change_notes", amount=10_000)
    if taken_back:
        at.table.cast.ispettore.does("note_change", taken_back=10_000, reason="not made")
        at.table.cast.capo_isola.does("agree", what="note_change")
    at.attests("midway")
    outcome = chain.read(Entry.objects.filter(register=at.code).latest("number").outcome)["effects"]
    [shown] = [facts for name, facts in outcome if name == "count_shown"]
    assert shown["amount"] == shown["old_amount"]
    at.accepts("midway")
    at.table.check()


@pytest.mark.usefixtures("real_database")
@pytest.mark.parametrize("accepted", [False, True], ids=["open", "accepted"])
def test_a_count_for_control_of_before_the_upgrade_has_the_notes_that_a_replay_gives(*, accepted: bool) -> None:
    at = bank_table()
    in_play(at)
    table, cast = at.table, at.table.cast
    seat(table, "anna", "1")
    table.does("change_notes", amount=10_000)
    cast.ispettore.does("midway_count", reason="control")
    at.counts("midway", FLOAT | {"10000": FLOAT["10000"] - 1})
    coups.lay(table, "P10@1")
    table.does("raise", coup=table.coup, position="1", box="punto", by=5_000, cash=True)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    late: list[dict[str, Any]] = [{"amount": 2_500}, {"taken_back": 15_000}, {"taken_back": 1_000}]
    for number, change in enumerate(late):
        if number == len(late) - 1 and accepted:
            at.attests("midway")
            at.accepts("midway", "as found")
        cast.ispettore.does("note_change", reason="seen by the camera", **change)
        cast.capo_isola.does("agree", what="note_change")
    (row,) = BankSession.objects.all()
    before = dict(row.midway)
    BankSession.objects.update(midway={"control": before["control"]})
    assert replay(at.code) != []
    import_module("bank.migrations.0005_notes_at_a_count_for_control").complete(apps, connection.schema_editor())
    row.refresh_from_db()
    assert row.midway == before
    assert row.midway["notes"] == (2_500 if accepted else 1_500)
    assert replay(at.code) == []


def test_a_table_that_was_counted_says_which_day_begins_and_stays_with_it_when_it_opens_again() -> None:
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    at = bank_table()
    in_play(at)
    counts_midway(at)
    assert str(direzione.is_refused(Code.BANK, "roll_day", day=today())).count(tomorrow()) == 1
    cast = at.table.cast
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    cast.ispettore.does("close_bank")
    at.counts("opener", FLOAT)
    assert {it.day for it in BankSession.objects.filter(number__gte=2)} == {tomorrow()}
    at.table.check()


@every_row(
    ("at", "day", "begins"),
    [
        ("2026-11-26T23:30+00:00", "2026-11-25", False),
        ("2026-11-26T23:30+00:00", "2026-11-26", True),
        ("2026-11-26T23:30+00:00", "2026-11-28", True),
        ("2026-11-26T23:30+00:00", "2026-11-29", False),
        ("2026-11-27T10:00+00:00", "2026-11-26", False),
        ("2026-11-27T10:00+00:00", "2026-11-28", True),
        ("2026-11-27T10:00+00:00", "2026-11-29", False),
        ("2026-11-27T23:30+00:00", "2026-11-29", True),
    ],
)
def test_a_day_is_todays_or_tomorrows_where_the_house_is(at: str, day: str, begins: bool) -> None:
    GamingDay.objects.all().delete()
    act = Act(House.objects.get_or_create(pk=1)[0], "dora", Role.DIREZIONE, datetime.fromisoformat(at), 9)
    code = None
    try:
        roll_day(act, day=day)
    except Refused as refused:
        code = refused.code
    assert code is (None if begins else Code.ARGUMENTS)
    assert GamingDay.objects.exists() is begins


def facts(act: Act, verb: str, keyed: dict[str, Any]) -> dict[str, Any]:
    """Return what the house adds to the arguments of an act as it is pressed."""
    found = dict[str, Any]()
    for finds in side_effects.finding(declaration.of(verb), trains=act.trains):
        found |= finds(act, keyed)
    return found


def test_what_is_checked_as_it_is_pressed_is_checked_at_a_training_table_too() -> None:
    at = bank_table()
    in_play(at)
    table = at.table.row
    table.training = True
    act = Act(table, "dora", Role.DEALER, datetime.now(UTC), table.number + 1)
    for verb, keyed in (("tip", {"form": "cash"}), ("change_rules", {"changes": {"bank_close": "cage"}})):
        with pytest.raises(Refused) as refused:
            facts(act, verb, keyed)
        assert refused.value.code is Code.BANK
    rolls(tomorrow())
    known = {"day": tomorrow(), "watched": "results"}
    assert facts(act, "bring", {}) == known | {"begins": {"day": tomorrow()}}
    assert facts(act, "count", {"what": "opener"}) == known
    assert facts(act, "count", {"what": "midway"}) == {}


def counts_midway(at: AtBank, *, ends_day: bool = True) -> None:
    """The rack is counted while the table plays on."""
    at.table.cast.ispettore.does("midway_count", reason="the day ends", ends_day=ends_day)
    at.counts("midway", FLOAT)
    at.attests("midway")
    at.accepts("midway")


def test_tips_are_split_as_the_house_has_laid_down() -> None:
    at = bank_table()
    in_play(at)
    at.table.does("tip", amount=40_000)
    at.table.cast.ispettore.does("close_table")
    lays_down()
    assert "40 per cent" in str(at.cassa.is_refused(Code.BANK, "split_tips", percent=41))


def test_a_closing_of_a_day_that_a_wrong_clock_began_is_not_reopened_days_later() -> None:
    at, evening = bank_table(), datetime(2026, 11, 28, 20, tzinfo=UTC)
    with travel(evening) as clock:
        rolls("2026-11-28")
        clock.shift(timedelta(days=9))
        rolls("2026-12-07")
        in_play(at)
        _closes(at)
        clock.move_to(evening)
        rolls("2026-11-29")
        at.table.cast.direzione.is_refused(Code.FINAL, "reopen_closing", reason="a pile was counted twice")
