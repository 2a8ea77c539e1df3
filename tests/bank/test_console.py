"""The dealer's console with a bank: what it asks for, and that nothing blind learns what is expected (B8)."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation
from time_machine import travel

from bank.models import BankSession
from bank.play.tables import Bank, bank_of, bank_opened
from bank.rules.movement import MovementKind
from bank.screens.desk import here
from table.record.refusals import say
from table.rules.houses import VENEZIA
from table.rules.refusal import Code, Refused
from table.screens.audiences import staff_view
from table.screens.read.pieces import Piece
from table.screens.regions import Region, drawing_of, render
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, Step, a_session, a_session_at_odds, bank_table
from tests.croupier.coups import play
from tests.live.test_pieces import check_pieces
from tests.rig.known import compare
from tests.rig.pressing import not_there
from tests.rig.tables import prepare_shoe, ready_table, seat

pytestmark = pytest.mark.django_db
CONSOLE = ("bank:dealer", "console", "console_sheets", "bar", "felt")
"""Regions that stand at the dealer's console while something is counted there."""
HIDDEN = 7_310_025
"""Cents that nothing else on any screen comes to."""


def drawn(at: AtBank, *names: str) -> str:
    """The regions of a table as they are drawn, in English."""
    return "".join(render(at.table.snapshot, Region(name, "en")) for name in names)


def expects(at: AtBank, cents: int) -> None:
    """The rack is said to have to hold so much more, by whatever the coups brought."""
    row = BankSession.objects.get(table=at.table.row)
    balances = row.balances | {"chips": row.balances["chips"] | {"rack": row.balances["chips"].get("rack", 0) + cents}}
    BankSession.objects.filter(pk=row.pk).update(
        computed=row.computed + cents, expected=row.expected + cents, balances=balances
    )


def bank_at(at: AtBank) -> Bank:
    """The bank of the table as its rows have it."""
    bank = bank_of(at.table.state)
    assert bank is not None
    return bank


def test_the_float_is_counted_attested_and_accepted_before_the_table_opens() -> None:
    at = bank_table()
    at.brings()
    assert "Count the float" in drawn(at, "console")
    at.counts("opener", FLOAT)
    assert "Attest the count" in drawn(at, "console")
    at.attests("opener")
    assert "As expected: no difference" in drawn(at, "bank:dealer")
    at.accepts("opener")
    assert "bank-count" not in drawn(at, "console")


def test_before_the_cage_has_brought_a_float_the_dealer_reads_what_is_waited_for() -> None:
    at = bank_table()
    at.table.cast.dealer.does("sign_on")
    at.table.cast.ispettore.does("sign_on")
    prepare_shoe(at.table, WITH_BANK)
    assert "The cage brings the float." in drawn(at, "console")


@pytest.mark.parametrize("kind", ["opener", "closer"])
def test_what_counts_or_attests_has_the_same_bytes_whatever_is_expected(kind: str) -> None:
    at = bank_table()
    if kind == "opener":
        at.brings()
    else:
        at.opens()
        at.table.cast.ispettore.does("close_table")
    blind = drawn(at, *CONSOLE)
    expects(at, HIDDEN)
    assert drawn(at, *CONSOLE) == blind
    expects(at, -HIDDEN)
    at.counts(kind, FLOAT | {"500": 19})
    blind = drawn(at, *CONSOLE)
    expects(at, HIDDEN)
    assert drawn(at, *CONSOLE) == blind


def test_an_opener_is_counted_without_a_word_of_what_the_cage_has_issued() -> None:
    at = bank_table()
    at.brings({"500000": 7})
    blind = drawn(at, *CONSOLE)
    assert "35,000" not in blind
    at.cassa.does("issue", movement=1, pieces={"500000": 9})
    assert drawn(at, *CONSOLE) == blind
    at.counts("opener", {"500000": 9})
    blind = drawn(at, *CONSOLE)
    at.cassa.does("issue", movement=1, pieces={"500000": 8})
    assert drawn(at, *CONSOLE) == blind


def test_the_difference_is_drawn_with_the_last_attestation() -> None:
    at = bank_table()
    at.brings()
    at.counts("opener", FLOAT | {"500": 19})
    assert "less than expected" not in drawn(at, "bank:dealer")
    at.attests("opener")
    assert "€5.00 less than expected" in drawn(at, "bank:dealer")
    assert "what explains the difference" in drawn(at, "bank:dealer")


def test_from_the_limit_of_the_direzione_on_it_attests_too_before_anybody_accepts() -> None:
    at = bank_table()
    at.brings()
    at.counts("opener", FLOAT | {"10000": 29})
    at.attests("opener")
    assert "Attest by PIN: Direzione" in drawn(at, "bank:dealer")
    assert "Attest the count: Direzione" in drawn(at, "console")
    at.table.cast.direzione.does("attest_count", what="opener", device=at.table.cast.dealer.person.badge)
    assert "Attest by PIN" not in drawn(at, "bank:dealer")
    assert "Accept the count, or count again" in drawn(at, "console")
    at.accepts("opener", "a piece is missing")


def test_a_fill_that_is_on_its_way_calls_the_dealer_and_waits_for_the_pin() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 80})
    assert "bank-moves" not in drawn(at, "bank:dealer")
    at.cassa.does("issue", movement=2, pieces={"10000": 80})
    assert "is on its way to the table" in drawn(at, "bank:dealer")
    at.table.cast.dealer.does("receive", movement=2, pieces={"10000": 80})
    assert "waits for the PIN: Ispettore di Gioco" in drawn(at, "bank:dealer")
    at.table.cast.ispettore.does("attest_movement", movement=2, device=at.table.cast.dealer.person.badge)
    assert "bank-moves" not in drawn(at, "bank:dealer")


def test_what_two_offices_attest_is_asked_of_the_one_that_has_not() -> None:
    at = bank_table(replace(WITH_BANK, bank_presence="with_comunale"))
    cast, console = at.table.cast, at.table.cast.dealer.person.badge
    at.brings()
    at.counts("opener", FLOAT)
    at.attests("opener")
    cast.comunale.does("attest_count", what="opener", device=console)
    at.accepts("opener")
    prepare_shoe(at.table, at.table.state.profile)
    cast.ispettore.does("open_table")
    cast.ispettore.does("request_fill", pieces={"10000": 80})
    at.cassa.does("issue", movement=2, pieces={"10000": 80})
    at.table.does("receive", movement=2, pieces={"10000": 80})
    for attests, missing in (
        (cast.ispettore, "Ispettore Comunale, Ispettore di Gioco"),
        (cast.comunale, "Ispettore Comunale"),
    ):
        screen = drawn(at, "bank:dealer")
        assert f"waits for the PIN: {missing}<" in screen
        assert f"Attest by PIN: {missing}<" in screen
        attests.does("attest_movement", movement=2, device=console)
    assert "bank-moves" not in drawn(at, "bank:dealer")


def test_closing_is_one_flow_that_says_what_is_still_missing() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("close_table")
    assert "Count the rack" in drawn(at, "console")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    assert "Close the bank" in drawn(at, "console")
    at.table.cast.ispettore.does("close_bank", pieces={})
    assert "Close the bank" not in drawn(at, "console")
    at.table.cast.dealer.is_refused(Code.PHASE, "count", what="closer", pieces=FLOAT)


def test_where_the_whole_float_goes_back_to_the_cage_nothing_says_that_it_is_brought_to_its_amount() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="cage"))
    at.opens()
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    at.table.cast.ispettore.does("close_bank", pieces=FLOAT)
    for screen in (drawn(at, "console", "bank:dealer"), drawn(at, "bank:ispettore_gioco")):
        assert ("whole float back at the cash desk" in screen, "to its amount" in screen) == (True, False)


def test_once_the_rack_is_counted_nobody_is_asked_for_a_movement_that_would_be_refused() -> None:
    at = bank_table()
    at.opens()
    cast, plaque = at.table.cast, {"500000": 1}
    for asks in ("request_fill", "request_credit", "request_credit", "request_credit"):
        cast.ispettore.does(asks, pieces=plaque)
    at.cassa.does("issue", movement=2, pieces=plaque)
    for number in (3, 4):
        at.table.does("hand_over", movement=number, pieces=plaque)
    cast.ispettore.does("attest_movement", movement=4, device=cast.dealer.person.badge)
    cast.ispettore.does("close_table")
    counted = FLOAT | {"500000": FLOAT["500000"] - 1}
    at.counts("closer", counted)
    at.attests("closer")
    assert "Receive what the cage brings" not in drawn(at, "console")
    at.accepts("closer")
    console, cage = drawn(at, "console", "bank:dealer"), drawn(at, "cassa")
    assert "Waits for the cage." in console
    assert not [it for it in ("Receive what the cage brings", "Hand over to the cage", "hand_over") if it in console]
    form = "&#34;void_movement&#34;, &#34;given&#34;: {&#34;movement&#34;: "
    voided = [number for number in (2, 3, 4, 5) if f"{form}{number}" in cage]
    assert voided == [2, 3, 5]
    assert "confirm_credit" in cage
    for number in voided:
        at.cassa.does("void_movement", movement=number, reason="the table is closed")
        cast.direzione.does("attest_movement", movement=number)
    at.cassa.does("confirm_credit", movement=4, pieces=plaque)
    assert "Close the bank" in drawn(at, "console")


def test_the_button_of_a_count_for_control_says_what_is_due_of_it() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("midway_count", reason="control")
    assert midway(at) == ("Count the rack for control", "Count")
    at.counts("midway", FLOAT)
    assert midway(at) == ("Attest the count: Ispettore di Gioco", "Sign")
    at.attests("midway")
    assert midway(at) == ("Accept the count, or count again", "Decide")
    at.accepts("midway")
    assert "bank-midway" not in drawn(at, "bank:dealer")


def midway(at: AtBank) -> tuple[str, str]:
    """What the band of a count for control says at the console, and its button."""
    band = drawn(at, "bank:dealer").partition('data-key="bank-midway"')[2].partition("</section>")[0]
    [heading], [button] = re.findall(r"<b>(.*?)</b>", band), re.findall(r"<button.*?>(.*?)</button>", band)
    return heading, button


def test_from_the_order_of_a_count_on_no_desk_and_no_tile_has_the_estimate() -> None:
    at = bank_table()
    at.opens()
    assert "rack, estimated" in drawn(at, "bank:ispettore_gioco")
    at.table.cast.ispettore.does("midway_count", reason="control")
    assert "rack, estimated" not in drawn(at, "bank:ispettore_gioco", "bank:direzione", "tile:capo_isola")


def test_after_every_act_of_a_session_what_is_kept_of_its_bank_is_what_would_be_read() -> None:
    at = bank_table()
    for step in a_session(at):
        step()
        assert compare(at.code).differences == []


def test_the_result_of_an_hour_is_that_of_an_hour_of_play_and_not_since_the_float_came() -> None:
    noon = datetime(2026, 1, 10, 12, tzinfo=UTC)
    with travel(noon, tick=False) as clock:
        at = bank_table()
        at.table.cast.direzione.does("set_float", pieces=FLOAT)
        at.brings()
        assert bank_opened.of(at.table.state) is None
        clock.move_to(noon + timedelta(hours=4))
        at.is_opened()
        clock.move_to(noon + timedelta(hours=4, minutes=30))
        seat(at.table, "anna", "1")
        play(at.table, "P100@1", punto="4S 2D", banco="4H 5D")
        on_desk = here(at.table.snapshot, bank_at(at))
        assert on_desk is not None
        assert (on_desk.result, on_desk.an_hour) == (10_000, 20_000)
        assert "200.00 an hour" in drawn(at, "bank:ispettore_gioco")


def test_a_credit_that_is_too_large_is_refused_without_a_word_of_what_the_rack_must_hold() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.is_refused(Code.MONEY, "request_credit", pieces={"500000": 99})
    with pytest.raises(Refused) as refused:
        bank_at(at).pure.request(MovementKind.CREDIT, {500_000: 99})
    with translation.override("en"):
        assert say(refused.value) == "By the acts the rack does not hold 495,000.00: less can leave it."


@pytest.mark.parametrize(
    ("language", "stage"), [("it", "la dotazione è in arrivo"), ("de", "die Dotation ist unterwegs")]
)
def test_a_refusal_names_the_stage_of_a_bank_in_the_language_of_who_reads_it(language: str, stage: str) -> None:
    at = bank_table()
    at.brings()
    with pytest.raises(Refused) as refused:
        bank_at(at).pure.seal()
    with translation.override(language):
        assert stage in say(refused.value)


def test_without_a_bank_no_screen_has_a_region_or_a_byte_of_it() -> None:
    table = ready_table(VENEZIA)
    people = table.cast.dealer.person, table.cast.ispettore.person
    for screen, person in zip(("dealer", "table"), people, strict=True):
        view = staff_view(screen, table.code, person, "en")
        assert not [it.name for it in view.regions[table.code] if it.name.startswith("bank")]
    assert "bank" not in render(table.snapshot, Region("tile:ispettore_gioco", "en"))
    assert render(table.snapshot, Region("bank:dealer", "en")) == ""


@pytest.mark.parametrize("steps", [a_session, a_session_at_odds])
def test_every_screen_of_the_bank_is_drawn_and_each_of_its_pieces_found_at_every_step_of_a_session(
    steps: Callable[[AtBank], list[Step]],
) -> None:
    at = bank_table()
    known = set[Piece]()
    for step in steps(at):
        step()
        for name in ("console", "bank:dealer", "bank:ispettore_gioco", "bank:direzione", "cassa:cassa", "video:video"):
            drawing = drawing_of(at.table.snapshot, Region(name, "en"), "en")
            assert drawing.text, name
            check_pieces(drawing, known)
            assert name == "console" or not not_there([drawing.text]), name
        assert "bank" in drawn(at, "tile:capo_isola")


def test_what_waits_for_a_second_person_is_withdrawn_where_it_was_asked_for() -> None:
    at = bank_table()
    at.opens()
    desk, console, cage = "bank:ispettore_gioco", "bank:dealer", "cassa:cassa"
    assert not any("withdraw_waiting" in drawn(at, it) for it in (desk, console, cage))
    at.table.cast.ispettore.does("note_change", amount=5_000, reason="seen on the video")
    assert [drawn(at, it).count("withdraw_waiting") for it in (desk, console, cage, "bank:direzione")] == [1, 1, 0, 0]
    at.table.cast.ispettore.does("withdraw_waiting", what="note_change", reason="it was keyed")
    at.table.does("put_box", serial="K-7")
    assert "K-7" in drawn(at, console)
    at.table.cast.ispettore.does("agree", what="put_box")
    at.cassa.does("take_box", seal="A-1", other="K-8")
    assert [drawn(at, it).count("withdraw_waiting") for it in (desk, console, cage)] == [1, 0, 1]


def test_what_is_still_on_its_way_is_offered_as_people_type_it() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    at.table.does("receive", movement=2, pieces={"10000": 9})
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    assert 'value="100" required' in drawn(at, "cassa:cassa")


def test_what_came_in_part_before_the_rack_was_counted_is_not_offered_to_be_made_void() -> None:
    at = bank_table()
    at.opens()
    cast = at.table.cast
    cast.ispettore.does("request_fill", pieces={"10000": 10})
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    at.table.does("receive", movement=2, pieces={"10000": 9})
    cast.ispettore.does("attest_movement", movement=2, device="dario")
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT | {"10000": FLOAT["10000"] + 9})
    at.attests("closer")
    at.accepts("closer")
    at.cassa.is_refused(Code.FINAL, "void_movement", movement=2, reason="it never came")
    shown = drawn(at, "cassa:cassa")
    assert "settle_transit" in shown
    assert "void_movement" not in shown


def test_a_float_that_is_planned_anew_with_the_same_amount_is_proposed_with_its_new_pieces() -> None:
    at = bank_table()
    forms = set[str]()
    for pieces in ({"10000": 10}, {"1000": 100}):
        at.table.cast.direzione.does("set_float", pieces=pieces)
        found = re.search(r'data-key="(float-keys-[^"]*)" data-keep', drawn(at, "cassa"))
        assert found is not None
        forms.add(found[1])
    assert len(forms) == 2


def test_more_than_was_sent_of_a_float_is_issued_anew_at_the_cage_which_names_no_amount() -> None:
    at = bank_table()
    at.brings()
    counted = FLOAT | {"1000": FLOAT["1000"] + 1}
    at.counts("opener", counted)
    at.attests("opener")
    at.table.cast.ispettore.is_refused(Code.COUNT, "accept_count", what="opener", reason="one more")
    shown = drawn(at, "cassa")
    assert {"opening", "Issue anew", "Make it void"} <= {it.strip() for it in re.findall(r">([^<]+)<", shown)}
    assert not re.findall(r"€\d", shown)
    at.cassa.does("issue", movement=1, pieces=counted)
    at.accepts("opener")
    assert "Issue anew" not in drawn(at, "cassa")


def test_a_float_that_was_to_be_made_void_and_has_come_is_settled() -> None:
    at = bank_table()
    at.brings()
    at.cassa.does("void_movement", movement=1, reason="for another table")
    assert "signs by PIN" in drawn(at, "cassa")
    at.counts("opener", FLOAT | {"1000": FLOAT["1000"] - 1})
    at.attests("opener")
    at.accepts("opener", "one is missing")
    assert "settle_transit" in drawn(at, "cassa")


def test_what_the_cage_keyed_is_not_signed_at_the_table_as_counted_there() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 1})
    at.cassa.does("issue", movement=2, pieces={"10000": 1})
    at.cassa.does("void_movement", movement=2, reason="for another table")
    shown = drawn(at, "bank:dealer")
    assert "I have counted this too" not in shown
    assert "All of it is there" in shown, "what came after all is counted: the cage keyed the void by mistake"
    at.table.does("receive", movement=2, pieces={"10000": 1})
    assert "I have counted this too" in drawn(at, "bank:dealer")


def test_a_request_whose_requester_has_left_is_made_void_at_the_cage() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})
    at.table.cast.ispettore.does("request_credit", pieces={"500": 1})
    for number in (2, 3):
        shown = drawn(at, "cassa").partition(f'id="cassa-T3-{number}"')[2].partition("</dialog>")[0]
        assert "Make it void" in shown
    at.cassa.does("void_movement", movement=2, reason="nobody wants it any more")


def test_what_was_counted_otherwise_than_it_was_issued_is_seen_by_whoever_attests_it() -> None:
    at = bank_table()
    at.opens()
    cast = at.table.cast
    cast.ispettore.does("request_fill", pieces={"10000": 20})
    cast.ispettore.does("request_credit", pieces={"500": 1})
    at.cassa.does("issue", movement=2, pieces={"10000": 20})
    at.table.does("receive", movement=2, pieces={"10000": 19})
    console = drawn(at, "bank:dealer")
    assert "€1,900.00" in console.partition('data-key="bank-moves-2"')[2].partition("</section>")[0]
    assert "€100.00 less than left the cage" in console
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    line = drawn(at, "bank:ispettore_gioco").partition("bank-line-acts")[0]
    assert ("€100.00</strong> <small>still in transit" in line, "€5.00</strong> <small>offered" in line) == (True, True)
    console = drawn(at, "bank:dealer")
    assert console.count('data-leads="bank-movement-2"') == 1
    found = console.partition('id="bank-movement-2"')[2].partition("</dialog>")[0]
    assert "€100.00 of this left the cage and did not arrive" in found
    assert "&#34;receive&#34;" in found
    at.table.does("receive", movement=2, pieces={"10000": 1})
    assert 'data-leads="bank-movement-2"' not in drawn(at, "bank:dealer")
    assert "less than left the cage" not in drawn(at, "bank:dealer"), "nothing lacks of what was on its way"
