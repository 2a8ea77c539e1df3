"""What goes wrong on purpose at a table with a bank: nothing is lost, nothing happens twice, a sentence says why."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bank.models import BankCount, CountTry, Movement, Posting, Slip
from bank.play.tables import Bank, bank_of
from bank.rules.counts import CountKind
from bank.rules.ledger import BOX, CHIPS, NOTES, RACK, TRANSIT, Commodity
from bank.rules.table_bank import BankStage
from table.memory import table_cache
from table.models import Entry, Table
from table.play.declaration import VERBS
from table.rules.refusal import Code, Refused
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.bank.planted import in_pieces
from tests.croupier.dealer import Croupier
from tests.rig.tables import seat

pytestmark = pytest.mark.django_db
FILL = {"10000": 80, "5000": 40}
"""A fill of 10,000.00."""
BROUGHT = 4_989_000
"""Cents of the float."""


@pytest.fixture
def at() -> AtBank:
    """A table in play, with a fill on its way."""
    found = bank_table()
    found.opens()
    found.table.cast.ispettore.does("request_fill", pieces=FILL)
    found.cassa.does("issue", movement=2, pieces=FILL)
    return found


def bank(at: AtBank) -> Bank:
    """The bank as its rows have it."""
    found = bank_of(at.table.state)
    assert found is not None
    return found


def received(at: AtBank) -> None:
    """The fill is counted and attested."""
    at.table.does("receive", movement=2, pieces=FILL)
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")


def closed(at: AtBank, value: int) -> None:
    """The rack is counted as the acts have it, and the bank closed; what is over the float goes to the cage."""
    pieces = {str(piece): number for piece, number in in_pieces(value, sorted(map(int, FLOAT), reverse=True)).items()}
    at.counts("closer", pieces)
    at.attests("closer")
    at.accepts("closer")
    over = bank(at).pure.surplus
    back = {str(piece): number for piece, number in in_pieces(abs(over), (500_000, 100_000, 10_000)).items()}
    at.table.cast.ispettore.does("close_bank", pieces=back)
    if over:
        number = bank(at).session.closing
        at.table.does("hand_over", movement=number, pieces=back)
        at.table.cast.ispettore.does("attest_movement", movement=number, device="dario")
        at.cassa.does("confirm_credit", movement=number, pieces=back)
    pure = bank(at).pure
    assert pure.stage is BankStage.CLOSED
    assert [pure.ledger.total(it) for it in Commodity] == [0, 0]
    assert pure.ledger.balance(TRANSIT) == 0
    at.table.check()


# --- the table is closed amid a fill


def rules_that_it_closes(at: AtBank) -> None:
    """The Direzione rules that the table is closed, amid the coup that is played."""
    at.table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "other"}, text="as seen")
    effects = ["annul", "close_table"] if at.table.state.coup is not None else ["close_table"]
    at.table.cast.direzione.does("rule", incident=at.table.number, text="as decided", effects=effects)


@pytest.mark.parametrize("playing", [False, True], ids=["between two coups", "amid a coup"])
def test_a_table_that_a_ruling_closes_amid_a_fill_still_receives_it(at: AtBank, *, playing: bool) -> None:
    if playing:
        seat(at.table, "anna", "1")
        at.table.does("open_bets")
        at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    rules_that_it_closes(at)
    pure = bank(at).pure
    assert (pure.stage, pure.ledger.balance(TRANSIT)) == (BankStage.TO_CLOSE, 1_000_000)
    assert bank(at).session.computed == 0, "the stake went back"
    received(at)
    assert bank(at).session.fills == 1_000_000
    closed(at, BROUGHT + 1_000_000)


def test_or_it_goes_back_to_the_cage(at: AtBank) -> None:
    rules_that_it_closes(at)
    at.cassa.does("void_movement", movement=2, reason="the table is closed")
    at.table.cast.ispettore.does("attest_movement", movement=2)
    assert bank(at).pure.ledger.balance(TRANSIT) == 0
    closed(at, BROUGHT)


def test_an_evacuated_table_is_locked_with_the_fill_on_its_way_and_counted_before_the_next_opening(at: AtBank) -> None:
    at.table.cast.ispettore.does("suspend")
    at.table.cast.ispettore.does("close_table")
    at.table.cast.direzione.does("seal_bank", reason="evacuation")
    assert bank(at).pure.stage is BankStage.SEALED
    at.cassa.is_refused(Code.PHASE, "bring", pieces=FLOAT)
    at.table.cast.ispettore.does("count_sealed")
    received(at)
    closed(at, BROUGHT + 1_000_000)


def test_a_rack_whose_count_was_accepted_is_not_locked_uncounted(at: AtBank) -> None:
    received(at)
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT | {"10000": FLOAT["10000"] + 80, "5000": FLOAT["5000"] + 39})
    at.attests("closer")
    at.accepts("closer", "a piece is missing")
    assert "seal_bank" not in render(at.table.snapshot, Region("bank:ispettore_gioco", "en"))
    at.table.cast.ispettore.is_refused(Code.FINAL, "seal_bank", reason="evacuation")


# --- twice, too late, too much


def test_what_was_received_is_neither_void_nor_received_nor_attested_once_more(at: AtBank) -> None:
    received(at)
    before = stored()
    at.cassa.is_refused(Code.FINAL, "void_movement", movement=2, reason="too late")
    at.cassa.is_refused(Code.FINAL, "issue", movement=2, pieces=FILL)
    at.table.refuses(Code.FINAL, "receive", movement=2, pieces=FILL)
    at.table.cast.ispettore.is_refused(Code.PHASE, "attest_movement", movement=2, device="dario")
    assert stored() == before
    assert bank(at).session.fills == 1_000_000


def test_a_movement_that_two_counted_is_received_as_the_last_one_keyed_it(at: AtBank) -> None:
    at.table.does("receive", movement=2, pieces=FILL | {"5000": 39})
    at.table.does("receive", movement=2, pieces=FILL)
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    assert (bank(at).session.fills, bank(at).pure.ledger.balance(TRANSIT)) == (1_000_000, 0)


def test_a_box_is_taken_once(at: AtBank) -> None:
    at.table.does("put_box", serial="K-7")
    at.table.cast.ispettore.does("agree", what="put_box")
    at.cassa.does("take_box", seal="A-1", other="K-8")
    at.table.cast.cassa.does("take_box", seal="A-2", other="K-9")
    at.table.cast.ispettore.does("agree", what="take_box")
    at.table.cast.ispettore.is_refused(Code.PHASE, "agree", what="take_box")
    assert bank(at).session.box == "K-9"
    taken = Entry.objects.filter(register=at.code, outcome__contains="box_out")
    assert taken.count() == 1
    received(at)
    at.table.cast.ispettore.does("close_table")
    at.cassa.does("take_box", seal="A-3")
    at.table.cast.ispettore.does("agree", what="take_box")
    at.cassa.is_refused(Code.BANK, "take_box", seal="A-4")
    at.table.check()


def test_a_box_is_counted_in_banknotes_of_every_value_and_in_nothing_else(at: AtBank) -> None:
    received(at)
    at.table.does("change_notes", amount=22_000)
    at.table.cast.ispettore.does("close_table")
    assert "25.00" in str(at.cassa.is_refused(Code.CHIP, "count", what="box", pieces={"2500": 1}))
    at.cassa.does("count", what="box", pieces={"20000": 1, "2000": 1})
    ispettore = at.table.cast.ispettore
    ispettore.is_refused(Code.CHIP, "count", what="box", pieces={"20000": 1, "2500": 1})
    ispettore.is_refused(Code.CHIP, "count", what="box", pieces={"11000": 2})
    ispettore.does("count", what="box", pieces={"10000": 2, "2000": 1})
    at.accepts("box")
    assert bank(at).pure.counts[CountKind.BOX].accepted
    assert bank(at).pure.ledger.balance(BOX, NOTES) == 0


def test_notes_of_a_currency_that_nobody_knows_are_keyed_as_amounts_that_make_any_sum(db: None) -> None:
    at = bank_table(replace(WITH_BANK, currency="USD"))
    at.opens()
    snapshot = take(at.code)
    assert snapshot is not None
    assert 'data-note="2000"' in render(snapshot, Region("bank:dealer", "en"))
    at.table.does("change_notes", amount=22_000)
    at.table.cast.ispettore.does("close_table")
    cage = render(take(at.code) or snapshot, Region("cassa", "en")).partition('data-key="count-box"')[2]
    assert 'data-cents="100"' in cage.partition("</section>")[0]
    at.cassa.is_refused(Code.CHIP, "count", what="box", pieces={"3000": 1})
    at.cassa.does("count", what="box", pieces={"20000": 1, "2000": 1})
    at.table.cast.ispettore.does("count", what="box", pieces={"100": 220})
    at.accepts("box")
    at.table.check()


def test_what_a_decision_takes_into_custody_lies_there_once_also_where_nothing_of_the_table_was_in_memory() -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "anna", "1")
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    for verb, keyed in Croupier(at.table, "2S 9H KC 3D").acts("burn"):
        at.table.does(verb, **keyed)
    at.table.does("burn")
    at.table.cast.ispettore.does("close_table")
    pieces = in_pieces(bank(at).session.expected, sorted(map(int, FLOAT), reverse=True))
    at.counts("closer", {str(piece): number for piece, number in pieces.items()})
    at.attests("closer")
    at.accepts("closer")
    table_cache.clear()
    at.table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    corrections = [{"bettor": "anna", "amount": 2_500}]
    at.table.cast.ispettore.does("decide_dispute", incident=at.table.number, text="as decided", corrections=corrections)
    at.counts("custody", {"2500": 1})
    at.attests("custody")
    at.accepts("custody")
    at.table.check(dealt_again=True)


# --- hostile frames


def stored() -> dict[str, list[Any]]:
    """Everything that the bank has stored."""
    return {
        it.__name__: list(it.objects.order_by("pk").values()) for it in (BankCount, CountTry, Movement, Posting, Slip)
    }


BANK_ACTS = sorted(
    name for name, it in VERBS.items() if it.owner is Table and it.perform.__module__.startswith("bank.")
)
ODD: list[Any] = [
    *(None, True, -1, 0, 1.5, 10**30, "", "x" * 300, "\x00", "²", "opener", "rack", [], {}, [[]], {"": 1}),
    *({"10000": -1}, {"10000": 10**6}, {"10000": "1"}, {"10000": 1.5}, {"010000": 1}, {"-10000": 1}, {"1e4": 1}),
    *({"²": 1}, {"9" * 40: 1}, {"0": 5}, {"10000": None}, {"300": 1}, {str(it): 1 for it in range(100, 200)}),
    *({"10000": 2**63}, {"10000": 1, "10000 ": 1}, {"10000": {"10000": 1}}),
]
"""Values that no argument of the bank has, and some that one has."""


LIKELY: dict[str, list[Any]] = {
    "movement": [1, 2],
    "what": [*map(str, CountKind), "put_box", "take_box", "note_change"],
    "to": ["cage", "rack", "difference", "tips"],
    "reason": ["by chance"],
    "amount": [10_000],
    "slip": [1],
    "serial": ["K-7"],
    "seal": ["A-1"],
}


@st.composite
def hostile(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An act of the bank whose arguments are likely or odd, too many or too few."""
    verb = draw(st.sampled_from(BANK_ACTS))
    names = [*VERBS[verb].arguments.__struct_fields__, "unknown"]
    sent = draw(st.sets(st.sampled_from(names)) | st.just({*names[:-1]}))
    return verb, {name: draw(st.sampled_from(LIKELY.get(name, [FILL])) | st.sampled_from(ODD)) for name in sent}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(act=hostile(), who=st.sampled_from(["dealer", "ispettore", "comunale", "cassa", "direzione", "video"]))
def test_whatever_is_sent_as_an_act_of_the_bank_is_refused_or_done_and_the_books_hold(
    opened: AtBank, act: tuple[str, dict[str, Any]], who: str
) -> None:
    verb, given = act
    before = stored()
    try:
        getattr(opened.table.cast, who).does(verb, **given)
    except Refused:
        assert stored() == before
    pure = bank(opened).pure
    assert [pure.ledger.total(it) for it in Commodity] == [0, 0]
    assert pure.ledger.balance(RACK, CHIPS) == pure.session.expected


@pytest.fixture
def opened(at: AtBank) -> Iterator[AtBank]:
    """The table of which every register is checked once all of it was sent."""
    yield at
    at.table.check()
