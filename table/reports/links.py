"""Links from the record: QR codes, and addresses of the video of a table and a time."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from urllib.parse import quote

import segno
from django.conf import settings

MARGIN = timedelta(seconds=60)
"""Time by which the video begins before what it is asked for, and ends after it."""


def qr(text: str) -> str:
    """Return a QR code of a text as SVG, without an XML declaration; the same text gives the same drawing.

    It has error correction M, or a higher one if that makes it no larger, a border of two modules, and no size of its
    own; it is no Micro QR. Raises ValueError where the text is too long for one.
    """
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, border=2, omitsize=True)
    return drawn.getvalue().decode().strip()


# --- videos


def stamp(at: datetime) -> str:
    """Return a time as a video recorder reads it, in UTC and to the second: ``2026-11-20T21:14:05Z``."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def bounds(start: datetime, end: datetime) -> tuple[str, str]:
    """Return from when to when the cameras are looked at: `MARGIN` before `start` and after `end`, in UTC."""
    return stamp(start - MARGIN), stamp(end + MARGIN)


def video_link(table: str, start: datetime, end: datetime) -> str:
    """Return the address of the video of a table from start to end, `MARGIN` longer at either end.

    It is the setting VIDEO_LINK with ``{table}``, ``{from}`` or ``{begins}`` (the same), and ``{to}`` or ``{ends}``
    replaced, URL-quoted, the times as in `stamp`; empty if the setting is.
    """
    begins, ends = bounds(start, end)
    address: str = settings.VIDEO_LINK
    given = {"{table}": table, "{from}": begins, "{begins}": begins, "{to}": ends, "{ends}": ends}
    for name, value in given.items():
        address = address.replace(name, quote(value, safe=":"))
    return address
