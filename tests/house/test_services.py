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


@pytest.mark.parametrize("pool", [0, 4])
def test_the_house_migrates_and_asks_a_real_postgresql(postgres_url: str, pool: int, django_db_blocker: Any) -> None:
    manage("migrate", "--verbosity", "0", settings={"DATABASE_URL": postgres_url, "DATABASE_POOL": str(pool)})

    with django_db_blocker.unblock(), connected(database(postgres_url, pool=pool)) as connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_database(), version()")
            name, version = cursor.fetchone()
        assert (connection.pool is not None) == bool(pool)
    assert name == connection.settings_dict["NAME"]
    assert version.startswith("PostgreSQL")


@contextmanager
def connected(settings: dict[str, Any]) -> Iterator[Any]:
    """A connection of Django's, and of its pool, closed at the end."""
    connection: Any = ConnectionHandler({"default": settings})["default"]
    try:
        yield connection
    finally:
        connection.close()
        connection.close_pool()
