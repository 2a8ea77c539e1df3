"""Cash of a guest on one gaming day, over all tables, by every key of theirs; scenario 9."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st
from time_machine import travel

from bank.models import BankSession, GuestCash
from bank.play import cash
from bank.play.day import calendar_day, day_after, gaming_day
from bank.rules.cash import CashTerms, check_change, reaches
from table.models import HOUSE, Alert, Entry
from table.play import declaration
from table.record import chain
from table.record.door import PressResult
from table.record.past.replay import replay
from table.record.proof import audit
from table.rules.houses import ADMIRAL
from table.rules.profile import Profile
from table.rules.refusal import Code, Refused
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.rig.cast import Cast
from tests.rig.choosing import number_of
from tests.rig.made_before import evening_made_before
from tests.rig.pressing import drawn
from tests.rig.tables import prepare_shoe, ready_table, seat

TERMS = CashTerms(threshold=200_000, limit=499_999)


# --- the rule


@given(total=st.integers(1, 10**7), identified=st.booleans())
def test_below_the_threshold_and_within_the_limit_notes_are_changed(total: int, identified: bool) -> None:
    code, sentence = refusal_of(total, identified=identified)
    due = Code.CASH_LIMIT if total > 499_999 else Code.CASH_IDENTITY if total >= 200_000 and not identified else None
    assert code is due
    assert not any(digit in sentence for digit in "0123456789"), "the dealer reads no sum"


def refusal_of(total: int, *, identified: bool) -> tuple[Code | None, str]:
    """Why a change by which anna reaches this total is refused; nothing where it is not."""
    try:
        check_change(TERMS, "anna", total=total, identified=identified)
    except Refused as refused:
        return refused.code, str(refused)
    return None, ""


def test_without_a_guest_there_is_no_change_where_anything_is_laid_down() -> None:
    for terms in (TERMS, CashTerms(threshold=200_000), CashTerms(limit=499_999)):
        with pytest.raises(Refused) as refused:
            check_change(terms, "", total=100, identified=False)
        assert refused.value.code is Code.CASH_IDENTITY
    check_change(CashTerms(), "", total=10**9, identified=False)


def test_one_change_alone_reaches_the_threshold() -> None:
    assert [reaches(TERMS, before=before, total=total) for before, total in ((0, 199_999), (199_999, 200_000))] == [
        False,
        True,
    ]
    assert not reaches(TERMS, before=200_000, total=300_000)
    assert not reaches(CashTerms(), before=0, total=10**9)


# --- at the tables


@pytest.fixture
def tables(db: None) -> tuple[AtBank, AtBank]:
    """Two tables in play, in a house that has laid down its sums of cash."""
    return both_in_play()


@evening_made_before
def both_in_play() -> tuple[AtBank, AtBank]:
    found = two_tables()
    for at in found:
        in_play(at)
    lays_down()
    return found


def two_tables(other: Profile = WITH_BANK) -> tuple[AtBank, AtBank]:
    """Two tables, each with a dealer of its own."""
    first, second = bank_table(code="T3"), bank_table(other, code="T4")
    cast = second.table.cast
    return first, replace(second, table=replace(second.table, cast=replace(cast, dealer=cast.relief)))


def in_play(at: AtBank) -> None:
    """The float is counted, and the table open."""
    at.brings()
    at.counts("opener", FLOAT)
    at.attests("opener")
    at.accepts("opener")
    prepare_shoe(at.table, WITH_BANK, serial=f"S-{at.code}")
    at.table.cast.ispettore.does("open_table")


def lays_down(currency: str = "EUR", **sums: Any) -> PressResult:
    """The Direzione lays down 2,000 and 4,999.99, unless it is said otherwise."""
    given: dict[str, Any] = {"cash_threshold": 200_000, "cash_limit": 499_999, "tips_split": 40}
    return Cast.at(HOUSE).direzione.does("set_cash_terms", currency=currency, **given | sums)


def changes(at: AtBank, amount: int, guest: str | None = "gina") -> None:
    """The dealer changes notes of a guest."""
    at.table.cast.dealer.does("change_notes", amount=amount, guest=guest)


def is_refused(at: AtBank, code: Code, amount: int, guest: str | None = "gina") -> Refused:
    """The table says no to a change."""
    return at.table.cast.dealer.is_refused(code, "change_notes", amount=amount, guest=guest)


def total(guest: str = "gina", currency: str = "EUR") -> int:
    """What this guest has changed."""
    return sum(GuestCash.objects.filter(guest=cash.root_of(guest), currency=currency).values_list("total", flat=True))


def of_the_house() -> list[str]:
    """What the audit of the house finds, but for the people, whom these tests take on past the door."""
    return [it for it in audit.faults(HOUSE) if "badge" not in it]


def test_scenario_9_the_cash_of_a_guest_counts_at_every_table_and_is_identified_and_limited(
    tables: tuple[AtBank, AtBank],
) -> None:
    first, second = tables
    changes(first, 50_000)
    changes(second, 50_000)
    changes(first, 60_000)
    is_refused(first, Code.CASH_IDENTITY, 40_000)
    is_refused(second, Code.CASH_IDENTITY, 40_000)
    assert (total(), Alert.objects.filter(code="cash_threshold").count()) == (160_000, 0)
    Cast.at(HOUSE).ispettore.does("identify", guest="gina", paper="identity card")
    changes(first, 40_000)
    assert (total(), Alert.objects.filter(code="cash_threshold").count()) == (200_000, 1)
    is_refused(first, Code.CASH_LIMIT, 300_000)
    is_refused(second, Code.CASH_LIMIT, 300_000)
    changes(second, 299_500)
    assert (
        total()
        == 499_500
        == sum(
            chain.read(it)["amount"]
            for it in Entry.objects.filter(verb="change_notes").values_list("arguments", flat=True)
        )
    )
    for at in tables:
        at.table.check()
        assert list(audit.faults(at.code)) == []
    assert of_the_house() == []


def test_the_sum_is_entered_with_the_act_and_nothing_where_there_is_none(tables: tuple[AtBank, AtBank]) -> None:
    first, _second = tables
    changes(first, 50_000)
    last = Entry.objects.filter(register=first.code, verb="change_notes").latest("number")
    found = chain.read(last.arguments)["guest_cash"]
    assert {**found, "day": ""} == {"guest": "gina", "day": "", "total": 50_000, "reached": False}
    first.table.cast.ispettore.does("note_change", amount=5_000, reason="not keyed")
    assert not any(
        "guest_cash" in chain.read(it)
        for it in Entry.objects.exclude(verb="change_notes").values_list("arguments", flat=True)
    )


def test_the_dealer_cannot_say_what_the_house_finds_out(tables: tuple[AtBank, AtBank]) -> None:
    for verb in ("change_notes", "change_cash"):
        with pytest.raises(Refused):
            declaration.check_of_screen(verb, {"guest_cash": {"total": 0}})


def test_two_keys_that_are_joined_are_one_guest_with_one_sum(tables: tuple[AtBank, AtBank]) -> None:
    first, second = tables
    changes(first, 150_000, "gina")
    changes(second, 40_000, "hugo")
    Cast.at(HOUSE).ispettore.does("join_guests", one="gina", other="hugo", reason="seen at both tables")
    assert total("gina") == total("hugo") == 190_000
    is_refused(second, Code.CASH_IDENTITY, 10_000, "hugo")
    Cast.at(HOUSE).ispettore.does("identify", guest="hugo", paper="passport")
    changes(first, 10_000, "gina")
    assert total("hugo") == 200_000
    assert Alert.objects.filter(code="cash_threshold").count() == 1
    Cast.at(HOUSE).ispettore.is_refused(Code.STALE, "join_guests", one="hugo", other="gina", reason="again")
    Cast.at(HOUSE).ispettore.does("join_guests", one="ida", other="gina", reason="a third key")
    assert {cash.root_of(it) for it in ("gina", "hugo", "ida")} == {"ida"}
    assert total("hugo") == 200_000
    assert of_the_house() == []


@pytest.mark.parametrize("begun", [False, True])
def test_where_joined_keys_are_past_the_threshold_together_the_next_change_raises_the_alert_once(
    tables: tuple[AtBank, AtBank], *, begun: bool
) -> None:
    first, second = tables
    if begun:
        Cast.at(HOUSE).direzione.does("roll_day", day=calendar_day(timezone.now()))
    changes(first, 150_000, "gina")
    changes(second, 150_000, "hugo")
    Cast.at(HOUSE).ispettore.does("join_guests", one="gina", other="hugo", reason="seen at both tables")
    Cast.at(HOUSE).ispettore.does("identify", guest="hugo", paper="passport")
    assert Alert.objects.filter(code="cash_threshold").count() == 0
    for _ in range(2):
        changes(second, 10_000, "hugo")
        [alert] = Alert.objects.filter(code="cash_threshold")
        assert alert.facts == {"guest": "gina", "amount": 310_000}
    assert of_the_house() == []


def test_an_alert_in_one_currency_silences_none_in_another_where_keys_were_joined(db: None) -> None:
    euros, francs = two_tables(replace(ADMIRAL, bank="on"))
    in_play(euros)
    in_play(francs)
    lays_down()
    lays_down("CHF", cash_limit=None)
    of_house = Cast.at(HOUSE)
    of_house.ispettore.does("identify", guest="gina", paper="passport")
    changes(euros, 200_000, "gina")
    changes(francs, 150_000, "gina")
    changes(francs, 150_000, "hugo")
    of_house.ispettore.does("join_guests", one="gina", other="hugo", reason="seen at both tables")
    changes(francs, 10_000, "hugo")
    assert [it.table.code for it in Alert.objects.filter(code="cash_threshold").order_by("pk")] == ["T3", "T4"]


def test_an_alert_of_the_day_before_silences_none_where_the_clock_was_put_back_as_the_day_began(
    tables: tuple[AtBank, AtBank],
) -> None:
    first, second = tables
    of_house, day = Cast.at(HOUSE), calendar_day(timezone.now())
    of_house.direzione.does("roll_day", day=day)
    of_house.ispettore.does("identify", guest="gina", paper="passport")
    changes(first, 200_000, "gina")
    assert Alert.objects.filter(code="cash_threshold").count() == 1
    with travel(timezone.now() - timedelta(minutes=30)):
        of_house.direzione.does("roll_day", day=day_after(day))
        changes(first, 150_000, "gina")
        changes(second, 150_000, "hugo")
        of_house.ispettore.does("join_guests", one="gina", other="hugo", reason="seen at both tables")
        of_house.ispettore.does("identify", guest="gina", paper="passport")
        changes(second, 10_000, "hugo")
    assert Alert.objects.filter(code="cash_threshold").count() == 2


def test_what_was_changed_on_a_day_that_a_wrong_clock_had_begun_is_not_of_the_true_one(
    tables: tuple[AtBank, AtBank],
) -> None:
    first, _second = tables
    of_house, evening = Cast.at(HOUSE), datetime(2026, 11, 28, 20, tzinfo=UTC)
    with travel(evening) as clock:
        of_house.direzione.does("roll_day", day="2026-11-28")
        clock.shift(timedelta(days=2))
        of_house.direzione.does("roll_day", day="2026-11-30")
        of_house.ispettore.does("identify", guest="gina", paper="passport")
        changes(first, 450_000)
        clock.move_to(evening)
        for day in ("2026-11-29", "2026-11-30"):
            of_house.direzione.does("roll_day", day=day)
            changes(first, 150_000)
            clock.shift(timedelta(days=1))
        is_refused(first, Code.CASH_IDENTITY, 50_000)
    of_days = GuestCash.objects.order_by("day").values_list("day", "total")
    assert [*of_days] == [("2026-11-29", 150_000), ("2026-11-30", 150_000)]
    first.table.check()
    assert of_the_house() == []


def test_whose_notes_they_are_is_told_where_anything_is_laid_down(tables: tuple[AtBank, AtBank]) -> None:
    first, _second = tables
    is_refused(first, Code.CASH_IDENTITY, 5_000, None)
    lays_down(cash_threshold=None, cash_limit=None)
    changes(first, 5_000, None)
    changes(first, 10**8 * 5)
    assert total() == 10**8 * 5


def test_each_currency_has_its_own_sum_and_nothing_is_added_across(db: None) -> None:
    euros, francs = two_tables(replace(ADMIRAL, bank="on"))
    in_play(euros)
    in_play(francs)
    lays_down()
    lays_down("CHF", cash_limit=None)
    changes(euros, 190_000)
    changes(francs, 190_000)
    assert (total(), total(currency="CHF")) == (190_000, 190_000)
    is_refused(francs, Code.CASH_IDENTITY, 10_000)
    Cast.at(HOUSE).ispettore.does("identify", guest="gina", paper="passport")
    changes(francs, 10**8)
    is_refused(euros, Code.CASH_LIMIT, 310_000)


def test_a_stake_in_banknotes_counts_for_whoever_laid_it_whatever_the_frame_says(tables: tuple[AtBank, AtBank]) -> None:
    first, second = tables
    changes(second, 190_000, "anna")
    seat(first.table, "anna", "1")
    first.table.does("open_bets")
    place: dict[str, Any] = {"coup": first.table.coup, "position": "1", "box": "punto"}
    first.table.does("place", **place, amount=10_000, cash=True)
    for guest in (None, "anna"):
        first.table.refuses(Code.CASH_IDENTITY, "change_cash", **place, guest=guest)
    first.table.refuses(Code.INDIVIDUAL, "change_cash", **place, guest="nobody")
    assert total("anna") == 190_000
    Cast.at(HOUSE).ispettore.does("identify", guest="anna", paper="passport")
    first.table.does("change_cash", **place)
    assert total("anna") == 200_000
    first.table.refuses(Code.CASH_PENDING, "change_cash", **place)
    assert total("anna") == 200_000
    first.table.check()


def test_a_late_change_is_added_and_nothing_refuses_it(tables: tuple[AtBank, AtBank]) -> None:
    first, _second = tables
    changes(first, 190_000)
    cast = first.table.cast
    cast.ispettore.does("note_change", amount=50_000, guest="gina", reason="nobody keyed it")
    assert total() == 190_000
    cast.capo_isola.does("agree", what="note_change")
    assert total() == 240_000
    assert Alert.objects.filter(code="cash_threshold").count() == 1, "it reaches the threshold as any other does"
    last = Entry.objects.filter(register=first.code, verb="agree").latest("number")
    assert chain.read(last.arguments)["guest_cash"]["total"] == 240_000
    first.table.check()


def test_a_change_that_was_not_made_is_taken_back_from_the_sum_of_its_guest(tables: tuple[AtBank, AtBank]) -> None:
    """500 were keyed where 50 were changed, at the one table; the other one counts with what is left of it."""
    first, second = tables
    cast = first.table.cast
    back: dict[str, Any] = {"taken_back": 45_000, "reason": "50 were changed, not 500"}
    changes(first, 50_000)
    changes(second, 10_000)
    cast.ispettore.does("note_change", guest="gina", **back)
    assert total() == 60_000, "a second person agrees to it"
    with translation.override("en"):
        assert "takes back a change of 450 that was not made" in drawn(first.table, "desk:ispettore_gioco", "en")
    cast.capo_isola.does("agree", what="note_change")
    assert total() == 15_000
    opened_with = sum(int(piece) * count for piece, count in FLOAT.items())
    assert BankSession.objects.get(table__code=first.code).expected == opened_with - 5_000
    changes(second, 184_000)
    is_refused(second, Code.CASH_IDENTITY, 1_000)
    first.table.check()
    assert of_the_house() == []


def test_a_change_of_the_next_gaming_day_is_taken_back_from_that_day(tables: tuple[AtBank, AtBank]) -> None:
    """The house began it while the table played on, and its changes are of the day on which they were made."""
    first, second = tables
    house, cast = Cast.at(HOUSE), first.table.cast
    today = gaming_day(timezone.now())
    changes(first, 20_000)
    changes(first, 50_000, "hugo")
    house.direzione.does("roll_day", day=day_after(today))
    changes(first, 30_000, "gina bis")
    changes(second, 60_000, "hugo")
    house.ispettore.does("join_guests", one="gina", other="gina bis", reason="one guest")
    for guest, amount in (("gina", 30_000), ("gina", 20_000), ("hugo", 50_000)):
        cast.ispettore.does("note_change", taken_back=amount, guest=guest, reason="it was not made")
        cast.capo_isola.does("agree", what="note_change")
    left = {("gina", today): 0, ("gina", day_after(today)): 0, ("hugo", today): 0, ("hugo", day_after(today)): 60_000}
    rows = GuestCash.objects.values_list("guest", "day", "total")
    assert {(guest, day): sum_ for guest, day, sum_ in rows} == left
    first.table.check()
    assert of_the_house() == []


def test_no_more_is_taken_back_than_was_changed(tables: tuple[AtBank, AtBank]) -> None:
    first, second = tables
    cast = first.table.cast
    why: dict[str, Any] = {"reason": "it was not made"}
    changes(first, 20_000, "hugo")
    changes(second, 50_000)
    cast.ispettore.is_refused(Code.MONEY, "note_change", taken_back=25_000, **why)
    cast.ispettore.is_refused(Code.MONEY, "note_change", taken_back=10_000, guest="ida", **why)
    cast.ispettore.is_refused(Code.MONEY, "note_change", taken_back=10_001, guest="hugo", **why)
    cast.ispettore.is_refused(Code.ARGUMENTS, "note_change", taken_back=10_000, amount=10_000, **why)
    cast.ispettore.is_refused(Code.ARGUMENTS, "note_change", **why)
    cast.ispettore.does("note_change", taken_back=20_000, guest="gina", **why)
    second.table.cast.ispettore.does("note_change", taken_back=40_000, guest="gina", **why)
    second.table.cast.capo_isola.does("agree", what="note_change")
    cast.capo_isola.is_refused(Code.MONEY, "agree", what="note_change")
    assert total() == 10_000, "what was taken back in the meantime is not taken back twice"
    assert "note_change" in BankSession.objects.get(table__code=first.code).waiting, "it can still be withdrawn"


def test_without_a_bank_a_change_has_no_sum_and_its_entry_is_as_ever(db: None) -> None:
    table = ready_table()
    lays_down(cash_threshold=1, cash_limit=1)
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000, cash=True)
    table.does("change_cash", coup=table.coup, position="1", box="punto")
    last = Entry.objects.filter(register=table.code, verb="change_cash").latest("number")
    assert "guest_cash" not in chain.read(last.arguments)
    assert not GuestCash.objects.exists()


def test_papers_that_an_ispettore_has_seen_at_a_table_are_the_identity_for_its_cash(db: None) -> None:
    euros, at = two_tables(replace(ADMIRAL, bank="on"))
    in_play(euros)
    in_play(at)
    lays_down()
    lays_down("CHF", cash_limit=None)
    is_refused(at, Code.CASH_IDENTITY, 200_000)
    at.table.cast.dealer.does("reserve", guest="gina")
    at.table.cast.ispettore.does("confirm_identity", guest="gina")
    changes(at, 200_000)
    changes(euros, 200_000)
    seen = at.table.cast.ispettore.person.badge
    assert {*GuestCash.objects.filter(guest="gina").values_list("currency", "identified_by")} == {
        ("CHF", seen),
        ("EUR", seen),
    }
    at.table.check()


# --- by chance

OPERATIONS, SEED = number_of("OPERATIONS", 40), number_of("SEED", 5, least=0)
KEYS = ("gina", "hugo", "ida", "jan", "kim", "lea")


def test_the_sum_of_a_guest_is_that_of_their_changes_whatever_tables_and_keys(tables: tuple[AtBank, AtBank]) -> None:
    """B14, at random: ``OPERATIONS=2000 SEED=7`` by hand."""
    draw, changed, same = Random(SEED), dict.fromkeys(KEYS, 0), {key: {key} for key in KEYS}
    for place in range(OPERATIONS):
        what, at = draw.choice(("change", "change", "change", "late", "back", "identify", "join")), draw.choice(tables)
        one, other = draw.sample(KEYS, 2)
        amount = draw.choice((5_000, 20_000, 120_000))
        if happens(at, what, one, other, amount):
            changed[one] += {"change": amount, "late": amount, "back": -amount}.get(what, 0)
            if what == "join":
                same.update(dict.fromkeys(same[one] | same[other], same[one] | same[other]))
        sums = {key: sum(changed[it] for it in same[key]) for key in KEYS}
        assert {key: total(key) for key in KEYS} == sums, f"seed {SEED}, operation {place}"
    assert sum(changed.values()) == sum(GuestCash.objects.values_list("total", flat=True))
    assert all(replay(at.code) == [] for at in tables)
    assert of_the_house() == []


def happens(at: AtBank, what: str, one: str, other: str, amount: int) -> bool:
    """Whether something about the cash of a guest is done, or refused."""
    ispettore, of_house = at.table.cast.ispettore, Cast.at(HOUSE).ispettore
    try:
        match what:
            case "change":
                at.table.cast.dealer.does("change_notes", amount=amount, guest=one)
            case "late":
                ispettore.does("note_change", amount=amount, guest=one, reason="nobody keyed it")
                at.table.cast.capo_isola.does("agree", what="note_change")
            case "back":
                ispettore.does("note_change", taken_back=amount, guest=one, reason="it was not made")
                at.table.cast.capo_isola.does("agree", what="note_change")
            case "identify":
                of_house.does("identify", guest=one, paper="passport")
            case _:
                of_house.does("join_guests", one=one, other=other, reason="seen together")
    except Refused:
        return False
    return True


def test_an_alert_of_yesterday_that_was_entered_today_hides_none_of_today(tables: tuple[AtBank, AtBank]) -> None:
    first, second = tables
    of_house, day = Cast.at(HOUSE), calendar_day(timezone.now())
    of_house.direzione.does("roll_day", day=day)
    changes(first, 150_000)
    of_house.direzione.does("roll_day", day=day_after(day))
    first.table.cast.ispettore.does("note_change", amount=60_000, guest="gina", reason="nobody keyed it")
    first.table.cast.capo_isola.does("agree", what="note_change")
    changes(first, 150_000)
    changes(second, 150_000, "hugo")
    of_house.ispettore.does("join_guests", one="gina", other="hugo", reason="seen at both tables")
    of_house.ispettore.does("identify", guest="gina", paper="passport")
    changes(second, 10_000, "hugo")
    assert Alert.objects.filter(code="cash_threshold").count() == 2
