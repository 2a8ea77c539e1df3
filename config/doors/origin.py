"""Check of the origin of a WebSocket: the page that opens it has to be one of this house, by scheme, name and port.

Browsers let any page open a socket to any site, with that site's cookies, and only name the page's origin. Django does
the same check for forms.
"""

from collections.abc import Collection
from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

PORTS = {"http": 80, "https": 443}


class OwnPages:
    """Pass a socket on to the application if its origin is the house's own or a trusted one, else deny it."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Let a socket through whose origin is the house's own or in CSRF_TRUSTED_ORIGINS; deny any other.

        The house's own is https where HTTPS is on or the socket is wss, else http, and at the header Host. Denied, too,
        is one whose header Origin is missing or comes more than once.
        """
        said: dict[bytes, list[bytes]] = {}
        for name, value in scope.get("headers", []):
            said.setdefault(name, []).append(value)
        origin, host = (_once(said.get(name, [])) for name in (b"origin", b"host"))
        https = settings.HTTPS or scope.get("scheme") == "wss"
        own = is_own(origin, host=host, scheme="https" if https else "http", others=settings.CSRF_TRUSTED_ORIGINS)
        return await (self._application if own else WebsocketDenier())(scope, receive, send)


def is_own(origin: str, *, host: str, scheme: str, others: Collection[str] = ()) -> bool:
    """Whether an origin is that of the house at `host`, or matches one of `others`.

    For the house's own, `host` has to be in ALLOWED_HOSTS. Origins are compared as browsers do: scheme, name and port.
    """
    page = _read(origin)
    if page is None:
        return False
    named = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return (named and page == _read(f"{scheme}://{host}")) or any(_trusts(it, page) for it in others)


Origin = tuple[str, str, int]


def _read(text: str) -> Origin | None:
    """Parse an origin into scheme, name and port, in lower case; http and https have their usual port by default.

    None for what is no origin: ``null``, an address with a user, path, query or fragment, or another scheme without a
    port. Blanks before it (not after), a bare ``?`` or ``#`` at its end and a port of 0 count as not written.
    """
    try:
        parts = urlsplit(text.lower())
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None
    bare = SplitResult(parts.scheme, parts.netloc, "", "", "") == parts and "@" not in parts.netloc
    return (parts.scheme, parts.hostname, port) if bare and parts.hostname and port else None


def _trusts(pattern: str, page: Origin) -> bool:
    """Whether a setting such as ``https://other.example`` or ``https://*.example`` matches this origin.

    Scheme and port have to be equal, by default those of the scheme; the star also matches ``example`` itself.
    """
    star = "://*." in pattern
    found = _read(pattern.replace("://*.", "://", 1))
    if found is None or (found[0], found[2]) != (page[0], page[2]):
        return False
    return is_same_domain(page[1], f".{found[1]}") if star else found[1] == page[1]


def _once(values: list[bytes]) -> str:
    """Return the value of a header that has to come once, as ASCII; empty if it comes never or several times.

    Nothing is stripped, and a byte that is not ASCII becomes U+FFFD.
    """
    return values[0].decode("ascii", "replace") if len(values) == 1 else ""
