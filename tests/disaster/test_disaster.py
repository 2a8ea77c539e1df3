"""A few of what `make disaster` does to backups by the thousand; the seed is the same in every run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from table.backup import restore
from table.backup.lead import Lead
from table.record import seals
from table.record.proof import audit
from tests.disaster.houses import Houses, houses
from tests.disaster.mutations import (
    MUTATIONS,
    database_damaged,
    dressed,
    manifest_changed,
    members_of_other_names,
    members_twice,
    register_rewritten,
)
from tests.disaster.trials import Outcome, summed, trials, wrong
from tests.rig.engines import Engine

SEED = 1409
QUICK = (dressed, members_of_other_names, members_twice, manifest_changed, register_rewritten, database_damaged)
"""Ways of which those that are refused are refused at once."""
TAKES_A_RESTORE = {"an older backup put back", "register written anew and backed up", "older seals dropped, signed"}


@pytest.fixture(scope="module")
def made(sqlite: Engine, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Houses]:
    """A house and its backups."""
    with django_db_blocker.unblock(), houses(sqlite, tmp_path_factory.mktemp("disaster")) as found:
        yield found


def test_of_a_changed_backup_nothing_is_restored_but_what_its_house_had_signed(
    made: Houses, django_db_blocker: Any
) -> None:
    among = [it for it in MUTATIONS if it.change in QUICK]
    with django_db_blocker.unblock():
        found = list(trials(made, seed=SEED, count=len(among), among=among))
    assert wrong(found) == []
    restored = [it.mutation.change for it in found if it.outcome is Outcome.RESTORED]
    assert restored == [dressed], "what changes bytes that nobody reads"
    sum_line = f"| **all** |  | {len(found)} | {len(found) - len(restored)} | {len(restored)} | 0 | 0 | 0 |"
    assert [*summed(found)][-1] == sum_line


@pytest.mark.faults
def test_nor_in_a_hundred_ways_by_who_has_the_key_either(
    engine: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), houses(engine, tmp_path) as made:
        found = list(trials(made, seed=SEED, count=6 * len(MUTATIONS)))
    assert wrong(found) == []
    assert {it.mutation.name for it in found if it.outcome is Outcome.REFUSED} >= {
        it.name for it in MUTATIONS if it.name not in TAKES_A_RESTORE and it.change is not dressed
    }


def test_what_is_restored_otherwise_fails_otherwise_or_lies_elsewhere_is_told(
    made: Houses, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that looks at nothing, one that fails, and one that writes where it likes."""
    among = [it for it in MUTATIONS if it.change in (register_rewritten, database_damaged)]
    with django_db_blocker.unblock(), monkeypatch.context() as patch:
        patch.setattr(restore, "_check_bound", lambda *_: None)
        patch.setattr("table.backup.pack._is_signed", lambda _: True)
        patch.setattr(restore, "_of_another_key", lambda _: [])
        patch.setattr(restore, "lead", lambda *_: Lead([], []))
        patch.setattr(audit, "faults", lambda _: [])
        patch.setattr(seals, "broken", lambda *_: [])
        patch.setattr(restore, "unknown", lambda *_: [])
        [found] = trials(made, seed=SEED, count=1, among=among)
        assert found.outcome is Outcome.DIFFERENT, found
    outside = made.folder / "outside"

    def fails(_path: Path) -> None:
        outside.touch()
        raise ZeroDivisionError

    with django_db_blocker.unblock(), monkeypatch.context() as patch:
        patch.setattr("table.backup.pack.read", fails)
        [found] = trials(made, seed=SEED, count=1, among=among)
    outside.unlink()
    assert (found.outcome, found.outside) == (Outcome.TRACEBACK, ["beside/outside"])
    assert wrong([found]) == [found]


def test_a_house_that_restores_nothing_is_told_by_the_backup_of_which_nothing_was_changed(
    made: Houses, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_path: Path) -> None:
        raise CommandError("No backup can be read.")

    monkeypatch.setattr("table.backup.pack.read", refuses)
    among = [it for it in MUTATIONS if it.change in (dressed, register_rewritten)]
    with django_db_blocker.unblock():
        found = list(trials(made, seed=SEED, count=2, among=among))
    assert {it.outcome for it in found} == {Outcome.REFUSED}
    assert [it.mutation.change for it in wrong(found)] == [dressed]
