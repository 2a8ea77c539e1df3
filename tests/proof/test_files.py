"""A register in several files: sound where each goes on from the other; where not, a sentence says so."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from table.management.packed import packed
from table.models import HOUSE
from table.record import seals
from table.record.proof import export
from table.verifier.__main__ import main
from table.verifier.files import ExportPart, check
from table.verifier.head import NOTHING, Head
from table.verifier.keyring import Keyring, Named
from table.verifier.reading import Wrong
from table.verifier.seals import SealLine, read
from tests.croupier import coups
from tests.proof.exports import another_key, sealed_in
from tests.proof.nights import CODES, files, night, played
from tests.proof.tampering import doubled, every_byte, re_chained, swapped, taken_out
from tests.rig.cast import everybody_is_taken_on
from tests.rig.made_before import evening_made_before
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent


class Floor(NamedTuple):
    """Tables that were handed out in three nights, sealed at the same numbers, and where files and seals lie."""

    tables: Sequence[AtTable]
    folder: Path
    seals: Path

    def brought(self) -> list[SealLine]:
        """The seals, as somebody has copied them."""
        with self.seals.open("rb") as file:
            return read(file)


@pytest.fixture
def floor(settings: Any, tmp_path: Path) -> Floor:
    """Three tables that are as long as each other, and a night after each time they were played at."""
    path, folder = sealed_in(settings, tmp_path), tmp_path / "exports"
    tables, handed_out = three_nights()
    for name, data in handed_out.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return Floor(tables, folder, path)


@evening_made_before
def three_nights() -> tuple[list[AtTable], dict[str, bytes]]:
    """Let the tables be played at, and give them with the files that were handed out, by their names."""
    everybody_is_taken_on()
    tables = [ready_table(code=code, seats=1) for code in CODES]
    with TemporaryDirectory() as folder:
        for day in (1, 2, 3):
            played(*tables)
            night(Path(folder), day)
        written = [it for it in Path(folder).rglob("*") if it.is_file()]
        return tables, {str(it.relative_to(folder)): it.read_bytes() for it in written}


def found(paths: Sequence[Path], **more: Any) -> str:
    """What is wrong with them; empty where nothing is."""
    try:
        check(paths, **more)
    except Wrong as wrong:
        return wrong.said("en")
    return ""


def said(capsys: pytest.CaptureFixture[str], *arguments: object, language: str = "en") -> tuple[int, list[str]]:
    """With what the verifier ends, and what it says."""
    status = main([*map(str, arguments), "--language", language])
    return status, capsys.readouterr().out.splitlines()


# --- sound


def test_the_files_of_each_table_are_sound_in_any_order_whichever_seals_come_along(floor: Floor) -> None:
    for code in CODES:
        for order in permutations(files(floor.folder, code)):
            checked = check(order, seals=floor.brought())
            assert (checked.register, checked.since, checked.entries) == (code, 0, floor.tables[0].number)
            assert (checked.counted["seals"], checked.counted["brought"], checked.counted["elsewhere"]) == (3, 3, 6)
    assert check(files(floor.folder, HOUSE)).since == 0


def test_it_says_up_to_which_entry_and_in_how_many_files_with_python_alone(floor: Floor, tmp_path: Path) -> None:
    program = tmp_path / "sabot-verify.pyz"
    program.write_bytes(packed(ROOT))
    command = [sys.executable, "-I", "-S", str(program), *map(str, files(floor.folder, "T2")[::-1]), "--language", "en"]
    run = subprocess.run([*command, "--seals", str(floor.seals)], capture_output=True, text=True, check=False, env={})
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[:2] == [
        f"T2: {floor.tables[1].number} entries, none missing, none changed since they were written out.",
        "It lies in 3 files, each of which goes on where the one before it ends.",
    ]


def test_a_coup_that_two_nights_cut_in_the_midst_is_paid_again_all_the_same(settings: Any, tmp_path: Path) -> None:
    everybody_is_taken_on()
    sealed_in(settings, tmp_path)
    table = ready_table(seats=1)
    coups.play(table, "P100@1")
    night(tmp_path / "exports", 1)
    coups.deal(table, "P100@1")
    night(tmp_path / "exports", 2)
    coups.turn(table)
    coups.pay(table)
    table.does("burn")
    night(tmp_path / "exports", 3)
    checked = check(files(tmp_path / "exports", "T3"))
    assert (checked.coups, checked.laid) == (2, 2)


def test_a_seal_that_stands_where_two_files_meet_is_counted_once(floor: Floor) -> None:
    assert seals.keep("T1") is not None
    played(floor.tables[0])
    night(floor.folder, 4)
    assert check(files(floor.folder, "T1")).counted["seals"] == 5


# --- a later file alone


def test_a_later_file_alone_says_where_it_begins_and_is_no_proof_of_the_whole(
    floor: Floor, capsys: pytest.CaptureFixture[str]
) -> None:
    last, number = files(floor.folder, "T1")[-1], floor.tables[0].number
    status, lines = said(capsys, last, "--seals", floor.seals, "--key", seals.public_key())
    assert status == 3
    assert lines[0] == (
        f"Not proven as a whole: this begins with entry {number - 1} of the register T1, and of what was before "
        f"nothing is here and nothing is proven. From there to entry {number} none is missing, none changed since they "
        "were written out."
    )
    assert not any(it.startswith("T1: ") for it in lines), "nothing that reads like a sound register"
    assert (
        f"Seals of this register that were brought along and speak of entries before {number - 2}, not looked at: 1."
        in lines
    )
    assert "all of which fit: 2. Of other registers, not looked at: 6." in " ".join(lines)
    assert said(capsys, last, "--language", "it")[0] == 3
    main([str(last), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["since"], answer["entries"], answer["files"]) == (3, number - 2, number, 1)


def test_files_whose_first_one_is_missing_are_no_proof_either(floor: Floor, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, *files(floor.folder, "T1")[1:])[0] == 3


def test_a_later_file_that_begins_in_the_midst_of_a_coup_finds_nothing_wrong_and_pays_none(
    settings: Any, tmp_path: Path
) -> None:
    everybody_is_taken_on()
    sealed_in(settings, tmp_path)
    table = ready_table(seats=1)
    coups.deal(table, "P100@1")
    night(tmp_path / "exports", 1)
    coups.turn(table)
    coups.pay(table)
    table.does("burn")
    coups.play(table, "P100@1")
    night(tmp_path / "exports", 2)
    checked = check(files(tmp_path / "exports", "T3")[1:])
    assert (checked.coups, {why.en: count for why, count in checked.not_paid.items()}) == (
        0,
        {"what was laid before is not here": 2},
    )


# --- not sound


def copied(path: Path, name: str, change: Callable[[bytes], bytes] = lambda data: data) -> Path:
    """Another file beside it, changed."""
    into = path.parent.parent / name
    into.write_bytes(change(path.read_bytes()))
    return into


def test_a_missing_file_a_file_twice_and_one_of_another_register_are_each_said(floor: Floor) -> None:
    first, second, third = files(floor.folder, "T1")
    one, two = (ExportPart.of(it).head.end.number for it in (first, second))
    assert found([third, first]) == (
        f"A file is missing: {first} ends with entry {one}, and {third} goes on after entry {two}."
    )
    again = copied(second, "again.jsonl")
    assert found([second, first, again, third]) == (
        f"{second} and {again} both tell of entry {two}, and agree: give one of them."
    )
    assert found([first, first]) == f"{first} and {first} both tell of entry {one}, and agree: give one of them."
    of_another = files(floor.folder, "T2")[1]
    assert found([first, of_another, third]) == (
        f"{of_another} is of the register T2, and {first} of T1: give the files of one register."
    )
    assert "give the files of one register" in found([first, second, files(floor.folder, HOUSE)[-1]])


def whole(table: AtTable, name: str, folder: Path) -> Path:
    """The register from its first entry on, as it is now."""
    (folder / name).write_bytes(b"".join(export.lines(table.code)))
    return folder / name


def test_files_that_overlap_are_said_and_what_they_say_of_the_same_entry(floor: Floor) -> None:
    first, second, third = files(floor.folder, "T1")
    table = floor.tables[0]
    agree = whole(table, "agree.jsonl", floor.folder)
    assert found([first, agree, second, third]) == (
        f"{first} and {agree} both tell of entry {table.number - 4}, and agree: give one of them."
    )
    other = copied(agree, "other.jsonl", lambda data: re_chained(data, actor="somebody"))
    for given in ([first, other, second], [other, second, third], [third, other]):
        assert "both tell of entry" in found(given)
        assert "and differ: one of them was changed, or is of before a restore." in found(given)
    spaced = copied(agree, "spaced.jsonl", lambda data: data.replace(b"\n{", b"\n {", 1))
    assert found([first, spaced]) == f"{spaced}: Line 2 is not as the house writes it.", "none is said without its file"


def test_a_file_that_goes_on_from_another_entry_of_that_number_is_said(floor: Floor) -> None:
    first, second, third = files(floor.folder, "T1")
    other = copied(first, "other.jsonl", lambda data: re_chained(data, actor="somebody"))
    sentence = found([other, second, third])
    assert sentence.startswith(
        f"{second} goes on from another entry {ExportPart.of(first).head.end.number} than the one"
    )


def test_a_byte_that_was_changed_in_any_of_the_files_is_found_and_the_file_named(floor: Floor) -> None:
    parts, into = files(floor.folder, "T1"), floor.folder / "changed.jsonl"
    for at, path in enumerate(parts):
        data, others = path.read_bytes(), [*parts[:at], *parts[at + 1 :]]
        for place, changed in every_byte(data, range(0, len(data), 97), seed=7):
            into.write_bytes(changed)
            assert found([*others, into]), (path, place)
        lines = data.splitlines(keepends=True)
        for place in range(0, len(lines), 3):
            for change in (taken_out, doubled, swapped):
                into.write_bytes(change(lines, place))
                assert found([*others, into]), (path, place, change)
    into.write_bytes(parts[1].read_bytes()[:-1])
    assert found([parts[0], into, parts[2]]) == f"{into}: Line 6 is not as the house writes it."


def test_what_lies_behind_the_end_of_a_file_is_found(floor: Floor) -> None:
    first, second, _third = files(floor.folder, "T1")
    together = copied(first, "together.jsonl", lambda data: data + second.read_bytes())
    assert "stands where none of its kind can stand" in found([together])


def test_a_file_that_a_stranger_signed_is_found_among_the_others(floor: Floor, settings: Any) -> None:
    first, second, third = files(floor.folder, "T1")
    end = ExportPart.of(first).head.end
    another_key(settings, floor.folder)
    forged = floor.folder / "forged.jsonl"
    settings.SEALS_FILE = floor.folder / "none"
    forged.write_bytes(b"".join(export.lines("T1", after=end)))
    assert (
        found([first, forged])
        == f"{first}: The file that ends it names other keys of the house than this one, or at other times."
    )
    assert ExportPart.of(second).head.end != ExportPart.of(third).head.end


def test_a_key_that_two_files_give_other_times_is_found_and_one_that_no_entry_had_named_is_not() -> None:
    named = Named("a" * 64, 1, "2026-11-20T20:00:00.000000Z")
    first, later, earlier, unnamed = (
        Head("T1", NOTHING, NOTHING, named.key, Keyring([it]), lists_keys=True)
        for it in (named, named, named._replace(at="2026-11-01T20:00:00.000000Z"), Named(named.key, 0, ""))
    )
    assert [it.is_of_the_keys_of(later) for it in (first, unnamed, earlier)] == [True, True, False]


def test_seals_are_checked_as_for_one_whole_file(floor: Floor, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files(floor.folder, "T3")
    copies = floor.brought()
    assert "and is gone: it was cut off, or the house" in found(paths[:2], seals=copies), "of an entry after the last"
    wrong = [it._replace(number=it.number - 1) for it in copies if it.register == "T3"]
    assert "was not signed with this key" in found(paths, seals=wrong)
    others = floor.folder / "others"
    lines = floor.seals.read_text(encoding="utf-8").splitlines()
    others.write_text("\n".join(it for it in lines if '"T3"' not in it), encoding="utf-8")
    status, words = said(capsys, *paths, "--seals", others)
    assert (status, "none is of the register T3" in " ".join(words)) == (3, True)


def test_it_speaks_italian(floor: Floor, capsys: pytest.CaptureFixture[str]) -> None:
    first, _second, third = files(floor.folder, "T1")
    assert said(capsys, third, first, language="it")[1][0].startswith("Manca un file: ")
    assert said(capsys, third, language="it")[1][0].startswith("Non provato per intero: ")
