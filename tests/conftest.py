"""What every test may ask for. Servers start with the first test that needs them and stop with the session."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.rig.postgres import postgres
from tests.rig.redis import redis

BROWSER = Path(__file__).parent / "browser"

hypothesis.settings.register_profile("house", deadline=None)
# The same examples in every run of CI: a red run is red again on the developer's machine.
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "house")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: once Playwright's loop runs in this process, asynchronous tests and the ORM cannot."""
    items.sort(key=lambda item: BROWSER in item.path.parents)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis."""
    with redis() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A database of a real PostgreSQL, empty at the start of the session."""
    with postgres() as url:
        yield url
