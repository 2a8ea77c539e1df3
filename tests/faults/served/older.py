"""An older backup is put in the place of a house: by the house's own commands, as its keeper gives them."""

import asyncio
import os
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from tests.faults.served.history import Rewound
from tests.faults.served.reading import aside, last_numbers
from tests.rig.daphne import manage
from tests.rig.postgres import binaries

if TYPE_CHECKING:
    from tests.faults.served.kinds import Served

PASSPHRASE = "le carte parlano da sole"
KEEPER = "delia"
PLAYED_ON_SECONDS = 3.0
"""For so long the tables play on after the backup: what is acknowledged then is in no database any more."""


async def rewind(on: "Served") -> None:
    """Back the house up while it plays, let it play on, and start it again on the backup."""
    since = perf_counter()
    backup = await asyncio.to_thread(_back_up, on)
    await asyncio.sleep(PLAYED_ON_SECONDS)
    await asyncio.to_thread(on.house.stop)
    await asyncio.to_thread(_restore, on, backup)
    on.rewinds.append(Rewound(since, perf_counter(), await aside(last_numbers)))
    await asyncio.to_thread(on.house.start)


def _back_up(on: "Served") -> Path:
    folder = on.place.disk / f"backup-{on.port}-{len(on.rewinds)}"
    folder.mkdir()
    words = _passphrase(folder)
    words.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    words.chmod(0o600)
    manage("backup", str(folder / "house.sabot"), "--passphrase-file", str(words), settings=_settings(on))
    return folder / "house.sabot"


def _restore(on: "Served", backup: Path) -> None:
    words, name = str(_passphrase(backup.parent)), on.url.rpartition("/")[2].partition("?")[0]
    call = ["restore", str(backup), "--passphrase-file", words, "--by", KEEPER, "--replace", name]
    # The people and displays of a run come from no register, which the house finds; its tables are judged by the run.
    manage(*call, "--unsound", settings=_settings(on))


def _passphrase(folder: Path) -> Path:
    return folder / "passphrase"


def _settings(on: "Served") -> dict[str, str]:
    """Those of the house; the programs of PostgreSQL are those that its cluster is of."""
    folder = on.place.disk / "backups"
    path = f"{binaries()}{os.pathsep}{os.environ['PATH']}" if on.url.startswith("postgres") else os.environ["PATH"]
    return {**on.settings, "BACKUPS": str(folder), "PATH": path}
