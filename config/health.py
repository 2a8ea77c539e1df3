"""Health of the process: `/healthz`, `/readyz` and `/metrics`, which may be asked for by an IP address of the machine.

Every answer of theirs to GET and HEAD has the version in the header `Sabot-Version`.
"""

import asyncio
import hmac
import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import ip_address
from itertools import repeat
from math import nan
from pathlib import Path

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.request import split_domain_port
from django.middleware.common import CommonMiddleware
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, Info, generate_latest

from config.doors.proxy import WATCHED
from config.environment import VERSION
from table.access.address import by_a_stranger, local
from table.backup import last, retention
from table.memory.threads import stopping
from table.models import Gap, schema
from table.outside import progress
from table.outside.outlets import Unknown
from table.outside.progress import DeliveryProgress
from table.record import key, seals
from table.record.machine import database_lock
from table.record.metrics import (
    BACKUP_AGE,
    BYTES,
    CHANNEL_LAYER_LOST,
    DELIVERIES_AGE,
    DELIVERIES_BEHIND,
    DISK_FREE,
    HAND_OUT_GAPS,
    OUTLETS,
    ROWS_ALTERED,
    SEAL_KEY_UNKNOWN,
    SEALS_MISSING,
)
from table.record.proof import gaps

MOST_SECONDS = 2
ASKS = ThreadPoolExecutor(1, thread_name_prefix="readyz")
"""One thread for the checks on PostgreSQL: where the database hangs, only this thread hangs with it."""
PLAIN = "text/plain; charset=utf-8"
STRANGER = "Figures are not shown through a proxy that this house does not know; TRUSTED_PROXIES names those it does.\n"
MEGABYTE = 1024 * 1024
BUILD = Info("sabot_build", "Which Sabot this process is, and on which Python")
BUILD.info({"version": VERSION, "python": platform.python_version()})
READ_ONLY = "the database can only be read"


class NobodySignedIn:
    """Middleware, before Django's for sessions, that takes the session's cookie off a request for a path of WATCHED.

    What is said there depends on nobody: a session would be looked up, and noted as in use, in the database of which it
    is said that it is not there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, one for a path of WATCHED as that of nobody signed in; the session goes on."""
        if request.path in WATCHED:
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        return self.get_response(request)


class ByAddress(CommonMiddleware):
    """Django's middleware for every page, which refuses unknown hosts; monitoring asks by an IP address as well.

    Pages of other sites gain nothing by it: a browser sends the name of the site, wherever that leads.
    """

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Do as Django does, which raises DisallowedHost unless the host is in ALLOWED_HOSTS.

        Nothing is done for a path of WATCHED that is asked for by an IP address, or without a header Host, as by a
        probe that speaks HTTP/1.0.
        """
        if request.path in WATCHED and ("HTTP_HOST" not in request.META or _is_address(request.META["HTTP_HOST"])):
            return None
        return super().process_request(request)


def _is_address(host: str) -> bool:
    """Whether a header Host is an IP address, with or without a port; one of IPv6 stands in brackets."""
    with suppress(ValueError):
        ip_address(split_domain_port(host)[0].strip("[]"))
        return True
    return False


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process responds; nothing else is checked."""
    return _text_response("ok\n")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 and “ready” if acts can be recorded now, else 503 and what the first check that fails finds missing.

    Checked in order: stopping, database, writing, migrations, columns, disk space (LOOKED_AT); on PostgreSQL “database”
    is missing, too, if that takes longer than MOST_SECONDS. A channel layer that fails does not stop acts from being
    recorded (WORSE_WITHOUT): it is named in the body of a 200.
    """
    if missing := _found_in_time() if connection.vendor == "postgresql" else _found():
        return _text_response(f"not ready: {missing}\n", status=503)
    worse = [it for name, look in WORSE_WITHOUT.items() if (it := _missing(name, look))]
    return _text_response("".join(["ready\n", *(f"worse without: {it}\n" for it in worse)]))


def _found_in_time() -> str:
    """Return what the first failed check says is missing, “database” if that takes longer than MOST_SECONDS; else "".

    A server that hangs keeps its connections open and answers nothing. Requests that come meanwhile wait in the same
    queue, each of them as long at most.
    """
    answer = ASKS.submit(_found_aside)
    try:
        return answer.result(timeout=MOST_SECONDS)
    except TimeoutError:
        answer.cancel()
        return "database"


def _found_aside() -> str:
    """Run `_found` and return what it says; after it the database connection of this thread is closed and dropped."""
    try:
        return _found()
    finally:
        connection.close()
        del connections[DEFAULT_DB_ALIAS]


def _found() -> str:
    """Return what the first failing check of LOOKED_AT says is missing, or its name if it raises; "" if all pass."""
    return next(filter(None, (_missing(name, look) for name, look in LOOKED_AT.items())), "")


def _missing(name: str, look: Callable[[], str]) -> str:
    """Return what the check `look` says is missing (empty for nothing), or its `name` if it raises; logs nothing."""
    try:
        return look()
    except Exception:  # noqa: BLE001 - whatever it is, it is not there
        return name


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics of this process in the format of Prometheus; figures of a database that fails are NaN.

    Set anew are those of the record and of deliveries, whether the channel layer fails, the age of the backup, free
    bytes, and bytes by part. Refuses with 403 unless the request comes from this machine or carries METRICS_TOKEN as
    bearer, or if it comes through an unknown proxy. Raises OSError where the free bytes cannot be measured.
    """
    if by_a_stranger(request):
        return _text_response(STRANGER, status=403)
    if not (local(request) or _has_token(request)):
        return _text_response("Figures are shown to this machine, or for METRICS_TOKEN.\n", status=403)
    try:
        of_the_record, of_deliveries = _of_the_record(), _of_deliveries()
    except DatabaseError:
        # Of all figures at once: whatever is tried next would wait for the database as long again.
        of_the_record, of_deliveries = (nan,) * 4, _unknown_deliveries()
    figures = (SEALS_MISSING, SEAL_KEY_UNKNOWN, HAND_OUT_GAPS, ROWS_ALTERED)
    for figure, value in zip(figures, of_the_record, strict=True):
        figure.set(value)
    for it in of_deliveries:
        DELIVERIES_BEHIND.labels(it.kind).set(it.behind)
        DELIVERIES_AGE.labels(it.kind).set(it.age_seconds)
        for state in ("good", "failing", "stalled"):
            OUTLETS.labels(it.kind, state).set(getattr(it, state))
    CHANNEL_LAYER_LOST.set(bool(_missing("channel layer", _channel_layer)))
    BACKUP_AGE.set(last.age_seconds())
    DISK_FREE.set(_free_bytes())
    for part, size in retention.parts().items():
        BYTES.labels(part).set(size)
    return _text_response(generate_latest(), kind=CONTENT_TYPE_LATEST)


def _text_response(text: str | bytes, *, status: int = 200, kind: str = PLAIN) -> HttpResponse:
    return HttpResponse(text, status=status, content_type=kind, headers={"Sabot-Version": VERSION})


def _of_the_record() -> tuple[float, float, float, float]:
    """Return four figures of the record: due seals, the key, gaps and altered registers.

    In order: the number of registers without a due seal; 1 if a seal key is on record and the one here is missing,
    cannot be read or is another, else 0; and of what was found within the last week the gaps of handed-out files, one
    for each register and kind, and the registers with altered rows. Raises DatabaseError.
    """
    found = gaps.lately()
    altered = sum(it.kind == Gap.Kind.ALTERED for it in found)
    return len(seals.missing()), bool(key.alarm()), len(found) - altered, altered


def _of_deliveries() -> list[DeliveryProgress]:
    """Return the progress of deliveries, which another process sends; all NaN where ALERTS_TO is wrong.

    Raises DatabaseError.
    """
    try:
        return progress.figures()
    except Unknown:
        return _unknown_deliveries()


def _unknown_deliveries() -> list[DeliveryProgress]:
    return [DeliveryProgress(kind, *repeat(nan, 5)) for kind in progress.KINDS]


def _database() -> str:
    """Return “database” if a query has another result than it should, else ""; raises what the driver raises."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return "" if tuple(cursor.fetchone()) == (1,) else "database"


def _writable() -> str:
    """Return why the database cannot be written, as that another program has its lock, or ""; raises other errors.

    Tries for SQLite's write lock and gives it back, and looks whether this user may write its file. On PostgreSQL looks
    whether the last act of this process, if not long ago, found the database locked, and whether the server is
    read-only.
    """
    if database_lock.now():
        return "another program holds the database"
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        # The lock of a file that can only be read is given nevertheless.
        return READ_ONLY if file.exists() and not os.access(file, os.W_OK) else ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")
        return READ_ONLY if cursor.fetchone()[0] else ""


def _columns() -> str:
    """Return a sentence in English, as all answers here, with missing tables and columns; empty if none is missing."""
    lacking = schema.missing(connection)
    return schema.LACKS % {"missing": ", ".join(lacking)} if lacking else ""


def _free_bytes() -> float:
    """Return the free bytes of the file system of the seals, or of that of a SQLite database if it has fewer.

    Where a folder is missing, that of the nearest existing one above it counts. Raises OSError where one cannot be
    measured.
    """
    return min(shutil.disk_usage(folder).free for folder in _folders())


def _folders() -> Iterator[Path]:
    """Yield the nearest existing folders of the seals and of a SQLite database."""
    files = [Path(settings.SEALS_FILE)]
    if connection.vendor == "sqlite":
        files.append(Path(connection.settings_dict["NAME"]))
    for file in files:
        yield next(it for it in file.absolute().parents if it.is_dir())


def _channel_layer() -> str:
    """Send a message to a group without members, as the door does after an act; return "", or raise its error."""
    async_to_sync(_send)()
    return ""


LOOKED_AT: Mapping[str, Callable[[], str]] = {
    "stopping": lambda: "the house is stopping" if stopping.is_set() else "",
    "database": _database,
    "database for writing": _writable,
    "migrations": lambda: "" if schema.is_migrated(connection) else "migrations",
    "columns": _columns,
    "disk space": lambda: "disk space" if _free_bytes() < settings.DISK_FLOOR_MB * MEGABYTE else "",
}
"""Checks of `/readyz`, each of which needs those before it; each returns what is missing, or nothing."""
WORSE_WITHOUT = {"channel layer": _channel_layer}
"""Checks of what acts do not need: without it, screens of other processes learn of acts by their heartbeat."""


async def _send() -> None:
    """Send a message to the group `readyz`, which nobody joins.

    Raises TimeoutError after MOST_SECONDS; asserts that there is a channel layer.
    """
    layer = get_channel_layer()
    assert layer is not None
    async with asyncio.timeout(MOST_SECONDS):
        await layer.group_send("readyz", {"type": "ready"})


def _has_token(request: HttpRequest) -> bool:
    """Whether the header Authorization is METRICS_TOKEN, with or without “Bearer ” before it; False where none is set.

    Compared in constant time, as the bytes that were sent with those of the setting in UTF-8.
    """
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN:
        return False
    # A server makes a character of each byte of a header.
    return hmac.compare_digest(given.encode("latin-1"), settings.METRICS_TOKEN.encode())
