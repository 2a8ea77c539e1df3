"""Every night hands out what was entered since the last one, and what lies in the folder hangs together or is said."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from table.models import HOUSE, Export, House, Table
from table.record import key
from table.rules.refusal import Code
from table.verifier.files import ExportPart, check
from table.verifier.reading import Wrong
from tests.backup.houses import Home, names_in, refusal, said
from tests.proof.exports import an_evening
from tests.proof.nights import files, night, played
from tests.rig import triggers
from tests.rig.tables import ready_table
from tests.rig.tampering import by_somebody, write_anew

pytestmark = pytest.mark.django_db


@pytest.fixture
def to(at: Home, settings: Any) -> Path:
    """The folder of all hand-outs."""
    settings.EXPORTS = at.folder / "exports"
    return at.folder / "exports"


def reach(paths: list[Path]) -> list[tuple[int, int]]:
    """From which entry to which each file goes."""
    heads = [ExportPart.of(it).head for it in paths]
    return [(it.after.number, it.end.number) for it in heads]


def test_a_night_writes_only_what_came_since_the_last_one_and_together_it_is_the_register(to: Path) -> None:
    table = an_evening()
    first = table.number
    assert night(to, 1)[0] == f"T3: written to {to}/2026-01-01/T3.jsonl, copy 1."
    played(table)
    words = night(to, 2)
    assert words[0] == f"T3: what came after entry {first}, up to {first + 2}, written to {to}/2026-01-02/T3.jsonl."
    played(table)
    night(to, 3)
    assert reach(files(to, "T3")) == [(0, first), (first, first + 2), (first + 2, first + 4)]
    checked, whole = check(files(to, "T3")), said("export", "T3", to.parent / "whole.jsonl", "--by", "aldo")
    assert whole
    once = check([to.parent / "whole.jsonl"])
    assert checked == once, "in several files it is what it is in one"
    assert check(files(to, HOUSE)[::-1]).since == 0


@pytest.mark.faults
def test_where_nothing_was_entered_there_is_no_file_and_no_entry_of_it(to: Path) -> None:
    an_evening()
    night(to, 1)
    number = House.objects.get().number
    assert night(to, 2) == []
    assert House.objects.get().number == number
    assert names_in(to) == {"2026-01-01"}


def test_the_entry_of_the_house_says_from_which_entry_on_and_the_house_goes_last(to: Path) -> None:
    table = an_evening()
    night(to, 1)
    first = table.number
    played(table)
    night(to, 2)
    assert list(Export.objects.order_by("pk").values_list("of", flat=True))[2:] == [
        f"T3 {first + 1}-",
        f"house {ExportPart.of(files(to, HOUSE)[0]).head.end.number + 1}-",
    ]
    assert ExportPart.of(files(to, HOUSE)[1]).head.end.number == House.objects.get().number


@pytest.mark.faults
def test_programs_are_told_from_where_to_where(to: Path) -> None:
    table = an_evening()
    night(to, 1)
    played(table)
    lines = [json.loads(it) for it in night(to, 2, "--json")]
    assert (lines[0]["register"], lines[0]["since"], lines[0]["entries"]) == ("T3", table.number - 2, table.number)


@pytest.mark.faults
def test_without_a_folder_it_is_that_of_the_house(to: Path) -> None:
    an_evening()
    said("export", "--all", "--since-last", "--by", "aldo")
    [day] = names_in(to)
    assert names_in(to / day) == {"T3.jsonl", "house.jsonl"}
    assert (to / day).stat().st_mode & 0o777 == 0o700


def test_where_a_file_was_taken_away_it_is_said_and_the_register_handed_out_whole(to: Path) -> None:
    table = an_evening()
    for day in (1, 2, 3):
        night(to, day)
        played(table)
    files(to, "T3")[1].unlink()
    words = night(to, 4)
    assert words[0] == (
        f"T3: of the files up to entry {table.number - 2} one is missing, so it is handed out whole; what lay here "
        "before is not needed to verify it."
    )
    assert reach(files(to, "T3"))[-1] == (0, table.number)
    played(table)
    assert not [it for it in night(to, 5) if "missing" in it]
    assert check(files(to, "T3")[-2:]).entries == table.number


def test_the_first_file_gone_and_the_last_one_gone_are_no_silence_either(to: Path) -> None:
    table = an_evening()
    for day in (1, 2):
        night(to, day)
        played(table)
    copy = to.parent / "kept"
    shutil.copytree(to, copy)
    files(to, "T3")[0].unlink()
    assert "one is missing" in night(to, 3)[0]
    files(copy, "T3")[-1].unlink()
    night(copy, 3)
    assert check(files(copy, "T3")).entries == table.number, "what the last one held is in the new one"


def test_a_key_that_was_changed_between_two_nights_is_in_the_later_file_and_either_is_trusted(to: Path) -> None:
    table = an_evening()
    night(to, 1)
    played(table)
    said("seal", "--new-key", "--by", "delia")
    night(to, 2)
    played(table)
    keys = [it.key for it in key.on_record()]
    assert len(keys) == 2
    night(to, 3)
    for code in ("T3", HOUSE):
        for trusted in ([keys[0]], [keys[1]], keys):
            assert check(files(to, code), trusted=trusted).since == 0


def test_a_register_of_which_only_files_are_left_is_named(to: Path) -> None:
    table = an_evening()
    night(to, 1)
    path = files(to, "T3")[0]
    path.rename(path.with_name("T9.jsonl"))
    lines = path.with_name("T9.jsonl").read_text(encoding="utf-8").replace('"register":"T3"', '"register":"T9"', 1)
    path.with_name("T9.jsonl").write_text(lines, encoding="utf-8")
    assert night(to, 2)[0].startswith(f"T9: {path.with_name('T9.jsonl')} holds what the register does not")
    assert reach(files(to, "T3")) == [(0, table.number)]


def test_a_register_that_was_written_anew_between_two_nights_is_named_by_the_night_itself(to: Path) -> None:
    table = an_evening()
    night(to, 1)
    triggers.drop_triggers(connection)
    last = write_anew(table.code, by_somebody)
    triggers.create_triggers(connection)
    Table.real.filter(code=table.code).update(digest=last)
    [before] = files(to, "T3")
    assert night(to, 2)[0].startswith(f"T3: {before} holds what the register does not")
    [anew] = files(to / "2026-01-02", "T3")
    assert reach([anew]) == [(0, table.number)]
    with pytest.raises(Wrong, match=r"and differ"):
        check([before, anew])


def test_registers_may_be_named_and_where_it_goes_has_to_be_said(to: Path) -> None:
    an_evening()
    said("export", "T3", "--since-last", to, "--by", "aldo")
    assert len(files(to, "T3")) == 1
    assert files(to, HOUSE) == []
    assert (
        refusal("export", "--since-last", to, "--by", "aldo")
        == "Name one register or several, or all of them with --all."
    )
    assert refusal("export", "--all", "--by", "aldo") == "Say into which file or folder it goes."


def test_what_is_no_export_is_left_alone(to: Path) -> None:
    table = an_evening()
    (to / "2025-12-31").mkdir(parents=True)
    for name, words in (("T3.jsonl", "no export"), ("T4.jsonl", ""), ("T5.jsonl", "\xff")):
        (to / "2025-12-31" / name).write_text(words, encoding="latin-1")
    night(to, 1)
    assert reach(files(to, "T3")[1:]) == [(0, table.number)]


@pytest.mark.faults
def test_two_nights_of_one_day_write_over_nothing(to: Path) -> None:
    table = an_evening()
    for _ in range(3):
        night(to, 1)
        played(table)
    night(to, 2)
    assert names_in(to) == {"2026-01-01", "2026-01-01.2", "2026-01-01.3", "2026-01-02"}
    assert check(files(to, "T3")).entries == table.number


def test_a_whole_hand_out_of_the_day_is_what_the_night_goes_on_from(to: Path) -> None:
    """As where somebody was erased, and nothing of before is to be kept."""
    table = an_evening()
    night(to, 1)
    played(table)
    (to / "2026-01-02").mkdir()
    said("export", "--all", to / "2026-01-02", "--by", "aldo")
    number = table.number
    played(table)
    night(to, 2)
    later = [*files(to / "2026-01-02", "T3"), *files(to / "2026-01-02.2", "T3")]
    assert reach(later) == [(0, number), (number, table.number)]
    assert check(later).entries == table.number


def test_refusals_and_notes_between_two_nights_are_in_the_file_of_the_act_that_counts_them(to: Path) -> None:
    table = ready_table(seats=1)
    night(to, 1)
    table.refuses(Code.PHASE, "settle")
    night(to, 2)
    table.cast.comunale.does("annotate", text="Un ospite chiede")
    night(to, 3)
    checked = check(files(to, "T3"))
    assert (checked.counted["refused"], checked.counted["notes"]) == (1, 1)
    alone = check(files(to, "T3")[-1:])
    assert (alone.counted["refused"], alone.since) == (1, table.number - 1)
