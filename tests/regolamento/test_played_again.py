"""A coup with an incident from its register alone: what stands and what was put right is drawn as it was."""

import pytest

from tests.croupier.cases import OPENED, Opens, one_card_short, report
from tests.croupier.coups import deal
from tests.croupier.staff import put_right
from tests.rig.diary import history, looks
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


@pytest.mark.one_in(3)
@pytest.mark.parametrize("opens", OPENED.values(), ids=OPENED)
def test_what_stands_and_what_was_put_right_is_drawn_again_as_it_is(opens: Opens) -> None:
    table = ready_table()
    opens(table)
    check_newest(table)
    put_right(table)
    check_newest(table)


def test_a_report_that_was_withdrawn_is_drawn_again_as_the_record_has_it() -> None:
    table = ready_table()
    one_card_short(table)
    table.does("withdraw_incident", incident=table.number)
    check_newest(table)
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "banco", "banco"])
    table.does("withdraw_incident", incident=case.number)
    check_newest(table)


def check_newest(table: AtTable) -> None:
    """The newest step of the coup is the table as it stands."""
    now = table.snapshot
    assert history(table.code)[table.coup, table.number] == looks(now)


def test_a_coup_that_the_direzione_has_made_the_last_one_is_drawn_again_as_it() -> None:
    table = ready_table()
    deal(table, "P100@1")
    case = report(table, "unforeseen", what="shoe_broken")
    table.cast.ispettore.does("refer", incident=case.number, reason="the sabot is broken")
    effects = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=case.number, text="no more from this sabot", effects=effects)
    check_newest(table)
