"""A house of version 0.11.0, of the second law, whose registers meet each thing of which the third made something else.

It opens, its chains are whole, it reads as it was written; a taglia that meets a difference says so (3), and any other
is dealt again to the last row. The stories of its tables stand in `tests/upgrade/differences`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from procedures.models import Incident
from procedures.reports.build import report_of
from procedures.reports.record import Record
from table.models import Coup, DrawnCard, Entry, Person, Pin, Stake, schema
from table.record.proof.laws import Laws, prove
from table.rules.profile import Role
from table.rules.topics.sources import LAW
from tests.rig.cast import Somebody
from tests.rig.proofs import proofs_at
from tests.rig.staff import signed_in
from tests.upgrade import stored_houses
from tests.upgrade.test_houses import moved_in

HOUSE, LAW_OF_BEFORE = "2026-11-23-2158", 2
STORIES = sorted(path.stem for path in (Path(__file__).parent / "differences").glob("*.taglia"))
TABLES = {story: f"T{number}" for number, story in enumerate(STORIES, start=3)}
"""Behind the evening and the incidents, which every kept house has."""
THE_SAME = {"note_beside_chips", "open_coup"}
"""In the middle of a betting and of a hand: nothing of it would come out otherwise, and its rows are those of today."""


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.faults)])
def house(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """That house after `manage.py migrate`."""
    with django_db_blocker.unblock(), moved_in(HOUSE, request.getfixturevalue(request.param)):
        call_command("migrate", verbosity=0, skip_checks=False)
        yield


def test_it_is_kept_and_each_story_has_its_table(house: None) -> None:
    assert HOUSE in stored_houses.NAMES
    assert set(Entry.objects.exclude(register="house").values_list("register", flat=True)) == {
        *("T1", "T2"),
        *TABLES.values(),
    }
    assert {Laws.of(code).at(1) for code in TABLES.values()} == {LAW_OF_BEFORE} < {LAW_OF_BEFORE, LAW}


def test_it_opens_verifies_and_reads_as_it_did(house: None) -> None:
    assert schema.missing(connection) == []
    assert Client().get("/readyz").content == b"ready\n"
    call_command("verify", "--all")
    inspector = signed_in(Role.ISPETTORE_GIOCO, badge="demo-ispettore", language="en")
    for code in TABLES.values():
        for page in ("", "coups/", f"coups/{Coup.objects.filter(table__code=code).latest('pk').key}/"):
            assert inspector.get(f"/tables/{code}/{page}").status_code == 200, (code, page)
    Pin.objects.filter(person__badge="demo-ispettore").delete()  # given past the door


def test_a_taglia_that_meets_a_difference_says_so_and_any_other_is_dealt_again_to_the_last_row(house: None) -> None:
    found = {story: prove(code) for story, code in TABLES.items()}
    assert [(story, it.faults) for story, it in found.items() if it.faults] == []
    assert {story: it.changed and it.changed.law for story, it in found.items()} == {
        story: None if story in THE_SAME else LAW_OF_BEFORE for story in STORIES
    }


@pytest.mark.parametrize("story", ["pair_on_a_third", "report_moves_a_face", "statement_falls_away"])
def test_a_case_that_stood_then_is_withdrawn_today_and_its_coup_is_whole(house: None, story: str) -> None:
    code = TABLES[story]
    case = Incident.objects.get(table__code=code)
    shown = sorted(DrawnCard.objects.filter(coup=case.coup).exclude(face="").values_list("face", flat=True))
    inspector = Somebody(Person.objects.get(badge="demo-ispettore"), code)
    if story == "statement_falls_away":  # three were shown at Punto, where by the record two lie
        number = DrawnCard.objects.get(coup=case.coup, face="AS").number
        inspector.does("correct_entry", what="card", new={"number": number, "card": None}, reason="misread")
        shown.remove("AS")
    inspector.does("withdraw_incident", incident=case.number)
    cards = DrawnCard.objects.filter(coup=case.coup)
    assert [it.location for it in cards][:4] == ["punto", "banco", "punto", "banco"]
    assert sorted(it.face for it in cards if it.face) == shown
    call_command("verify", code)


@pytest.mark.usefixtures("in_english")
def test_from_an_entry_on_that_comes_out_otherwise_today_a_report_draws_nothing_and_says_so(house: None) -> None:
    cases = Incident.objects.exclude(coup=None).select_related("table")
    found = [(record, report_of(record)) for it in cases if (record := Record.of_case(it.table.code, it.number))]
    changed = [(record.followed.otherwise, report) for record, report in found if record.followed.otherwise]
    assert len(changed) > 3
    for otherwise, report in changed:
        assert all(felt.entry < otherwise for felt in (report.before, report.after) if felt is not None)
        assert any(f"entry {otherwise} comes out otherwise" in it.answer for it in report.told)
    same = [report for record, report in found if not record.followed.otherwise]
    assert same
    assert not any("comes out otherwise" in it.answer for report in same for it in report.told)


def test_a_report_that_an_earlier_law_makes_another_one_says_so_and_at_which_acts(house: None) -> None:
    """It is said of the law, and never that somebody has altered a row."""
    proofs = [(story, it) for story, code in TABLES.items() for it in proofs_at(code).values()]
    assert {it.why for _story, it in proofs} == {"law", "refused"}
    for story, proof in proofs:
        acts = [proof.refused] if proof.why == "refused" else proof.otherwise
        assert acts, story
        assert all(str(it) in proof.words for it in acts), story
        assert proof.words.startswith("NOT PROVEN"), story
        assert ("the recorded outcomes stand" in proof.words) == (proof.why == "law")
        assert bool(proof.rows) == (proof.why == "law")


def test_what_lay_in_notes_beside_chips_is_told_by_the_entries(house: None) -> None:
    code = TABLES["note_beside_chips"]
    assert [(it.laid, it.notes) for it in Stake.objects.filter(coup__table__code=code, coup__ended=False)] == [
        (3500, 2500),
        (5000, 0),
    ]
