"""Every evening of ``scenarios/`` from its register alone: after each act the coup is drawn as the table showed it."""

from pathlib import Path
from typing import Any

import pytest

from table.models import Entry
from table.screens.snapshot import take
from table.script.follow import follow, read
from table.script.player import Player
from tests.house.coups import deal
from tests.house.diary import Diary, history, looks
from tests.procedures.cases import OPENED, Opens, one_card_short, put_right, report
from tests.regolamento.test_scenarios import SCENARIOS
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


class Diarist(Player):
    """A cast that looks at the table after everything that is done."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.diary = Diary()

    def press(self, verb: str, **given: Any) -> None:
        super().press(verb, **given)
        self.diary.note(self.code)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_act_of_the_evening_is_drawn_again_as_it_was(path: Path) -> None:
    cast = Diarist("T1")
    assert [str(it) for it in follow(cast, read(path.read_text(encoding="utf-8"))) if it.found] == []
    drawn = history(cast.code)
    assert set(drawn) == set(cast.diary)
    verbs = dict(Entry.objects.filter(register=cast.code).values_list("number", "verb"))
    for at, looked in cast.diary.items():
        assert drawn[at] == looked, (at, verbs[at[1]])


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
    now = take(table.code)
    assert now is not None
    assert history(table.code)[table.coup, table.number] == looks(now)


def test_a_coup_that_the_direzione_has_made_the_last_one_is_drawn_again_as_it() -> None:
    table = ready_table()
    deal(table, "P100@1")
    case = report(table, "unforeseen", what="shoe_broken")
    table.cast.ispettore.does("refer", incident=case.number, reason="the sabot is broken")
    effects = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=case.number, text="no more from this sabot", effects=effects)
    check_newest(table)
