"""How the house is: whether the process lives, whether it can serve, and the figures of its work."""

import asyncio
import hmac
from math import nan

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from table import schema
from table.access.address import by_a_stranger, local
from table.backup import last
from table.record import held
from table.record.metrics import BACKUP_AGE, SEALS_MISSING
from table.record.proof import seals

MOST_SECONDS = 2
PLAIN = "text/plain; charset=utf-8"
STRANGER = "Figures are not shown through a proxy that this house does not know; TRUSTED_PROXIES names those it does.\n"


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process lives and answers; it asks nobody else."""
    return HttpResponse("ok\n", content_type=PLAIN)


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether acts can be taken now; else 503 and what is missing, without any detail of the machine."""
    for name, look in LOOKED_AT.items():
        try:
            missing = look()
        except Exception:  # noqa: BLE001 - whatever it is, the house cannot serve
            missing = name
        if missing:
            return HttpResponse(f"not ready: {missing}\n", status=503, content_type=PLAIN)
    return HttpResponse("ready\n", content_type=PLAIN)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of this process, for this machine or for whoever has the token."""
    if by_a_stranger(request):
        return HttpResponse(STRANGER, status=403, content_type=PLAIN)
    if not (local(request) or _has_token(request)):
        return HttpResponse(
            "Figures are shown to this machine, or for METRICS_TOKEN.\n", status=403, content_type=PLAIN
        )
    SEALS_MISSING.set(_seals_missing())
    BACKUP_AGE.set(last.age_seconds())
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _seals_missing() -> float:
    """Not a number where nobody can tell: the other figures are shown also without a database."""
    try:
        return len(seals.missing())
    except DatabaseError:
        return nan


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return "" if tuple(cursor.fetchone()) == (1,) else "database"


def _lock() -> str:
    return "another program holds the database" if held.now() else ""


def _migrations() -> str:
    return "" if schema.is_migrated(connection) else "migrations"


def _columns() -> str:
    """In English, as every other answer: it is read by whoever watches over the house, and by programs."""
    lacking = schema.missing(connection)
    return schema.LACKS % {"missing": ", ".join(lacking)} if lacking else ""


def _channel_layer() -> str:
    """Asked in the way of the door: a message to a group that nobody is in."""
    async_to_sync(_send)()
    return ""


LOOKED_AT = {
    "database": _database,
    "lock": _lock,
    "migrations": _migrations,
    "columns": _columns,
    "channel layer": _channel_layer,
}
"""What has to be there, in the order in which one rests on another; each says what is missing, or nothing."""


async def _send() -> None:
    layer = get_channel_layer()
    assert layer is not None
    async with asyncio.timeout(MOST_SECONDS):
        await layer.group_send("readyz", {"type": "ready"})


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
