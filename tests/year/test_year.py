"""A night of the casino that `make year` plays for a year: two tables, with the settings that ship."""

import shutil
from pathlib import Path

from config import keys
from tests.faults.served.runs import free_port
from tests.rig.engines import migrated_file
from tests.year.casino import Casino
from tests.year.evenings import Evenings
from tests.year.month import Month


def test_a_night_of_two_tables_is_played_kept_handed_out_backed_up_and_pruned(tmp_path: Path) -> None:
    house, month = Casino(tmp_path), Month(1, "sqlite", "none")
    for name in ("secret_key", "pin_pepper"):
        keys.create(house.var / name)
    shutil.copy(migrated_file(), house.var / "sabot.sqlite3")
    house.opens_at(free_port())
    house.begin()
    try:
        Evenings(house, ["T1", "T2"], coups=1, seed=7).plays(1, month)
        house.night()
    finally:
        house.stop()

    assert month.wrong == []
    assert month.coups == 2
    assert month.acknowledged > 40
    assert sorted(it.name for it in (house.var / "exports").rglob("*.jsonl")) == ["T1.jsonl", "T2.jsonl", "house.jsonl"]
    assert len(house.backups) == 1
