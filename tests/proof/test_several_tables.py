"""Tables are sealed at the same numbers: each seal speaks of its own register, and where none does it is said."""

import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import connection

from table.management.packed import packed
from table.models import Table
from table.record import seals
from table.verifier.seals import read
from tests.proof.exports import check, exported, found, sealed_in
from tests.rig import triggers
from tests.rig.tables import ready_table
from tests.rig.tampering import by_somebody, write_anew

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
CODES = ("T1", "T2", "T3")


class Floor(NamedTuple):
    """Registers that are sealed at the same numbers, and the file of their seals."""

    registers: dict[str, bytes]
    seals: Path


@pytest.fixture
def floor(settings: Any, tmp_path: Path) -> Floor:
    """Three tables that are as long as each other, each sealed twice at the numbers of the others, in another order."""
    path = sealed_in(settings, tmp_path)
    tables = [ready_table(code=code, seats=1) for code in CODES]
    assert len({table.number for table in tables}) == 1
    for order in (tables, tables[::-1]):
        for table in order:
            table.does("tip", amount=500)
        for table in order:
            assert seals.keep(table.code) is not None
    return Floor({code: exported(code) for code in CODES}, path)


def rewritten(code: str) -> bytes:
    """The register as somebody hands it out who holds database and key, and has written it anew as a whole."""
    triggers.drop_triggers(connection)
    last = write_anew(code, by_somebody)
    triggers.create_triggers(connection)
    Table.real.filter(code=code).update(digest=last)
    return exported(code)


def orders(path: Path) -> list[list[str]]:
    """The lines of a file of seals, in every order that puts another register first."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [[line for code in order for line in lines if f'"{code}"' in line] for order in permutations(CODES)]


def test_a_sound_register_is_sound_whichever_seals_of_other_tables_come_before_its_own(floor: Floor) -> None:
    for lines in orders(floor.seals):
        floor.seals.write_text("\n".join(lines), encoding="utf-8")
        with floor.seals.open("rb") as file:
            copies = read(file)
        for code, data in floor.registers.items():
            assert found(data, copies=copies) == "", (code, lines)
            counted = check(data, copies=copies).counted
            assert (counted["brought"], counted["elsewhere"]) == (2, 4)


def test_a_register_that_was_written_anew_is_found_whichever_seals_come_before_its_own(
    floor: Floor, settings: Any, tmp_path: Path
) -> None:
    settings.SEALS_FILE = tmp_path / "none that tells of it"
    anew = {code: rewritten(code) for code in CODES}
    for lines in orders(floor.seals):
        floor.seals.write_text("\n".join(lines), encoding="utf-8")
        with floor.seals.open("rb") as file:
            copies = read(file)
        for code, data in anew.items():
            said = found(data, copies=copies)
            assert "is not as it was sealed" in said, (code, lines)
            assert "or the house has been restored since, and its own register says" in said


def verified(program: Path, export: Path, *more: object) -> tuple[int, str]:
    """With what the verifier ends as anybody runs it, and what it prints."""
    command = [sys.executable, "-I", "-S", str(program), str(export), "--language", "en", *map(str, more)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env={})
    assert run.stderr == ""
    return run.returncode, run.stdout


def test_seals_none_of_which_is_of_this_register_are_no_proof_and_it_ends_with_3(floor: Floor, tmp_path: Path) -> None:
    program, export, others = tmp_path / "sabot-verify.pyz", tmp_path / "T1.jsonl", tmp_path / "others"
    program.write_bytes(packed(ROOT))
    export.write_bytes(floor.registers["T1"])
    status, words = verified(program, export, "--seals", floor.seals)
    assert (status, "all of which fit: 2. Of other registers, not looked at: 4." in words) == (0, True)
    lines = floor.seals.read_text(encoding="utf-8").splitlines()
    others.write_text("\n".join(line for line in lines if '"T1"' not in line), encoding="utf-8")
    status, words = verified(program, export, "--seals", others)
    assert status == 3
    assert "Not proven: of the 4 seals that were brought along none is of the register T1" in words
    assert "brought along, all of which fit" not in words
    first = min((it for it in seals.read(floor.seals) if it.register == "T1"), key=lambda it: it.number)
    others.write_text(seals.written(first), encoding="utf-8")
    status, words = verified(program, export, "--seals", others)
    assert (status, "Entries after it, of which none of them tells: " in words) == (0, True)
    status, words = verified(program, export)
    assert (status, "Warning: no seals were brought along" in words) == (0, True)
