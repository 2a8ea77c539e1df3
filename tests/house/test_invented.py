"""What nobody has played comes into no real house, but by its Direzione and as an act of whoever decides so."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from table.models import HOUSE, Entry, House, Person, Table
from table.record import chain
from table.record.proof import audit
from table.rules.profile import Role
from tests.rig.cast import Somebody, everybody_is_taken_on
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
EVENING = """\
house super-punto-banco-venezia
limits main 10-1000 egalite 5-200
seat 2
coup P100@2: 2H 3C KS QD 4D 4S
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """An evening on paper."""
    path = tmp_path / "evening.taglia"
    path.write_text(EVENING, encoding="utf-8")
    return path


def said(*arguments: object) -> tuple[str, str]:
    """What a command prints, and what it says beside that."""
    paper, notes = io.StringIO(), io.StringIO()
    with translation.override("en"):
        call_command(*map(str, arguments), stdout=paper, stderr=notes)
    return paper.getvalue(), notes.getvalue()


def state() -> tuple[object, ...]:
    """Whatever there is in this house."""
    ends = House.objects.values_list("number", "digest").first()
    return ends, Entry.objects.count(), Person.objects.count(), Table.objects.count()


@pytest.fixture
def real() -> None:
    """A house at work."""
    everybody_is_taken_on()
    ready_table(seats=1)


def test_in_a_real_house_an_evening_is_dealt_beside_it_and_nothing_of_it_is_kept(real: None, script: Path) -> None:
    before = state()
    paper, notes = said("deal", script, "--table", "T3")
    assert "Table T3: 4 lines, everything as written." in paper
    assert "thrown away" in notes
    assert state() == before


def test_in_a_real_house_taglie_by_chance_are_played_beside_it(real: None) -> None:
    before = state()
    paper, notes = said("play", "--seed", "7", "--behind", "300", "--json")
    assert json.loads(paper)["coups"] == 3
    assert "thrown away" in notes
    assert state() == before


@pytest.mark.parametrize("badge", ["", "nobody", "dario", "aldo"])
def test_nobody_but_its_direzione_has_it_played_into_a_house(real: None, script: Path, badge: str) -> None:
    before = state()
    with pytest.raises(CommandError, match="is nobody of the Direzione who works here"):
        said("deal", script, "--into-this-house", "--by", badge)
    assert state() == before


def test_what_the_direzione_has_played_into_its_house_is_its_act(real: None, script: Path) -> None:
    last = House.objects.get().number
    paper, notes = said("deal", script, "--into-this-house", "--by", "delia")
    assert "everything as written" in paper
    assert notes == ""
    done = Entry.objects.filter(register=HOUSE, number__gt=last)
    assert {it.actor for it in done if it.verb in ("take_on", "add_table")} == {"delia"}
    assert not Person.objects.filter(badge="demo-direzione").exists()
    assert audit.faults(HOUSE) == []


def test_at_a_training_table_nothing_counts_and_it_is_played_there(real: None, script: Path) -> None:
    instructor = Person.objects.take_on(badge="nora", role=Role.INSTRUCTOR)
    Somebody(instructor, HOUSE).does("add_training_table", code="TRAINING-1")
    paper, notes = said("deal", script, "--table", "TRAINING-1")
    assert (notes, "TRAINING-1: 4 lines" in paper) == ("", True)
    assert chain.faults(chain.rows("TRAINING-1")) == []
    assert Entry.objects.filter(register="TRAINING-1").count() > 10
