"""How the house is: whether the process lives, whether it can serve, and the figures of its work."""

import asyncio
import hmac

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from table.access.address import local

MOST_SECONDS = 2
PLAIN = "text/plain; charset=utf-8"


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process lives and answers; it asks nobody else."""
    return HttpResponse("ok\n", content_type=PLAIN)


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether acts can be taken now; else 503 and what is missing, without any detail of the machine."""
    for name, check in (("database", _database), ("migrations", _migrations), ("channel layer", _channel_layer)):
        try:
            answers = check()
        except Exception:  # noqa: BLE001 - whatever it is, the house cannot serve
            answers = False
        if not answers:
            return HttpResponse(f"not ready: {name}\n", status=503, content_type=PLAIN)
    return HttpResponse("ready\n", content_type=PLAIN)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of this process, for this machine or for whoever has the token."""
    if not (local(request) or _has_token(request)):
        return HttpResponse(
            "Figures are shown to this machine, or for METRICS_TOKEN.\n", status=403, content_type=PLAIN
        )
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return tuple(cursor.fetchone()) == (1,)


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _channel_layer() -> bool:
    """Asked in the way of the door: a message to a group that nobody is in."""
    async_to_sync(_send)()
    return True


async def _send() -> None:
    layer = get_channel_layer()
    assert layer is not None
    async with asyncio.timeout(MOST_SECONDS):
        await layer.group_send("readyz", {"type": "ready"})


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
