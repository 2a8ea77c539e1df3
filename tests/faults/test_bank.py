"""Cage and table at the same moment, and from several processes: each slip has its number, and nothing moves twice."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from bank.models import Movement, Posting, Slip
from bank.play.tables import bank_of
from bank.rules.ledger import TRANSIT, Commodity
from table.memory import table_cache
from table.models import Person
from table.record.door import PressResult
from table.record.past.replay import replay
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.bank.at_bank import AtBank, bank_table
from tests.rig.cast import Somebody
from tests.rig.crowd import at_once, parted

ROOT = Path(__file__).resolve().parents[2]
FILL = {"10000": 80, "5000": 40}
CORRECTED = {"10000": 80, "5000": 39}
ROUNDS, KILLED = 6, 3


@pytest.fixture
def at(real_database: str) -> AtBank:
    """A table in play on a real database, with a fill that was asked for, and a second cashier."""
    found = bank_table()
    found.opens()
    found.table.cast.ispettore.does("request_fill", pieces=FILL)
    return found


def other_cashier(at: AtBank) -> Somebody:
    """Somebody else at the cage."""
    return Somebody(Person.objects.get(badge="clara"), at.code)


def transit(at: AtBank) -> int:
    """Cents in transit, and that nothing was made or has vanished."""
    bank = bank_of(at.table.state)
    assert bank is not None
    assert [bank.pure.ledger.total(it) for it in Commodity] == [0, 0]
    return bank.pure.ledger.balance(TRANSIT)


def test_two_cashiers_issue_one_movement_at_the_same_moment_and_one_issue_stands(at: AtBank) -> None:
    seen = at.table.number
    issues = [
        partial(who.does, "issue", movement=2, pieces=pieces, seen=seen)
        for who, pieces in ((at.cassa, FILL), (other_cashier(at), CORRECTED))
    ]
    answers, refused = parted(at_once(*issues))
    assert (len(answers), [it.code for it in refused]) == (1, [Code.STALE])
    row = Movement.objects.get(table=at.table.row, number=2)
    assert (row.issued in (FILL, CORRECTED), row.corrected) == (True, [])
    assert transit(at) == sum(int(value) * number for value, number in row.issued.items())
    assert Slip.objects.filter(table=at.table.row, letter="A").count() == 1
    at.table.check()


def test_a_credit_is_confirmed_once_and_what_is_void_is_not_received(at: AtBank) -> None:
    ispettore = at.table.cast.ispettore
    ispettore.does("request_credit", pieces={"500000": 1})
    at.table.does("hand_over", movement=3, pieces={"500000": 1})
    ispettore.does("attest_movement", movement=3, device="dario")
    seen, came = at.table.number, {"500000": 1}
    confirms = [
        partial(who.does, "confirm_credit", movement=3, pieces=came, seen=seen) for who in (at.cassa, other_cashier(at))
    ]
    answers, refused = parted(at_once(*confirms))
    assert (len(answers), [it.code for it in refused]) == (1, [Code.STALE])
    assert transit(at) == 0

    at.cassa.does("issue", movement=2, pieces=FILL)
    at.cassa.does("void_movement", movement=2, reason="it is not needed")
    second = Somebody(Person.objects.take_on(badge="inge", role=Role.ISPETTORE_GIOCO), at.code)
    attest = [partial(who.does, "attest_movement", movement=2) for who in (ispettore, second)]
    answers, refused = parted(at_once(*attest))
    assert (len(answers), [it.code for it in refused]) == (1, [Code.PHASE])
    assert transit(at) == 0
    at.table.check()


def cashier(at: AtBank, url: str, badge: str, rounds: int) -> subprocess.Popen[str]:
    """A process in which fills come to the table."""
    command = [sys.executable, "-m", "tests.faults.cashier", url, at.code, badge, str(rounds)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def serials(at: AtBank) -> list[int]:
    """The numbers of the slips of fills, in their order."""
    slips = Slip.objects.filter(table=at.table.row, letter="A").order_by("number")
    return [*slips.values_list("serial", flat=True)]


@pytest.mark.faults
def test_from_two_processes_the_slips_of_a_table_are_numbered_without_a_gap(at: AtBank, real_database: str) -> None:
    both = [cashier(at, real_database, who.person.badge, ROUNDS) for who in (at.cassa, other_cashier(at))]
    said = [it.communicate()[0].split() for it in both]
    assert [it.returncode for it in both] == [0, 0]
    numbers = sorted(int(it) for of in said for it in of)
    assert numbers == [*range(3, 3 + 2 * ROUNDS)], "each movement is one of either"
    assert serials(at) == [*range(1, 1 + 2 * ROUNDS)]
    assert transit(at) == ROUNDS * 10_000
    assert Posting.objects.filter(table=at.table.row, to=TRANSIT.value, source="cage").count() == 2 * ROUNDS + 1
    assert replay(at.code) == []
    at.table.check()


@pytest.mark.faults
def test_who_is_killed_amid_a_fill_leaves_it_whole_or_absent_and_the_next_goes_on(
    at: AtBank, real_database: str
) -> None:
    for killed in range(1, 1 + KILLED):
        process = cashier(at, real_database, at.cassa.person.badge, 10**6)
        assert process.stdout is not None
        for _round in range(killed):
            assert process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        table_cache.clear()
        issued = Movement.objects.filter(table=at.table.row, kind="fill").exclude(issued={})
        assert serials(at) == [*range(1, 1 + issued.count())]
        assert not issued.filter(slip=None).exists()
        assert transit(at) == 10_000 * issued.filter(status="issued").count()
        at.table.check()
    at.cassa.does("issue", movement=2, pieces=FILL)
    at.table.does("receive", movement=2, pieces=FILL)
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    assert Movement.objects.get(table=at.table.row, number=2).status == "received"
    assert replay(at.code) == []


def test_a_slip_that_was_undone_leaves_no_gap(at: AtBank) -> None:
    """A press of two acts of which the second is refused takes no number."""
    steps = [("issue", {"movement": 2, "pieces": FILL}), ("issue", {"movement": 99, "pieces": FILL})]
    answers, refused = parted(at_once(partial(at.cassa.presses, *steps)))
    assert (answers, [it.code for it in refused]) == ([], [Code.COUNT])
    assert not Slip.objects.filter(table=at.table.row, letter="A").exists()
    answer = at.cassa.does("issue", movement=2, pieces=FILL)
    assert isinstance(answer, PressResult)
    assert Slip.objects.get(table=at.table.row, letter="A").serial == 1
    at.table.check()
