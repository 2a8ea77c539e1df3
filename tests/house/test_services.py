"""The house on the services of a casino: a real Redis carries its pings, a real PostgreSQL keeps its state."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.db.utils import ConnectionHandler

from config.settings import channel_layers, database
from tests.rig.daphne import manage
from tests.rig.engines import Engine


async def test_a_ping_to_a_group_crosses_a_real_redis(redis_url: str, settings: Any) -> None:
    settings.CHANNEL_LAYERS = channel_layers(redis_url)
    layer = get_channel_layer()
    assert isinstance(layer, RedisPubSubChannelLayer)
    near, far = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("table.1", near)
    await layer.group_add("table.1", far)

    await layer.group_send("table.1", {"type": "ping", "number": 42})

    async with asyncio.timeout(10):
        assert await layer.receive(near) == {"type": "ping", "number": 42}
        assert await layer.receive(far) == {"type": "ping", "number": 42}
    await layer.flush()


POOLED = pytest.mark.parametrize("pool", [0, 4])


@POOLED
def test_the_house_asks_a_real_postgresql_that_it_has_migrated(
    postgresql: Engine, pool: int, django_db_blocker: Any
) -> None:
    with postgresql.fresh() as url, django_db_blocker.unblock():
        with connected(database(url, pool=pool)) as connection:
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_database(), version()")
                name, version = cursor.fetchone()
                assert "table_entry" in connection.introspection.table_names(cursor)
            assert (connection.pool is not None) == bool(pool)
        assert name == connection.settings_dict["NAME"]
        assert version.startswith("PostgreSQL")


@pytest.mark.faults
@POOLED
def test_the_house_migrates_a_real_postgresql_with_a_pool_and_without(
    postgresql: Engine, pool: int, django_db_blocker: Any
) -> None:
    with postgresql.bare() as url, django_db_blocker.unblock():
        manage("migrate", "--verbosity", "0", settings={"DATABASE_URL": url, "DATABASE_POOL": str(pool)})
        with connected(database(url, pool=0)) as connection, connection.cursor() as cursor:
            assert "table_entry" in connection.introspection.table_names(cursor)


@contextmanager
def connected(settings: dict[str, Any]) -> Iterator[Any]:
    """A connection of Django's, and of its pool, closed at the end."""
    connection: Any = ConnectionHandler({"default": settings})["default"]
    try:
        yield connection
    finally:
        connection.close()
        connection.close_pool()
