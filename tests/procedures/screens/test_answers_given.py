"""A case prints no answer that nobody gave."""

import pytest

from procedures.articles import KINDS
from procedures.models import Incident
from procedures.reports.build import report_of
from procedures.reports.record import Record
from procedures.screens.open_cases import open_cases
from procedures.screens.wording import answers_in_words
from table.screens.read.snapshot import Snapshot
from tests.croupier.coups import deal
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("given", "answered"), [({}, False), ({"seen": False}, True), ({"seen": True}, True)])
def test_an_answer_stands_on_the_sheet_only_if_somebody_gave_it(*, given: dict[str, bool], answered: bool) -> None:
    table = ready_table()
    deal(table, "P100@1")
    facts = {"places": [4], "recovered": False, **given}
    table.does("report_incident", kind="fallen_card", facts=facts, text="it slid under the felt")
    [case] = open_cases(Snapshot(table.row))
    assert ("seen" in {name for name, _question, _answer in case.answers}) is answered
    record = Record.of_case(table.code, case.number)
    assert record is not None
    assert record.answered == frozenset({"places", "recovered", *given})
    assert report_of(record).number == case.number


def test_without_the_entry_all_that_is_kept_is_told() -> None:
    case = Incident(kind="fallen_card", facts={"places": [4], "seen": False})
    kind = KINDS["fallen_card"][1]
    assert {name for name, *_ in answers_in_words(case, kind)} >= {"seen"}


def test_the_words_of_a_report_that_completes_a_noticed_case_are_its_words() -> None:
    table = ready_table()
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    words = [{name: answer for name, _question, answer in it.answers} for it in open_cases(Snapshot(table.row))]
    laid = ["punto", "banco", "punto", "banco", "banco"]
    table.does("report_incident", kind="wrong_number", facts={"laid": laid}, text="the sleeve pulled one")
    [case] = open_cases(Snapshot(table.row))
    assert [it.get("text") for it in words] == [None]
    assert [answer for name, _question, answer in case.answers if name == "text"] == ["the sleeve pulled one"]
