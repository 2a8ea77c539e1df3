"""What was counted stays so: nothing moves under an accepted count, and a box is counted for its own session."""

from dataclasses import replace
from typing import Any

import pytest

from bank.models import BankCount, BankSession, Movement, Slip
from bank.play import pressed
from bank.play.tables import bank_of
from bank.reports.proven import proof_of
from bank.reports.statement import slips_of
from bank.reports.tips import tips_statements
from bank.rules.ledger import MoneyPlace
from table.models import HOUSE, Entry, Note, Table
from table.record import chain
from table.record.past.replay import replay
from table.rules.refusal import Code
from table.screens.dealer.task import task
from table.script.dealing import right_points
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.bank.test_console import drawn
from tests.bank.test_day import goes_back
from tests.bank.test_house_papers import count_tips
from tests.bank.test_statement import closed, counts_box, statement
from tests.croupier.cases import report
from tests.croupier.coups import deal, play, turn
from tests.croupier.dealer import Croupier
from tests.rig.cast import Cast
from tests.rig.tables import prepare_shoe, seat

pytestmark = pytest.mark.django_db
PLAQUE = {"500000": 1}
WITHOUT_PLAQUE = FLOAT | {"500000": FLOAT["500000"] - 1}


@pytest.fixture
def at(db: None) -> AtBank:
    """A table in play whose float stays as it is at closing."""
    found = bank_table(replace(WITH_BANK, bank_close="inventory"))
    found.opens()
    return found


def differs(at: AtBank) -> tuple[int | None, int]:
    """What the rack differs by on the statement, and what the next opener has to find."""
    bank = bank_of(at.table.state)
    assert bank is not None
    return statement(at).rack_difference, sum(
        bank.pure.ledger.balance(it) for it in (MoneyPlace.RACK, MoneyPlace.LOCKED)
    )


def put_in(at: AtBank) -> None:
    """A box lies in the table."""
    at.table.does("put_box", serial="B-1")
    at.table.cast.ispettore.does("agree", what="put_box")


# --- notes


@pytest.mark.parametrize("paid", [False, True], ids=["before the payment", "after it"])
def test_notes_that_a_correction_finds_are_changed_before_the_coup_is_paid_and_burned(
    at: AtBank, *, paid: bool
) -> None:
    table, fix = at.table, {"position": "1", "box": "banco", "cash": True, "guest": "anna"}
    seat(table, "anna", "1")
    deal(table, "B100@1")
    turn(table)
    table.does("announce", **right_points(table.state))
    if paid:
        table.does("settle")
    table.does("correct_entry", what="cash", new=fix, reason="forgotten")
    table.refuses(Code.CASH_PENDING, "burn" if paid else "settle")
    assert [it["verb"] for it in task(table.snapshot).steps] == ["change_cash"]
    table.does("change_cash", coup=table.coup, position="1", box="banco", guest="anna")
    table.press(*([] if paid else [("settle", {})]), ("burn", {}))
    closed(at, FLOAT)
    counts_box(at, {"10000": 1})
    assert (statement(at).rack_difference, statement(at).box_difference) == (0, 0)
    at.table.check()


@pytest.mark.parametrize("paid", [False, True], ids=["before the payment", "after it"])
def test_notes_that_a_correction_finds_are_changed_before_a_ruling_ends_the_coup(at: AtBank, *, paid: bool) -> None:
    table, fix = at.table, {"position": "1", "box": "banco", "cash": True}
    seat(table, "anna", "1")
    deal(table, "B100@1")
    turn(table)
    table.does("announce", **right_points(table.state))
    if paid:
        table.does("settle")
    table.does("correct_entry", what="cash", new=fix, reason="forgotten")
    case = report(table, "unforeseen", what="other")
    ruled: dict[str, Any] = {"incident": case.number, "text": "as decided", "effects": ["validate", "close_table"]}
    refused = table.cast.direzione.is_refused(Code.CASH_PENDING, "rule", **ruled)
    assert "position 1" in str(refused)
    (changes,) = task(table.snapshot).others
    table.press(*((it["verb"], it["given"]) for it in changes.steps))
    table.cast.direzione.does("rule", **ruled)
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    counts_box(at, {"10000": 1})
    assert (statement(at).rack_difference, statement(at).box_difference) == (0, 0)
    at.table.check()


# --- movements


def test_nothing_is_handed_over_of_a_rack_that_was_counted(at: AtBank) -> None:
    cast = at.table.cast
    for _credit in range(2):
        cast.ispettore.does("request_credit", pieces=PLAQUE)
    at.table.does("hand_over", movement=2, pieces=PLAQUE)
    closed(at, FLOAT)
    cast.ispettore.is_refused(Code.FINAL, "attest_movement", movement=2, device=cast.dealer.person.badge)
    at.table.cast.dealer.is_refused(Code.FINAL, "hand_over", movement=3, pieces=PLAQUE)
    assert differs(at) == (0, 4_989_000)
    for number in (2, 3):
        at.cassa.does("void_movement", movement=number, reason="the table is closed")
        cast.direzione.does("attest_movement", movement=number)
    cast.ispettore.does("close_bank")
    assert differs(at) == (0, 4_989_000)
    at.table.check()


@pytest.mark.parametrize(("more", "brings"), [(1, "hand_over"), (-1, "issue")], ids=["a credit", "a fill"])
def test_the_movement_that_ends_a_session_is_worth_what_was_asked_for(more: int, brings: str) -> None:
    at = bank_table()
    at.opens()
    closed(at, FLOAT | {"2500": FLOAT["2500"] + 2 * more}, "found so")
    at.table.cast.ispettore.does("close_bank", pieces={"2500": 2})
    who = at.table.cast.dealer if brings == "hand_over" else at.cassa
    for wrong in ({"2500": 1}, {"2500": 3}):
        who.is_refused(Code.MONEY, brings, movement=2, pieces=wrong)
    who.does(brings, movement=2, pieces={"5000": 1})
    if brings == "hand_over":
        at.table.cast.ispettore.does("attest_movement", movement=2, device=at.table.cast.dealer.person.badge)
        at.cassa.does("confirm_credit", movement=2, pieces={"5000": 1})
    else:
        at.table.does("receive", movement=2, pieces={"5000": 1})
        at.table.cast.ispettore.does("attest_movement", movement=2, device=at.table.cast.dealer.person.badge)
    assert BankSession.objects.get().stage == "closed"
    at.table.check()


def test_a_credit_that_had_left_before_the_count_is_confirmed_and_not_taken_back(at: AtBank) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_credit", pieces=PLAQUE)
    at.table.does("hand_over", movement=2, pieces=PLAQUE)
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    at.cassa.does("void_movement", movement=2, reason="keyed before the count")
    closed(at, WITHOUT_PLAQUE)
    again = cast.dealer.is_refused(Code.FINAL, "hand_over", movement=2, pieces={"100000": 5})
    assert "the cage confirms it" in str(again), "it is not made void any more"
    cast.direzione.is_refused(Code.FINAL, "attest_movement", movement=2)
    at.cassa.is_refused(Code.FINAL, "void_movement", movement=2, reason="it came back")
    at.cassa.does("confirm_credit", movement=2, pieces=PLAQUE)
    cast.ispettore.does("close_bank")
    assert differs(at) == (0, 4_489_000)
    at.table.check()


def test_of_a_credit_that_came_with_more_than_was_handed_over_the_table_counts_out_anew(at: AtBank) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_credit", pieces={"500000": 2})
    for pieces in (PLAQUE, {"500000": 2}):
        at.table.does("hand_over", movement=2, pieces=pieces)
        cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
        if pieces == PLAQUE:
            refused = at.cassa.is_refused(Code.COUNT, "confirm_credit", movement=2, pieces={"500000": 2})
            assert "the table counts out anew" in str(refused), "the cage issues no credit"
    at.cassa.does("confirm_credit", movement=2, pieces={"500000": 2})
    assert differs(at) == (None, 3_989_000)
    at.table.check()


def test_a_rack_is_not_counted_for_control_while_pieces_of_it_wait_for_others(at: AtBank) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_exchange", out={"10000": 10}, into={"1000": 100})
    at.cassa.does("issue", movement=2, pieces={"1000": 100})
    cast.ispettore.does("midway_count", reason="control")
    cast.dealer.is_refused(Code.MOVEMENT_OPEN, "count", what="midway", pieces=FLOAT)
    at.table.does("receive", movement=2, pieces={"1000": 100})
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    at.counts("midway", FLOAT | {"10000": FLOAT["10000"] - 10, "1000": FLOAT["1000"] + 100})
    at.attests("midway")
    at.accepts("midway")
    assert BankCount.objects.get(kind="midway").difference == 0
    at.table.check()


def test_a_rack_is_not_counted_for_good_while_an_exchange_is_on_its_way(at: AtBank) -> None:
    cast = at.table.cast
    for _exchange in range(2):
        cast.ispettore.does("request_exchange", out={"10000": 1}, into={"1000": 10})
    at.cassa.does("issue", movement=2, pieces={"1000": 10})
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    cast.ispettore.is_refused(Code.MOVEMENT_OPEN, "accept_count", what="closer", reason="as counted")
    at.cassa.does("void_movement", movement=2, reason="the table is closed")
    cast.direzione.does("attest_movement", movement=2)
    at.accepts("closer")
    at.cassa.is_refused(Code.FINAL, "issue", movement=3, pieces={"1000": 10})
    at.cassa.does("void_movement", movement=3, reason="the table is closed")
    cast.direzione.does("attest_movement", movement=3)
    cast.ispettore.does("close_bank")
    assert differs(at) == (0, 4_989_000)
    at.table.check()


def test_what_is_void_or_settled_has_a_reason(at: AtBank) -> None:
    at.table.cast.ispettore.does("request_fill", pieces=PLAQUE)
    at.cassa.is_refused(Code.REASON, "void_movement", movement=2, reason=" ")
    given: dict[str, Any] = {"movement": 2, "to": "cage", "amount": 500_000}
    at.cassa.is_refused(Code.REASON, "settle_transit", **given, reason="")
    assert Movement.objects.get(number=2).waiting == {}


def test_a_reason_of_spaces_is_no_reason(at: AtBank) -> None:
    """Screens take spaces off; whoever presses by something else is refused as without a reason."""
    cast, blank = at.table.cast, " \n\t"
    cast.ispettore.is_refused(Code.REASON, "midway_count", reason=blank)
    cast.ispettore.is_refused(Code.REASON, "note_change", amount=5_000, reason=blank)
    cast.ispettore.does("note_change", amount=5_000, reason="not keyed")
    cast.ispettore.is_refused(Code.REASON, "withdraw_waiting", what="note_change", reason=blank)
    cast.ispettore.does("withdraw_waiting", what="note_change", reason="it was keyed")
    house = Cast.at(HOUSE)
    house.ispettore.is_refused(Code.ARGUMENTS, "identify", guest="anna", paper=blank)
    house.ispettore.is_refused(Code.REASON, "join_guests", one="anna", other="hanna", reason=blank)
    cast.direzione.is_refused(Code.ARGUMENTS, "dispose_of", slip=1, to="cage", text=blank)
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT | {"5000": 19})
    at.attests("closer")
    cast.ispettore.is_refused(Code.REASON, "seal_bank", reason=blank)
    cast.ispettore.is_refused(Code.REASON, "recount", what="closer", reason=blank)
    cast.ispettore.is_refused(Code.REASON, "accept_count", what="closer", reason=blank)
    at.accepts("closer", "one is missing")
    cast.ispettore.does("close_bank")
    cast.direzione.is_refused(Code.REASON, "reopen_closing", reason=blank)
    at.table.check()


def test_a_text_is_recorded_without_the_spaces_around_it(at: AtBank) -> None:
    at.table.cast.ispettore.does("midway_count", reason=" the lamp  went out \n")
    entry = Entry.objects.get(register=at.code, verb="midway_count")
    assert Note.objects.get(digest=chain.read(entry.arguments)["reason"]).text == "the lamp  went out"
    at.table.check()


def test_a_count_is_not_accepted_of_a_float_that_is_locked_uncounted(db: None) -> None:
    at = bank_table()
    at.brings({"10000": 1})
    at.counts("opener", {"10000": 1})
    at.attests("opener")
    at.accepts("opener")
    prepare_shoe(at.table, WITH_BANK)
    cast = at.table.cast
    cast.ispettore.does("open_table")
    seat(at.table, "anna", "1")
    play(at.table, "P100@1")
    cast.ispettore.does("close_table")
    at.counts("closer", {"5000": 1})
    at.attests("closer")
    cast.ispettore.does("seal_bank", reason="evacuation")
    cast.ispettore.is_refused(Code.PHASE, "accept_count", what="closer", reason="as counted")
    cast.ispettore.does("count_sealed")
    at.counts("closer", {"5000": 1})
    at.attests("closer")
    at.accepts("closer", "as counted")
    assert differs(at) == (5_000, 5_000)
    at.table.check()


# --- boxes


@pytest.mark.parametrize("other", [{}, {"other": "B-1"}], ids=["none", "the same"])
def test_no_box_leaves_a_table_that_has_opened_since_it_was_asked_for_unless_another_one_is_put_in(
    other: dict[str, Any],
) -> None:
    at = bank_table()
    at.brings()
    put_in(at)
    at.cassa.does("take_box", seal="S-1", **other)
    at.counts("opener", FLOAT)
    at.attests("opener")
    at.accepts("opener")
    prepare_shoe(at.table, WITH_BANK)
    at.table.cast.ispettore.does("open_table")
    at.table.cast.ispettore.is_refused(Code.BANK, "agree", what="take_box")
    assert BankSession.objects.get().box == "B-1"
    at.cassa.is_refused(Code.BANK, "take_box", seal="S-1", other="B-1")
    at.cassa.does("take_box", seal="S-1", other="B-2")
    at.table.cast.ispettore.does("agree", what="take_box")
    assert BankSession.objects.get().box == "B-2"


def test_a_box_that_differs_by_much_is_accepted_before_the_direzione_too(at: AtBank) -> None:
    cast, cage = at.table.cast, "cassa:cassa"
    put_in(at)
    at.table.does("change_notes", amount=20_000)
    closed(at, FLOAT | {"10000": FLOAT["10000"] - 2})
    at.cassa.does("count", what="box", pieces={"5000": 2})
    cast.direzione.is_refused(Code.ROLE, "attest_count", what="box")
    cast.ispettore.does("count", what="box", pieces={"5000": 2})
    assert "Attest by PIN: Direzione" in drawn(at, cage)
    cast.ispettore.is_refused(Code.PRESENCE, "accept_count", what="box", reason="two notes are missing")
    cast.ispettore.is_refused(Code.ROLE, "attest_count", what="box")
    cast.direzione.does("attest_count", what="box")
    assert "Attest by PIN" not in drawn(at, cage)
    at.accepts("box", "two notes are missing")
    assert (statement(at).box_difference, replay(at.code)) == (-10_000, [])


@pytest.mark.parametrize("keyed", [False, True], ids=["nothing keyed", "a change keyed"])
def test_a_box_that_was_taken_is_counted_for_its_session_though_the_next_one_has_begun(
    at: AtBank, *, keyed: bool
) -> None:
    put_in(at)
    if keyed:
        at.table.does("change_notes", amount=5_000)
    left = FLOAT | {"5000": FLOAT["5000"] - 1}
    closed(at, left, None if keyed else "a change?")
    at.cassa.does("take_box", seal="S-1", other="B-2")
    at.table.cast.ispettore.does("agree", what="take_box")
    at.table.cast.ispettore.does("close_bank")
    at.counts("opener", left)
    counts_box(at, {"5000": 1}, None if keyed else "a change?")
    assert BankCount.objects.get(kind="box").session.number == 1
    [first, second] = BankSession.objects.order_by("number")
    assert (first.day <= second.day, second.box, second.carried) == (True, "B-2", 0)
    at.table.check()
    assert proof_of(at.table.row, 1).proven
    assert proof_of(at.table.row, 2).proven


def test_a_box_that_waits_to_be_put_in_or_taken_waits_in_the_next_session_too(at: AtBank) -> None:
    ispettore = at.table.cast.ispettore
    closed(at, FLOAT)
    ispettore.does("close_bank")
    at.table.does("put_box", serial="B-1")
    at.counts("opener", FLOAT)
    ispettore.does("agree", what="put_box")
    assert [it.box for it in BankSession.objects.order_by("number")] == ["", "B-1"]
    at.attests("opener")
    at.accepts("opener")
    at.cassa.does("take_box", seal="S-1")
    ispettore.does("open_table")
    closed(at, FLOAT)
    ispettore.does("close_bank")
    at.counts("opener", FLOAT)
    ispettore.does("agree", what="take_box")
    assert [it.box for it in BankSession.objects.order_by("number")] == ["", "B-1", ""]
    at.table.check()


def test_no_bank_is_turned_off_over_notes_or_tips_that_nobody_has_counted(at: AtBank) -> None:
    direzione, off = at.table.cast.direzione, {"bank": "off"}
    at.table.does("change_notes", amount=5_000)
    at.table.does("tip", amount=500)
    closed(at, FLOAT | {"5000": FLOAT["5000"] - 1})
    at.table.cast.ispettore.does("close_bank")
    direzione.does("void_shoe")
    assert "The box of session 1 is not counted" in str(direzione.is_refused(Code.BANK, "change_rules", changes=off))
    counts_box(at, {"5000": 1})
    assert "The tips of this table are not split" in str(direzione.is_refused(Code.BANK, "change_rules", changes=off))
    at.cassa.does("count", what="tips", pieces={"500": 1})
    at.table.cast.dealer.does("attest_count", what="tips")
    at.table.cast.dealer.does("accept_count", what="tips")
    at.cassa.does("split_tips", percent=40)
    direzione.does("change_rules", changes=off)


def test_no_bank_is_turned_off_while_less_is_in_custody_than_its_slips_say(at: AtBank) -> None:
    cast, off = at.table.cast, {"bank": "off"}
    _is_left_behind(at)
    at.counts("custody", {"1000": 2})
    at.attests("custody")
    at.accepts("custody", "a piece of 5.00 is missing")
    cast.ispettore.does("close_bank")
    counts_box(at, {})
    refused = str(cast.direzione.is_refused(Code.BANK, "change_rules", changes=off))
    assert "disposed of before the bank is turned off" in refused
    cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")
    for bank in ("off", "on"):
        cast.direzione.does("change_rules", changes={"bank": bank})
    bank_again = bank_of(at.table.state)
    assert bank_again is not None
    assert bank_again.pure.ledger.balance(MoneyPlace.CUSTODY) == 0
    at.table.check()


def test_no_bank_is_turned_off_while_more_is_in_custody_than_its_slips_say(at: AtBank) -> None:
    cast, off = at.table.cast, {"bank": "off"}
    _is_left_behind(at)
    at.counts("custody", {"1000": 3})
    at.attests("custody")
    at.accepts("custody", "a piece of 5.00 too many")
    cast.ispettore.does("close_bank")
    counts_box(at, {})
    cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")
    refused = str(cast.direzione.is_refused(Code.BANK, "change_rules", changes=off))
    assert "found above the slips" in refused
    cast.direzione.does("dispose_of", to="cage", text="nobody knows whose it is")
    cast.direzione.does("change_rules", changes=off)
    at.table.check()


def _is_left_behind(at: AtBank) -> None:
    """A hundred is lost on Punto, and once the table is closed 25.00 of it are Anna's: they are in custody."""
    seat(at.table, "anna", "1")
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    for verb, keyed in Croupier(at.table, "2S 9H KC KD").acts("burn"):
        at.table.does(verb, **keyed)
    at.table.does("burn")
    closed(at, FLOAT | {"10000": FLOAT["10000"] + 1})
    at.table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    gets = [{"bettor": "anna", "amount": 2_500}]
    at.table.cast.ispettore.does("decide_dispute", incident=at.table.number, text="as decided", corrections=gets)


def test_no_closing_is_reopened_while_the_bank_is_off_as_nobody_could_count_there(at: AtBank) -> None:
    cast, why = at.table.cast, "a pile was counted twice"
    closed(at, FLOAT)
    cast.ispettore.does("close_bank")
    counts_box(at, {})
    cast.direzione.does("void_shoe")
    cast.direzione.does("reopen_closing", reason=why)
    cast.direzione.does("change_rules", changes={"bank": "off"})
    at.cassa.is_refused(Code.BANK, "agree", what="reopen_closing")
    cast.direzione.is_refused(Code.BANK, "reopen_closing", reason=why)
    cast.direzione.does("change_rules", changes={"bank": "on"})
    at.cassa.does("agree", what="reopen_closing")
    at.counts("closer", FLOAT)
    at.table.check()


def test_a_bank_that_an_earlier_version_turned_off_over_uncounted_notes_holds_up_no_later_rules(
    at: AtBank, monkeypatch: pytest.MonkeyPatch
) -> None:
    direzione = at.table.cast.direzione
    at.table.does("change_notes", amount=5_000)
    closed(at, FLOAT | {"5000": FLOAT["5000"] - 1})
    at.table.cast.ispettore.does("close_bank")
    direzione.does("void_shoe")
    with monkeypatch.context() as earlier:
        earlier.setattr(pressed, "_check_all_counted", lambda _act: None)
        direzione.does("change_rules", changes={"bank": "off"})
    direzione.does("change_rules", changes={"bank": "off", "float_low": 30})


def test_a_float_that_is_planned_ends_nothing_of_the_session_before(at: AtBank) -> None:
    at.table.does("tip", amount=500)
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    at.table.cast.direzione.does("set_float", pieces=WITHOUT_PLAQUE)
    assert BankSession.objects.get().stage == "closed"
    counts_box(at, {})
    at.cassa.does("count", what="tips", pieces={"500": 1})
    at.table.cast.direzione.does("reopen_closing", reason="a pile was counted twice")
    at.cassa.does("agree", what="reopen_closing")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    at.table.cast.ispettore.does("close_bank")
    at.counts("opener", FLOAT)
    [first, second] = BankSession.objects.order_by("number")
    assert first.plan == second.plan == WITHOUT_PLAQUE
    at.table.check()
    assert proof_of(at.table.row, 1).proven


# --- tips


def test_a_tip_is_what_pieces_make_and_comes_before_the_tips_are_counted(at: AtBank) -> None:
    at.table.cast.dealer.is_refused(Code.MONEY, "tip", amount=510)
    at.table.does("tip", amount=525)
    at.table.cast.ispettore.does("close_table")
    at.table.does("tip", amount=500)
    at.cassa.does("count", what="tips", pieces={"500": 2, "25": 1})
    at.table.cast.dealer.does("attest_count", what="tips")
    at.table.cast.dealer.does("accept_count", what="tips")
    at.table.cast.dealer.is_refused(Code.FINAL, "tip", amount=500)
    at.cassa.does("split_tips", percent=40)
    [line] = tips_statements(BankSession.objects.get().day)[0].lines
    assert (line.counted, line.house, line.staff) == (1_025, 410, 615)
    assert slips_of(statement(at))[-1] == (line.slip, False)
    assert {name for name, _void in slips_of(statement(at))} == {it.name for it in Slip.objects.all()}


def test_a_tip_comes_once_the_first_float_of_its_table_is_on_its_way_so_that_its_count_finds_it() -> None:
    at = _opened_without_bank()
    at.table.cast.dealer.does("sign_on")
    assert "the cage brings one" in str(at.table.cast.dealer.is_refused(Code.BANK, "tip", amount=500))
    at.cassa.does("bring", pieces=FLOAT)
    at.table.does("tip", amount=500)
    at.is_opened()
    assert _counts_tips(at) == (500, 500, 0)


def test_a_tip_that_an_earlier_version_took_before_the_first_float_replays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = _opened_without_bank()
    at.table.cast.dealer.does("sign_on")
    with monkeypatch.context() as earlier:
        earlier.setattr(pressed, "_check_has_session", lambda _act: None)
        at.table.does("tip", amount=500)
    at.cassa.does("bring", pieces=FLOAT)
    at.is_opened()
    assert _counts_tips(at, "it came before the float") == (0, 500, 500)
    assert replay(at.code) == []


def _opened_without_bank() -> AtBank:
    """A closed table whose bank has had no session, as if it had been opened before it kept one."""
    at = bank_table()
    Table.objects.filter(code=at.code).update(opened=1)
    return at


def _counts_tips(at: AtBank, reason: str | None = None) -> tuple[int | None, ...]:
    """The table is closed, and one piece of 5.00 is counted as its tips; tips by the record, counted, difference."""
    closed(at, FLOAT)
    at.cassa.does("count", what="tips", pieces={"500": 1})
    at.table.cast.dealer.does("attest_count", what="tips")
    given: dict[str, Any] = {} if reason is None else {"reason": reason}
    at.table.cast.dealer.does("accept_count", what="tips", **given)
    [line] = tips_statements(BankSession.objects.get().day)[0].lines
    return line.amounts[:3]


def test_tips_are_counted_and_split_though_the_float_of_the_next_session_went_back() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="cage"))
    at.opens()
    at.table.does("tip", amount=500)
    closed(at, FLOAT)
    cast, cage = at.table.cast, "cassa:cassa"
    cast.ispettore.does("close_bank", pieces=FLOAT)
    at.table.does("hand_over", movement=2, pieces=FLOAT)
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    at.cassa.does("confirm_credit", movement=2, pieces=FLOAT)
    counts_box(at, {})
    at.cassa.does("bring", pieces=FLOAT)
    goes_back(at)
    assert "count of the tips" in drawn(at, cage)
    count_tips(at, {"500": 1})
    cast.dealer.is_refused(Code.FINAL, "tip", amount=500)
    at.cassa.does("split_tips", percent=40)
    assert "count of the tips" not in drawn(at, cage)
    at.brings()
    at.table.does("tip", amount=700)
    at.counts("opener", FLOAT)
    at.attests("opener")
    at.accepts("opener")
    cast.ispettore.does("open_table")
    closed(at, FLOAT)
    count_tips(at, {"500": 1, "100": 2})
    found = tips_statements(BankSession.objects.latest("number").day)[0].lines
    assert [(it.session, it.tips, it.counted, it.house) for it in found] == [(2, 500, 500, 200), (3, 700, 700, None)]
    at.table.check()


def test_of_a_float_that_is_only_planned_no_tips_are_counted() -> None:
    planned = _opened_without_bank()
    planned.table.cast.dealer.does("sign_on")
    planned.table.cast.direzione.does("set_float", pieces=FLOAT)
    planned.table.does("tip", amount=500)
    assert "count of the tips" not in drawn(planned, "cassa:cassa")
    planned.cassa.is_refused(Code.PHASE, "count", what="tips", pieces={"500": 1})
    planned.cassa.does("bring", pieces=FLOAT)
    goes_back(planned)
    count_tips(planned, {"500": 1})
    planned.table.cast.direzione.does("set_float", pieces=WITHOUT_PLAQUE)
    planned.cassa.does("split_tips", percent=40)
    assert BankSession.objects.get(table=planned.table.row).plan == WITHOUT_PLAQUE
    planned.table.check()


def test_what_lay_in_custody_is_no_tip_once_the_tips_were_counted(at: AtBank) -> None:
    cast = at.table.cast
    at.table.does("tip", amount=500)
    _is_left_behind(at)
    count_tips(at, {"500": 1})
    cast.direzione.is_refused(Code.FINAL, "dispose_of", slip=1, to="tips", text="nobody asks for it")
    cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")


# --- the least float


def test_a_table_opens_with_its_least_float_once_what_lacked_of_it_has_come(db: None) -> None:
    at = bank_table(replace(WITH_BANK, opener_minimum=4_989_000))
    cast, one_less = at.table.cast, FLOAT | {"1000": FLOAT["1000"] - 1}
    at.brings()
    at.counts("opener", one_less)
    at.attests("opener")
    at.accepts("opener", "a piece was found in the cage")
    prepare_shoe(at.table, at.table.state.profile)
    cast.ispettore.is_refused(Code.BANK, "open_table")
    at.table.does("receive", movement=1, pieces={"1000": 1})
    cast.ispettore.does("attest_movement", movement=1, device=cast.dealer.person.badge)
    cast.ispettore.does("open_table")
    at.table.check()


# --- the currency


def test_a_bank_that_has_had_a_session_keeps_its_currency(at: AtBank) -> None:
    direzione = at.table.cast.direzione
    other: dict[str, Any] = {"changes": {"currency": "CHF"}}
    direzione.is_refused(Code.PHASE, "change_rules", **other)
    closed(at, FLOAT)
    direzione.does("void_shoe")
    direzione.is_refused(Code.BANK, "change_rules", **other)
    at.table.cast.ispettore.does("close_bank")
    assert "EUR" in str(direzione.is_refused(Code.BANK, "change_rules", **other))
    direzione.does("change_rules", changes={"currency": "EUR", "float_low": 30})


def test_before_its_first_session_a_bank_gets_another_currency_at_once_or_not_at_all() -> None:
    at = bank_table()
    for who in (at.table.cast.dealer, at.table.cast.ispettore):
        who.does("sign_on")
    prepare_shoe(at.table, WITH_BANK)
    direzione = at.table.cast.direzione
    direzione.is_refused(Code.PHASE, "change_rules", changes={"currency": "CHF"})
    other = bank_table(code="T4")
    other.table.cast.direzione.does("change_rules", changes={"currency": "CHF"})
    assert other.table.state.profile.currency == "CHF"
