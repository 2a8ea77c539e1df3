"""A count whose chips have moved since its last try is made again before it is accepted."""

from collections.abc import Callable
from functools import partial

import pytest

from bank.models import BankSession, Posting
from bank.play.tables import above_the_slips
from bank.reports.statement import statement_of
from bank.reports.tips import tips_of, tips_statements
from bank.rules.ledger import CUSTODY, Commodity
from table.models import Entry
from table.record import chain
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.bank.at_bank import FLOAT, AtBank, bank_table
from tests.bank.test_console import bank_at, drawn
from tests.croupier import coups
from tests.rig.staff import signed_in
from tests.rig.tables import seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> AtBank:
    """A table with a bank in play at which Anna has lost a coup."""
    opened = bank_table()
    opened.opens()
    seat(opened.table, "anna", "1")
    coups.play(opened.table, "P100@1", punto="2S 3S", banco="4S 5S")
    opened.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    opened.cassa.does("issue", movement=2, pieces={"10000": 10})
    return opened


INSPECTORS = (Role.ISPETTORE_GIOCO, Role.DIREZIONE)
MOVED = "Chips have come here or left since this was counted"


def _asks_to_count_again(shown: str) -> None:
    """A dialog says that the chips of its count have moved, and offers nothing but to count again; no difference."""
    assert MOVED in shown
    assert "recount" in shown
    assert not [it for it in ("accept_count", "counted-difference") if it in shown]


def _receives(at: AtBank) -> None:
    """The fill that was on its way is received."""
    cast = at.table.cast
    cast.dealer.does("receive", movement=2, pieces={"10000": 10})
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)


def _decides(at: AtBank, coup: str = "1.1") -> None:
    """A dispute about the coup gives Anna a hundred."""
    at.table.does("report_incident", kind="dispute", facts={"coup": coup, "position": "1", "about": "payment"})
    gets = [{"bettor": "anna", "amount": 10_000}]
    incident = at.table.number
    at.table.cast.ispettore.does("decide_dispute", incident=incident, text="as decided", corrections=gets)


@pytest.mark.parametrize(("moves", "later"), [(_receives, 10), (_decides, -1)])
def test_a_rack_that_has_moved_since_it_was_counted_is_counted_again_and_does_not_differ(
    at: AtBank, moves: Callable[[AtBank], None], later: int
) -> None:
    ispettore = at.table.cast.ispettore
    ispettore.does("close_table")
    there = FLOAT | {"10000": FLOAT["10000"] + 1}
    at.counts("closer", there)
    at.attests("closer")
    assert "As expected: no difference" in drawn(at, "bank:dealer")
    moves(at)
    _asks_to_count_again(drawn(at, "bank:dealer"))
    said = ispettore.is_refused(Code.COUNT, "accept_count", what="closer", reason="as counted")
    assert "counted again" in str(said)
    ispettore.does("recount", what="closer", reason="it has moved")
    assert MOVED not in drawn(at, "bank:dealer")
    at.counts("closer", there | {"10000": there["10000"] + later})
    at.attests("closer")
    at.accepts("closer")
    at.table.check()


def test_a_change_that_nobody_keyed_came_before_the_count_which_stands(at: AtBank) -> None:
    cast = at.table.cast
    _receives(at)
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT | {"10000": FLOAT["10000"] + 6})
    cast.ispettore.does("note_change", amount=50_000, reason="seen by the camera", guest="anna")
    cast.second_ispettore.does("agree", what="note_change")
    at.attests("closer")
    at.accepts("closer")
    at.table.check(dealt_again=True)


def test_tips_to_which_one_came_since_they_were_counted_are_counted_again(at: AtBank) -> None:
    cast = at.table.cast
    at.table.does("tip", amount=500)
    cast.ispettore.does("close_table")
    at.cassa.does("count", what="tips", pieces={"500": 1})
    at.table.does("tip", amount=1_000)
    cast.dealer.does("attest_count", what="tips")
    _asks_to_count_again(drawn(at, "cassa"))
    cast.dealer.is_refused(Code.COUNT, "accept_count", what="tips", reason="as counted")
    cast.dealer.does("recount", what="tips", reason="one more")
    at.cassa.does("count", what="tips", pieces={"500": 3})
    cast.dealer.does("attest_count", what="tips")
    cast.dealer.does("accept_count", what="tips")
    at.table.check()


def test_tips_to_which_banknotes_in_custody_came_since_they_were_counted_are_counted_again(at: AtBank) -> None:
    cast, table = at.table.cast, at.table
    coups.lay(table, "P100@1")
    table.does("raise", coup=table.coup, position="1", box="punto", by=20_000, cash=True)
    table.does("report_unmarked_absence", position="1")
    table.does("clear", coup=table.coup)
    cast.ispettore.does("suspend")
    table.does("tip", amount=500)
    cast.ispettore.does("close_table")
    at.cassa.does("count", what="tips", pieces={"500": 1})
    cast.direzione.does("dispose_of", slip=2, to="tips", text="nobody asks for it")
    cast.dealer.does("attest_count", what="tips")
    cast.dealer.is_refused(Code.COUNT, "accept_count", what="tips", reason="as counted")
    cast.dealer.does("recount", what="tips", reason="more has come")
    at.cassa.does("count", what="tips", pieces={"500": 1, "10000": 2})
    cast.dealer.does("attest_count", what="tips")
    cast.dealer.does("accept_count", what="tips")
    table.check()


def test_whoever_disposes_of_custody_is_asked_where_it_goes_on_one_sheet(at: AtBank) -> None:
    at.table.cast.ispettore.does("close_table")
    _decides(at)
    pages = {role: _desk(at, role) for role in INSPECTORS}
    assert [it.count('id="sheet-custody"') for it in pages.values()] == [0, 1]
    assert "&#34;dispose_of&#34;" in pages[Role.DIREZIONE]
    assert "&#34;dispose&#34;" not in pages[Role.DIREZIONE], "which a table with a bank refuses"
    at.table.cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")
    assert "Nothing is in custody." in _desk(at, Role.DIREZIONE)


def _desk(at: AtBank, role: Role) -> str:
    """The desk of somebody in this role, whole."""
    badge = at.table.cast.with_role(role).person.badge
    return signed_in(role, badge=badge, language="en").get(f"/tables/{at.code}/").content.decode()


def test_custody_from_which_something_was_disposed_of_since_is_counted_again(at: AtBank) -> None:
    cast, console = at.table.cast, at.table.cast.dealer.person.badge
    cast.ispettore.does("close_table")
    _decides(at)
    at.counts("custody", {"10000": 1})
    cast.ispettore.does("attest_count", what="custody", device=console)
    cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")
    cast.ispettore.is_refused(Code.COUNT, "accept_count", what="custody", reason="as counted")
    cast.ispettore.does("recount", what="custody", reason="it was fetched")
    at.counts("custody", {})
    cast.ispettore.does("attest_count", what="custody", device=console)
    at.accepts("custody")
    at.table.check()


@pytest.mark.parametrize(("to", "paid"), [("guests", 5_000), ("cage", 0)])
def test_what_a_count_has_found_too_little_of_in_custody_is_disposed_of(at: AtBank, to: str, paid: int) -> None:
    cast, console = at.table.cast, at.table.cast.dealer.person.badge
    cast.ispettore.does("close_table")
    _decides(at)
    at.counts("custody", {"5000": 1})
    cast.ispettore.does("attest_count", what="custody", device=console)
    at.accepts("custody", "fifty are missing")
    cast.direzione.does("dispose_of", slip=1, to=to, text="she came back")
    posted = Posting.objects.filter(number=at.table.number).values_list("source", "to", "amount")
    assert [*posted] == [("custody", to, 5_000), ("cage", "guests", paid)][: 1 + bool(paid)]
    assert bank_at(at).pure.ledger.balance(CUSTODY) == 0
    at.table.check()


@pytest.mark.parametrize("to", ["guests", "cage", "tips"])
def test_what_a_count_has_found_too_much_of_in_custody_is_disposed_of_without_a_slip(at: AtBank, to: str) -> None:
    cast = at.table.cast
    cast.ispettore.does("close_table")
    _decides(at)
    cast.direzione.is_refused(Code.FINAL, "dispose_of", to=to, text="nothing was counted")
    at.counts("custody", {"10000": 1, "1000": 2})
    at.attests("custody")
    at.accepts("custody", "twenty more lie there")
    assert [it.count("above what its slips say") for it in map(partial(_desk, at), INSPECTORS)] == [0, 1]
    cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")
    assert above_the_slips(BankSession.objects.get()) == 2_000
    cast.direzione.does("dispose_of", to=to, text="nobody knows whose it is")
    posted = Posting.objects.filter(number=at.table.number).values_list("source", "to", "amount")
    assert [*posted] == [("custody", to, 2_000)]
    assert tips_of(BankSession.objects.get()) == (2_000 if to == "tips" else 0)
    assert bank_at(at).pure.custody_counted, "as nothing lies there any more"
    cast.direzione.is_refused(Code.FINAL, "dispose_of", to=to, text="once more")
    page = _desk(at, Role.DIREZIONE)
    assert "above what its slips say" not in page
    assert "it comes to 20" in page
    at.table.check()


@pytest.mark.parametrize("to", ["guests", "cage", "tips"])
def test_banknotes_in_custody_are_no_chips_of_its_count_and_stay_banknotes_to_the_end(at: AtBank, to: str) -> None:
    cast, table = at.table.cast, at.table
    coups.lay(table, "P100@1")
    table.does("raise", coup=table.coup, position="1", box="punto", by=20_000, cash=True)
    table.does("report_unmarked_absence", position="1")
    table.does("clear", coup=table.coup)
    cast.ispettore.does("suspend")
    cast.ispettore.does("close_table")
    ledger = bank_at(at).pure.ledger
    assert (ledger.balance(CUSTODY), ledger.balance(CUSTODY, Commodity.NOTES)) == (10_000, 20_000)
    at.counts("custody", {"10000": 1})
    at.attests("custody")
    at.accepts("custody")
    cast.direzione.does("dispose_of", slip=2, to=to, text="as the owner asked")
    posted = [*Posting.objects.filter(number=table.number).values_list("commodity", "source", "to", "amount")]
    notes = ("notes", "custody", "cage" if to == "tips" else to, 20_000)
    assert posted == [notes, *([("chips", "cage", "tips", 20_000)] if to == "tips" else [])]
    assert tips_of(BankSession.objects.latest("number")) == (20_000 if to == "tips" else 0)
    assert bank_at(at).pure.custody_counted
    at.table.check()


def test_chips_that_come_into_custody_after_its_count_are_counted_before_the_bank_is_closed(at: AtBank) -> None:
    cast = at.table.cast
    coups.play(at.table, "P100@1", punto="2S 3S", banco="4S 5S")
    _receives(at)
    cast.ispettore.does("close_table")
    there = FLOAT | {"10000": FLOAT["10000"] + 12}
    at.counts("closer", there)
    at.attests("closer")
    at.accepts("closer")
    for coup, pieces in (("1.1", 1), ("1.2", 2)):
        _decides(at, coup)
        cast.ispettore.is_refused(Code.COUNT, "close_bank", pieces={"10000": 12})
        assert "Count what lies in custody" in drawn(at, "bank:dealer")
        at.counts("custody", {"10000": pieces})
        at.attests("custody")
        at.accepts("custody")
    cast.dealer.is_refused(Code.FINAL, "count", what="custody", pieces={"10000": 2})
    cast.ispettore.does("close_bank", pieces={"10000": 12})
    at.table.check()


@pytest.mark.parametrize("moved", [True, False])
def test_a_difference_is_not_put_on_record_of_a_count_whose_chips_have_moved_before_it_was_attested(
    at: AtBank, *, moved: bool
) -> None:
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    if moved:
        _receives(at)
        assert MOVED in drawn(at, "bank:dealer")
    at.attests("closer")
    outcome = chain.read(Entry.objects.get(register=at.code, number=at.table.number).outcome)
    recorded = [name for name, _facts in outcome["effects"]]
    assert ("count_shown" in recorded) is not moved
    at.table.check()


def test_what_custody_gives_to_the_tips_is_among_them_before_they_are_counted(at: AtBank) -> None:
    at.table.cast.ispettore.does("close_table")
    _decides(at)
    at.table.cast.direzione.does("dispose_of", slip=1, to="tips", text="nobody asks for it")
    row = BankSession.objects.get()
    [it] = tips_statements(row.day)
    assert ([line.session for line in it.lines], it.provisional) == ([1], True)
    assert statement_of(at.table.row, row).tips == 10_000
