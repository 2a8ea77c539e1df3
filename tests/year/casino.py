"""A house as an operator has it: a folder with `.env` and `var`, its programs, what its timers do every night.

Nothing is set but what the documents ask an operator for; everything else is what ships.
"""

import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import psycopg

from tests.faults.served import clock
from tests.faults.served.programs import Program
from tests.rig.daphne import ROOT
from tests.rig.postgres import binaries
from tests.rig.process import Said, running
from tests.rig.units import commands_in
from tests.year.doors import Door

BADGE, PASSPHRASE = "delia", "le carte parlano da sole"
TIMERS = ("sabot-keep", "sabot-backup")
CLOCKED = str(clock.__file__)
DAY = 86_400.0


def at_server(url: str) -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection to this database, which commits each statement; to PostgreSQL at a socket."""
    folder, _slash, name = url.partition("@")[2].removeprefix("/").rpartition("/")
    return psycopg.connect(host=f"/{folder}", user="sabot", dbname=name, autocommit=True)


def size_of(url: str) -> int:
    """The bytes of this database."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            return int(file.execute(pages).fetchone()[0])
    with at_server(url) as server:
        row = server.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return int(row[0])


class Failed(Exception):
    """A command of the house ended otherwise than with 0; with what it said."""


@dataclass
class Casino:
    """The house in this folder. ``code`` is where its version lies, ``given`` what its `.env` has."""

    folder: Path
    ports: tuple[int, ...] = ()
    given: dict[str, str] = field(default_factory=dict)
    code: Path = ROOT
    proxy: Door | None = None
    stores: dict[str, Program] = field(default_factory=dict)
    processes: list[Program] = field(default_factory=list)
    wrong_by: float = 0
    empty: int = 0
    """The bytes of its database before anything was played in it."""

    def __post_init__(self) -> None:
        self.var.mkdir(parents=True, exist_ok=True)
        (self.folder / "passphrase").write_text(f"{PASSPHRASE}\n", encoding="utf-8")
        (self.folder / "passphrase").chmod(0o600)
        clock.put_wrong(self.clock, 0)
        self.write(BACKUPS=str(self.folder / "elsewhere"), DATABASE_URL=f"sqlite:///{self.var}/sabot.sqlite3")
        self.opens_at(*self.ports)

    def opens_at(self, *ports: int) -> None:
        """It has a process at each of these ports from its next start on."""
        self.ports, self.processes = ports, [Program(self._serves(port)) for port in ports]

    # --- what it is set to

    @property
    def var(self) -> Path:
        """Where it keeps what it writes."""
        return self.folder / "var"

    @property
    def passphrase(self) -> tuple[str, str]:
        """How a command is given the words that lock the keys of a backup."""
        return "--passphrase-file", str(self.folder / "passphrase")

    @property
    def clock(self) -> Path:
        """By how much the clock of the machine is wrong."""
        return self.folder / "clock"

    @property
    def engine(self) -> str:
        """On what it stands."""
        return "sqlite" if self.url.startswith("sqlite") else "postgresql"

    @property
    def url(self) -> str:
        """Its database."""
        return self.given["DATABASE_URL"]

    def write(self, **settings: str) -> None:
        """These settings stand in `.env`, beside those of before; an empty one is taken out."""
        self.given = {name: it for name, it in (self.given | settings).items() if it}
        text = "".join(f"{name}={it}\n" for name, it in self.given.items())
        (self.folder / ".env").write_text(text, encoding="utf-8")
        (self.folder / ".env").chmod(0o640)

    def passes(self, seconds: float = DAY) -> None:
        """So much later it is, for every program of the house and every file that it has written since."""
        for path in (*self.var.rglob("*"), *(self.folder / "elsewhere").rglob("*")):
            stat = path.lstat()
            if stat.st_mtime <= time.time() + 1:
                at = stat.st_mtime + self.wrong_by
                os.utime(path, (at, at), follow_symlinks=False)
        self.put_wrong(seconds)

    def put_wrong(self, seconds: float) -> None:
        """The clock of the machine is put on by so much, or back."""
        self.wrong_by += seconds
        clock.put_wrong(self.clock, self.wrong_by)

    def environment(self, **more: str) -> dict[str, str]:
        """What its programs are started with: nothing of the suite's."""
        inherited = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        path = (
            f"{binaries()}{os.pathsep}{os.environ['PATH']}" if self.url.startswith("postgres") else os.environ["PATH"]
        )
        own = {"SABOT_HOME": str(self.folder), "HOME": str(self.folder), "PYTHONPATH": str(self.code)}
        return inherited | own | {"PATH": path, clock.NAME: str(self.clock), "DEMO": "off"} | more

    # --- its programs

    def _serves(self, port: int) -> Callable[[], AbstractContextManager[Said]]:
        command = [sys.executable, CLOCKED, "config.serve", "127.0.0.1", str(port)]
        log = {"LOG_FILE": f"var/house-{port}.log"}
        return lambda: running(command, ready="Ctrl+C", stop=signal.SIGINT, cwd=self.code, env=self.environment(**log))

    @property
    def doors(self) -> list[Door]:
        """Where screens find it: at its proxy, or where there is none at each of its processes."""
        return [self.proxy] if self.proxy else self.at_processes

    @property
    def at_processes(self) -> list[Door]:
        """Its processes themselves."""
        return [Door(port) for port in self.ports]

    def begin(self) -> None:
        """Its processes are started, one after the other."""
        for it in self.processes:
            it.start()

    def stop(self) -> None:
        """Its processes are stopped."""
        for it in self.processes:
            it.stop()

    # --- its commands

    def manage(self, *command: str, typed: str = "") -> str:
        """What a command of the house says on both its outputs; it has to end with 0."""
        return self.runs("manage", *command, typed=typed)

    def runs(self, *what: str, typed: str = "") -> str:
        """What a program of the house says; it has to end with 0."""
        done = self._does(*what, typed=typed)
        if done.returncode:
            raise Failed(f"{' '.join(what)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def refuses_to_start(self, port: int) -> str:
        """What a process says that is started at this port and does not open the house."""
        done = self._does("config.serve", "127.0.0.1", str(port))
        assert done.returncode, done.stdout
        return done.stderr

    def _does(self, *what: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        call = [sys.executable, CLOCKED, *what]
        env = self.environment()
        return subprocess.run(call, cwd=self.code, env=env, input=typed, capture_output=True, text=True, check=False)

    def night(self) -> str:
        """What the timers of deploy/systemd do, as they are written there; gives what was said."""
        named = {"BADGE": BADGE}
        said = []
        for timer in TIMERS:
            unit = (self.code / "deploy" / "systemd" / f"{timer}.service").read_text(encoding="utf-8")
            for command in commands_in(unit):
                words = shlex.split(Template(command).substitute(named))
                words = [str(self.folder / "passphrase") if it.endswith("/passphrase") else it for it in words]
                said.append(self.manage(*words))
        return "".join(said)

    def upgrade(self, seals: Path) -> None:
        """To the version of this tree, step by step; every register is then what it was, also by these seals."""
        self.code = ROOT
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--no-input", "--verbosity", "0")
        self.manage("verify", "--all", "--against", str(seals))
        self.manage("replay", "--all")

    def move(self, url: str, **settings: str) -> None:
        """From the file in which it began to this empty PostgreSQL."""
        file = self.url.removeprefix("sqlite:///")
        self.write(DATABASE_URL=url, **settings)
        self.manage("migrate", "--verbosity", "0")
        self.empty = size_of(url)
        self.manage("move", file)
        self.manage("replay", "--all")

    def copy_of_seals(self) -> Path:
        """What somebody else keeps of its seals, as they are now."""
        return Path(shutil.copy(self.var / "seals", self.folder / "seals-elsewhere"))

    @property
    def backups(self) -> list[Path]:
        """Those of its nights, the latest last."""
        return sorted((self.folder / "elsewhere").glob("sabot-*.sabot"))

    def sizes(self) -> Mapping[str, int]:
        """Bytes on this disk: of the backups, of what was handed out, of seals and of the logs."""
        places = {"exports": self.var / "exports", "seals": self.var / "seals", "backups": self.folder / "elsewhere"}
        return {name: _bytes(path) for name, path in places.items()}


def _bytes(path: Path) -> int:
    return sum(it.lstat().st_size for it in ([path] if path.is_file() else path.rglob("*")) if it.is_file())
