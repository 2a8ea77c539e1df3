"""Address of the video of a table and a time, in the recorder of the house."""

from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from django.conf import settings

MARGIN = timedelta(seconds=60)
"""Time by which the video begins before what it is asked for, and ends after it."""


def stamp(at: datetime) -> str:
    """Return a time as a recorder reads it, in UTC and to the second."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def bounds(start: datetime, end: datetime) -> tuple[str, str]:
    """Return from when to when, in UTC, the cameras are looked at for what happened between these times."""
    return stamp(start - MARGIN), stamp(end + MARGIN)


def video_link(table: str, start: datetime, end: datetime) -> str:
    """Return the address of the video of a table from start to end, MARGIN longer at either end.

    It is VIDEO_LINK with ``{table}``, ``{from}`` or ``{begins}``, and ``{to}`` or ``{ends}`` replaced, URL-quoted,
    the times in UTC; empty where the house has none.
    """
    begins, ends = bounds(start, end)
    address: str = settings.VIDEO_LINK
    given = {"{table}": table, "{from}": begins, "{begins}": begins, "{to}": ends, "{ends}": ends}
    for name, value in given.items():
        address = address.replace(name, quote(value, safe=":"))
    return address
