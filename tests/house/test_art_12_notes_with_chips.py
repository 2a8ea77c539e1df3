"""Banknotes and the chips that lie beside them in one stake: only the notes are changed. Super Punto Banco, Art. 12."""

from collections.abc import Iterator
from typing import Any

import pytest

from table.play.stakes import unchanged_notes
from table.rules.refusal import Code
from table.rules.stakes import banknotes
from table.screens.dealer.dock import chips
from table.screens.felt.piles import laid_piles
from table.screens.read.snapshot import Snapshot
from tests.croupier.coups import annul, close, lay, stake
from tests.house.test_verbs_correcting import correct
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Ten in chips lie on Punto before position 4, and a note of 25.00 in all beside them."""
    ready = ready_table()
    lay(ready, "P10@4")
    ready.does("raise", coup=ready.coup, position="4", box="punto", by=2500, cash=True)
    yield ready
    ready.check()


def test_of_ten_in_chips_and_a_note_of_twenty_five_only_the_note_is_changed(table: AtTable) -> None:
    laid = stake(table, "4", "punto")
    assert (laid.laid, laid.notes, laid.cash) == (3500, 2500, True)
    snapshot = Snapshot(table.row)
    pending: Any = next(it for it in chips(snapshot).inner if it.key == "pending")
    assert [(it.position, it.box, it.cents) for it in pending.given[1]] == [("4", "punto", 2500)]
    assert laid_piles(snapshot)["4", "punto"].notes == 2500
    table.does("change_cash", coup=table.coup, position="4", box="punto")
    laid = stake(table, "4", "punto")
    assert (laid.laid, laid.notes) == (3500, 0)
    table.refuses(Code.CASH_PENDING, "change_cash", coup=table.coup, position="4", box="punto")


def test_chips_laid_on_notes_are_no_cash(table: AtTable) -> None:
    table.does("raise", coup=table.coup, position="4", box="punto", by=5000)
    assert stake(table, "4", "punto").notes == 2500


def test_what_is_taken_off_is_chips_first(table: AtTable) -> None:
    table.does("lower", coup=table.coup, position="4", box="punto", by=500)
    assert stake(table, "4", "punto").notes == 2500
    table.does("lower", coup=table.coup, position="4", box="punto", by=1500)
    assert (stake(table, "4", "punto").laid, stake(table, "4", "punto").notes) == (1500, 1500)


def test_after_the_betting_only_notes_that_still_lie_there_are_changed() -> None:
    table = ready_table(limits={"main": [1000, 5000], "egalite": [1000, 5000]})
    close(table, "P30@4", "B50@5")
    correct(table, "stake", position="5", box="banco", amount=9000)
    for position, box in (("4", "punto"), ("5", "banco")):
        correct(table, "cash", position=position, box=box, cash=True)
    assert sum(unchanged_notes(table.state, it) for it in table.state.stakes) == 3000 + 5000
    table.does("change_cash", coup=table.coup, position="5", box="banco")
    table.does("deal")
    annul(table)
    table.refuses(Code.CASH_PENDING, "change_cash", coup=table.coup, position="4", box="punto")
    table.does("burn")
    table.check()


def test_notes_are_those_of_the_currency_of_the_table_and_never_the_values_of_its_chips() -> None:
    assert banknotes("EUR") == (500, 1000, 2000, 5000, 10000, 20000, 50000)
    assert banknotes("CHF") == (1000, 2000, 5000, 10000, 20000, 100000)


def test_of_another_currency_one_sum_is_keyed() -> None:
    assert banknotes("USD") == ()
