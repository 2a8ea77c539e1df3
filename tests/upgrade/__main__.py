"""A house of one version is made and kept: `python -m tests.upgrade FOLDER NAME STORY …`.

FOLDER is a checkout of that version (`git worktree add FOLDER COMMIT`), NAME the date of its commit, as
`2026-11-20-1344`, and each STORY a script of coups, played at T1, T2 and so on. It is that version's own code that
migrates and plays, on SQLite and on PostgreSQL, and what the databases hold then is written to `tests/upgrade/houses`.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.rig.postgres import binaries, postgres
from tests.settings import ENVIRONMENT
from tests.upgrade.stored_houses import file

BADGE, PIN = "direzione", "731946"
"""Who is of the Direzione of a house in whose version a real house is not played in without somebody's word."""
OF_THE_SERVER = re.compile(r"(--|SET |\\|SELECT pg_catalog\.set_config\()")
"""How lines of a dump begin that say nothing of the house: remarks, and settings of whoever made the dump."""


def main(folder: str, name: str, *stories: str) -> None:
    checkout, scripts = Path(folder).resolve(), [Path(story).resolve() for story in stories]
    with tempfile.TemporaryDirectory(prefix="sabot-upgrade-") as place:
        path = Path(place) / "house.sqlite3"
        play(checkout, scripts, url=f"sqlite:///{path}")
        file(name, "sqlite").write_text(of_sqlite(path), encoding="utf-8")
    with postgres() as url:
        play(checkout, scripts, url=url)
        file(name, "postgresql").write_text(of_postgresql(url), encoding="utf-8")


def play(checkout: Path, stories: list[Path], *, url: str) -> None:
    """Have that version make its house and play the stories there; it says itself whether they went as written.

    Raises CalledProcessError if they did not.
    """
    env = {**os.environ, **ENVIRONMENT, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}

    def manage(*command: str, **how: Any) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=checkout, env=env, check=True, text=True, **how
        )
        return str(done.stdout)

    manage("migrate", "--verbosity", "0")
    there = "--into-this-house" in manage("deal", "--help", stdout=subprocess.PIPE)
    if there:
        manage("direzione", input=f"{BADGE}\n{PIN}\n")
    for number, story in enumerate(stories, start=1):
        where = ["--into-this-house", "--by", BADGE] if there else ["--table", f"T{number}"]
        manage("deal", str(story), *where)


def of_sqlite(path: Path) -> str:
    """Everything that is in the file, as statements."""
    with closing(sqlite3.connect(path)) as made:
        return "".join(f"{statement}\n" for statement in made.iterdump())


def of_postgresql(url: str) -> str:
    """Everything that is in the database, as statements that any server understands, whoever owns it there."""
    command = [pg_dump(), "--inserts", "--no-owner", "--no-privileges", f"--dbname={address(url)}"]
    dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "".join(f"{line}\n" for line in dump.splitlines() if line and not OF_THE_SERVER.match(line))


def pg_dump() -> str:
    """The program, beside the server's own ones or wherever it is found."""
    own = binaries() / "pg_dump"
    return str(own) if own.exists() else shutil.which("pg_dump") or "pg_dump"


def address(url: str) -> str:
    """The URL as PostgreSQL's own programs read it: where it names no host, the folder of the socket is a parameter."""
    found = re.fullmatch(r"postgres://(?P<who>[^@]*)@/(?P<folder>/.*)/(?P<name>\w+)", url)
    return "postgresql://{who}@/{name}?host={folder}".format(**found.groupdict()) if found else url


if __name__ == "__main__":
    main(*sys.argv[1:])
