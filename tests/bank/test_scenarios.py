"""Evenings of a table with a bank: each line is done or refused as written, and the register proves its rows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import transaction

from bank.models import BankCount, BankSession, CountTry, Posting, Slip
from table.models import HOUSE, Adjustment, Entry, Money, Table
from table.record.past.replay import state
from table.record.proof import audit
from table.rules.payout import HANDED_BACK
from table.script.follow import follow, read
from table.script.player import Player
from table.verifier.sentences import BY_UNKNOWN_FORM
from tests.proof.exports import check, exported
from tests.rig.diary import performed
from tests.rig.sampling import sampled

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.taglia"))


of_some = pytest.mark.parametrize("evening", sampled(SCENARIOS, one_in=6), ids=lambda path: path.stem, indirect=True)
"""Marks what asks for registers dealt again, or handed out: one evening in six in `make test`."""


class Evening(NamedTuple):
    """An evening: the lines of it that were not met, and its tables, of which T1 is one."""

    unmet: list[str]
    table: Table
    codes: list[str]


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database for all evenings, each of which finds nothing there and leaves nothing behind."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="module", params=SCENARIOS, ids=lambda path: path.stem)
def evening(request: pytest.FixtureRequest, db: None) -> Iterator[Evening]:
    """The evening; when everything has been asked of it, it never was."""
    with transaction.atomic():
        yield followed(request.param)
        transaction.set_rollback(True)


def followed(path: Path) -> Evening:
    """An evening as its script has it."""
    player = Player("T1")
    unmet = [str(line) for line in follow(player, read(path.read_text(encoding="utf-8"))) if line.found]
    codes = Table.real.order_by("code").values_list("code", flat=True)
    return Evening(unmet, Table.real.get(code="T1"), list(codes))


@pytest.mark.faults
def test_each_evening_is_the_same_on_each_engine(real_database: str) -> None:
    for path in SCENARIOS:
        with transaction.atomic():
            evening = followed(path)
            test_the_registers_make_the_same_rows_again(evening)
            test_every_line_is_met_and_nothing_of_it_is_at_fault(evening)
            transaction.set_rollback(True)


def test_every_line_is_met_and_nothing_of_it_is_at_fault(evening: Evening) -> None:
    assert evening.unmet == []
    assert [it for it in audit.faults(HOUSE) if "badge" not in it] == []
    assert {code: faults for code in evening.codes if (faults := audit.faults(code))} == {}


@of_some
def test_the_registers_make_the_same_rows_again(evening: Evening) -> None:
    for code in evening.codes:
        again = performed(code, looked=False)
        assert again.differences == []
        assert state(Table.real.get(code=code)) == again.end


@of_some
def test_the_verifier_reads_the_register_and_pays_its_coups_again(evening: Evening) -> None:
    checked = check(exported("T1"))
    assert checked.entries == Entry.objects.filter(register="T1").count()
    assert BY_UNKNOWN_FORM not in checked.not_paid


def test_what_the_rack_must_hold_follows_from_postings_and_money_lines_alone(evening: Evening) -> None:
    """B2 and B5: opener, fills, credits and notes as the sessions have them are those that were posted."""
    for session in BankSession.objects.filter(table=evening.table):
        entered = session.opener + session.fills - session.credits - session.notes + session.computed
        assert session.expected == entered
    lines = Money.objects.filter(coup__table=evening.table).exclude(kind__in=HANDED_BACK)
    paid = sum(line.amount for line in lines)
    sessions = BankSession.objects.filter(table=evening.table)
    disputed = sum(line.amount for line in Adjustment.objects.filter(coup__table=evening.table))
    assert sum(it.computed - it.after_closing for it in sessions) == -paid - disputed
    assert all(it.amount > 0 for it in Posting.objects.filter(table=evening.table))


def test_slips_are_numbered_without_a_gap(evening: Evening) -> None:
    """B6: of each letter and year 1 to n, each in an entry of its own act."""
    slips = list(Slip.objects.filter(table=evening.table))
    for letter, year in {(it.letter, it.year) for it in slips}:
        serials = [it.serial for it in slips if (it.letter, it.year) == (letter, year)]
        assert serials == list(range(1, len(serials) + 1))
    named = {it.number: it.outcome for it in Entry.objects.filter(register="T1")}
    assert all(f'"slip_taken",{{"slip":"{it.name}"' in named[it.number] for it in slips)


def test_no_try_of_a_count_is_lost(evening: Evening) -> None:
    """B5: a try of each count that was keyed, except those by which a second person attests the box."""
    keyed = Entry.objects.filter(register="T1", verb="count").values_list("number", flat=True)
    counts = BankCount.objects.filter(table=evening.table).values_list("attested", flat=True)
    attesting = {number for it in counts for _role, number in it.values()}
    assert {*CountTry.objects.filter(table=evening.table).values_list("number", flat=True)} == {*keyed} - attesting
