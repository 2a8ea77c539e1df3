"""Houses on PostgreSQL are backed up by the programs that belong to the PostgreSQL of the tests."""

import os
from collections.abc import Iterator

import pytest

from tests.rig.postgres import binaries


@pytest.fixture(scope="session", autouse=True)
def _with_the_programs_of_this_postgresql() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{binaries()}{os.pathsep}{os.environ['PATH']}")
        yield
