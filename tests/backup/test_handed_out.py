"""What is handed out after a restore goes on from what the register still has, and says which file has more."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from table.models import HOUSE
from table.verifier.files import check
from table.verifier.reading import Wrong
from tests.backup.houses import Home, back_up, home, restored, said
from tests.proof.nights import files, night, played
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import AtTable, ready_table


@pytest.fixture
def at(engine: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[Home]:
    """A house on each engine, with one table."""
    with django_db_blocker.unblock(), engine.fresh() as url, at_home_in(url), home(tmp_path / "house") as found:
        everybody_is_taken_on()
        ready_table(seats=1)
        yield found


def test_after_a_restore_it_goes_on_from_what_the_register_still_has_and_names_the_file_that_has_more(
    at: Home,
) -> None:
    """It stays, too, however old it is: of what was lost nothing else tells."""
    to, table = at.folder / "exports", AtTable("T3", Cast.at("T3"))
    night(to, 1)
    table.does("tip", amount=500)
    back_up(at)
    played(table)
    night(to, 2)
    lost = {code: files(to, code)[1] for code in ("T3", HOUSE)}
    restored(at, "--replace", Path(str(connection.settings_dict["NAME"])).name)
    played(table)
    said("seal", "--all")
    words = night(to, 3)
    for code, path in lost.items():
        assert (
            f"{code}: {path} holds what the register does not (was it restored?); verify the others without it."
            in words
        )
    for code, path in lost.items():
        rest = [it for it in files(to, code) if it != path]
        assert (len(rest), check(rest).since) == (2, 0)
        with pytest.raises(Wrong, match=r"before a restore"):
            check([*rest, path])
    (whole := to / "2026-01-04").mkdir()
    said("export", "--all", whole, "--by", "aldo")
    for day in to.iterdir():
        os.utime(day, (0, 0))
    gone = [to / "2026-01-01", to / "2026-01-03"]
    assert said("prune").splitlines() == [f"No longer kept: {it}" for it in gone]
