"""A served house with one table that is ready to play, and screens that are programs."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from tests.rig.daphne import BY_SCREEN, served
from tests.rig.sockets import paired, session_of
from tests.rig.tables import AtTable, ready_table


class Live(NamedTuple):
    """A served house: its address, its table T3, the sessions of its staff by badge, and the displays of the table."""

    address: str
    table: AtTable
    sessions: dict[str, str]
    displays: dict[str, str]


@pytest.fixture(scope="session")
def address(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The house, served on the database of the tests."""
    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
    with served({"DATABASE_URL": f"sqlite:///{name}"}, application=BY_SCREEN) as house:
        yield house.address


@pytest.fixture
def house(transactional_db: None, address: str) -> Live:
    """The table in the evening's first moment, everybody signed in at their own tablet, two displays paired."""
    table = ready_table()
    staff = ("dario", "dora", "ivo", "cosima", "delia")
    displays = {"sign": paired("T3"), "seat": paired("T3", "3")}
    return Live(address, table, {badge: session_of(badge) for badge in staff}, displays)


@pytest.fixture
def aside() -> Callable[..., Awaitable[Any]]:
    """Asks the database from within a story of sockets, in a thread of its own."""

    def ask(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Awaitable[Any]:
        return database_sync_to_async(work, thread_sensitive=False)(*args, **kwargs)

    return ask
