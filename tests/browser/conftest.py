"""The served house and the browser that looks at it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from tests.rig.chromium import NONE_HERE, chromium
from tests.rig.daphne import served

# Beyond what Playwright itself gives: nothing may be looked up or fetched that a test did not ask for.
QUIET = ["--disable-quic", "--disable-sync", "--disable-gpu", "--no-first-run", "--disable-component-update"]


@pytest.fixture(scope="session", autouse=True)
def orm_beside_the_browser() -> Iterator[None]:
    """Playwright's loop runs in this thread, and Django would refuse every query beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="session")
def base_url(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of the house, served on the database of the tests."""
    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
    with served({"DATABASE_URL": f"sqlite:///{name}"}) as house:
        yield house.address


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = chromium()
    if program is None:
        pytest.fail(NONE_HERE, pytrace=False)
    return browser_type_launch_args | {"executable_path": str(program), "args": QUIET}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"locale": "it-IT", "viewport": {"width": 1280, "height": 800}}
