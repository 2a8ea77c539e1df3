"""The database is asked while the tables are played: in a thread, which is left as it was."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from django.db import connections

from table.models import Table

Got = TypeVar("Got")


async def aside(ask: Callable[[], Got]) -> Got:
    """Ask the database in a thread, which is left as it was."""

    def in_thread() -> Got:
        try:
            return ask()
        finally:
            connections.close_all()

    return await asyncio.to_thread(in_thread)


def last_numbers() -> dict[str, int]:
    """How far each table has come."""
    return dict(Table.real.exclude(number=0).values_list("code", "number"))
