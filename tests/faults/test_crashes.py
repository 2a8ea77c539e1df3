"""A process that dies leaves its act whole or absent; ``make faults`` kills it everywhere, this at a few places."""

import subprocess
import sys
from pathlib import Path

import pytest

from table.play.declaration import VERBS
from tests.faults import __main__ as faults
from tests.faults.evening import evening
from tests.faults.served import apart
from tests.rig.engines import Engine, Postgres

ROOT = Path(__file__).resolve().parent.parent.parent


def test_an_act_is_whole_or_absent_when_its_process_dies(engine: Engine, tmp_path: Path) -> None:
    # A process of its own: a child of this one would inherit its threads' locks, and nobody to open them.
    place = engine.server if isinstance(engine, Postgres) else str(tmp_path)
    command = [sys.executable, "-m", "tests.faults", engine.name, place, engine.template]
    evening = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert evening.returncode == 0, evening.stdout + evening.stderr
    assert "never half done" in evening.stdout


def test_the_evening_of_the_crashes_uses_every_verb() -> None:
    used = {step.verb for press in evening() for step in press.steps}
    # A whole shoe would have to be dealt before a coup is annulled for want of cards; annul_incident does the same. A
    # call from a seat lies at its display until it is answered, a card reader has 52 codes, the virtual shoe and the
    # training table have houses of their own. What becomes of the key of the seals is done by a command beside its
    # file, and a PIN is confirmed on a page that looks at it first.
    elsewhere = {"annul", "answer_call", "close_call", "load_virtual", "set_card_reader", "remove_card_reader"}
    elsewhere |= {"change_seal_key", "lose_seal_key", "witness_lost_seal_key", "confirm_pin"}
    assert set(VERBS) - used == elsewhere | {"add_training_table", "begin_exercise"}


WENT_WELL = {"left_out": 0, "at_every_statement": [0, 0], "a_week": 0, "served": 0}


@pytest.mark.parametrize(
    ("ended", "status"),
    [
        ({}, 0),
        ({"left_out": 3}, 3),
        ({"a_week": 3}, 3),
        ({"at_every_statement": [-9, 0]}, 9),
        ({"served": -9}, 9),
        ({"served": apart.NOTHING}, 0),
    ],
    ids=["nothing", "pytest fails within", "three things wrong", "one engine killed", "served killed", "none served"],
)
def test_make_faults_ends_well_where_each_part_of_it_does(
    ended: dict[str, object], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["make faults"])
    for name, how in (WENT_WELL | ended).items():
        monkeypatch.setattr(faults, name, lambda *_, how=how: how)
    assert faults.main() == status
