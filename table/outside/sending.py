"""One HTTP request to a webhook: where it may go, how long it may take, and whether it was accepted.

The name is looked up once, and the connection is made to the first of the very addresses that were checked that takes
it. Redirects and proxies are not followed, and of the response only the status and Retry-After count: its body is never
read.
"""

import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Timer
from time import monotonic
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.http import parse_http_date_safe

from table.rules.refusal import Code, Refused

MOST_SECONDS = 10.0
"""Limit of one delivery, from connecting to the status of the response; the name lookup comes on top."""
MOST_PROVISIONAL = 20
"""Limit of statuses that are read of one response: provisional ones (100), and the one that counts."""
MAPPED = IPv6Network("64:ff9b::/96")
"""NAT64 prefix: IPv6 addresses that stand for IPv4 ones."""
Address = IPv4Address | IPv6Address
GONE = 410
AWAY = frozenset({401, 403, GONE, 429, 502, 503, 504})
"""Statuses from 400 on by which a receiver takes in nothing at all now; any other refuses the one delivery."""
MOST_PAUSE = timedelta(hours=1)
"""Limit of a pause that a receiver asks for, and pause after a 410."""
LOOKUP_SECONDS = 3.0
"""Time in which a name has to be found when a webhook is admitted in the office."""
LOOKUPS = ThreadPoolExecutor(4, thread_name_prefix="webhook-name")


class NotSent(Exception):
    """Failure of a delivery, or lack of a confirmation; the message says why, for the log.

    ``one``: the receiver refused this delivery, and may take in others. ``pause`` is the pause that it asked for, 0
    for none; ``gone``: it wants no more deliveries (410).
    """

    def __init__(self, why: str, *, one: bool = False, pause: timedelta = timedelta(0), gone: bool = False) -> None:
        """Make the error; its message is the first 200 characters of ``why``, with a space for each unprintable one.

        The other arguments are stored as the attributes that the class describes.
        """
        # Part of it may be what the receiver answered: no sign that a terminal or a database chokes on.
        super().__init__("".join(it if it.isprintable() else " " for it in why[:200]))
        self.one, self.pause, self.gone = one, pause, gone


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send one POST request. Raises :class:`NotSent` unless the response has a status from 200 to 299.

    A redirect is not followed, and raises it, too. ``one`` is set for statuses from 400 on, 500 among them, but those
    in AWAY, ``gone`` for 410, with a ``pause`` of MOST_PAUSE; for any other ``pause`` is what Retry-After asks for, at
    most MOST_PAUSE. If no response came, none of the three is set.
    """
    try:
        line = _line(url)
        status, retry_after = _answer(line, url, body, headers)
    except (OSError, HTTPException, ValueError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from None
    if not 200 <= status < 300:
        gone = status == GONE
        pause = MOST_PAUSE if gone else _pause(retry_after)
        raise NotSent(f"answered with {status}", one=status >= 400 and status not in AWAY, pause=pause, gone=gone)


def _pause(retry_after: str) -> timedelta:
    """Return the pause that a header Retry-After asks for, in seconds or as an HTTP date: at most MOST_PAUSE.

    0 if it is empty, past or malformed.
    """
    given = retry_after.strip()
    if given.isascii() and given.isdecimal():
        seconds = int(given[:9])
    else:
        seconds = (parse_http_date_safe(given) or 0) - int(timezone.now().timestamp())
    return min(max(timedelta(seconds=seconds), timedelta(0)), MOST_PAUSE)


def _answer(line: HTTPConnection, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
    """Send the request, close the connection, and return the status of the response and its header Retry-After.

    The header is "" if it is missing. Raises OSError or HTTPException if that fails or takes longer than MOST_SECONDS.
    """
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # The socket's timeout is for each read; a response that trickles in is cut off by the timer.
    clock = Timer(MOST_SECONDS, _cut, [line])
    clock.daemon = True
    clock.start()
    try:
        line.request("POST", path, body, dict(headers))
        answer = line.getresponse()
        return answer.status, answer.headers.get("Retry-After", "")
    finally:
        clock.cancel()
        line.close()


def _cut(line: HTTPConnection) -> None:
    """Shut the socket of a connection down, so that whatever waits for it fails; errors are ignored."""
    with suppress(OSError):
        if line.sock is not None:
            line.sock.shutdown(socket.SHUT_RDWR)


def _line(url: str) -> HTTPConnection:
    """Return an unopened connection to the addresses of the host of this URL, looked up now.

    Raises NotSent where deliveries may not go to one of them, OSError or ValueError where the name is not found or the
    URL is malformed.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    addresses = _addresses(host, port)
    if (inside := _inside(addresses)) is not None:
        raise NotSent(f"{inside} is no address outside this house, and not in WEBHOOK_NETWORKS")
    return _Encrypted(host, port, addresses) if secure else _Plain(host, port, addresses)


def _addresses(host: str, port: int) -> Sequence[Address]:
    """Look up the IP addresses of a host, at least one.

    Raises OSError, and UnicodeError for what can be no name.
    """
    return [ip_address(it[4][0]) for it in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def _inside(found: Sequence[Address]) -> Address | None:
    """Return the first of these addresses that :func:`may_reach` does not allow; None if it allows all.

    Allowed are public addresses, and those in WEBHOOK_NETWORKS.
    """
    return next((it for it in found if not may_reach(it, settings.WEBHOOK_NETWORKS)), None)


def check_reachable(url: str) -> None:
    """Refuse (E_ARGUMENTS) a webhook's address that no delivery could reach now.

    Its host is not found within LOOKUP_SECONDS, or one of its addresses is neither on the public internet nor in
    WEBHOOK_NETWORKS. Nothing is sent there.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 443
    try:
        inside = _inside(LOOKUPS.submit(_addresses, host, port).result(timeout=LOOKUP_SECONDS))
    except (OSError, UnicodeError):
        raise Refused(
            Code.ARGUMENTS,
            "The name “%(host)s” is not found from this machine, so nothing could be sent there. See how it is "
            "spelled, and whether this machine finds names.",
            host=host[:80],
        ) from None
    if inside is not None:
        raise Refused(
            Code.ARGUMENTS,
            "“%(host)s” leads to %(address)s, which is no address of the public internet: it is called only if "
            "WEBHOOK_NETWORKS names its network in the settings of the house.",
            host=host[:80],
            address=str(inside),
        )


def may_reach(address: Address, networks: Sequence[str]) -> bool:
    """Whether deliveries may go to an address: a public one, or one in `networks`.

    IPv6 addresses that stand for IPv4 ones (mapped, 6to4, NAT64) are judged by those.
    """
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in MAPPED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return may_reach(inner, networks)
    if any(address in ip_network(network, strict=False) for network in networks):
        return True
    return address.is_global and not address.is_multicast and not address.is_reserved


class _Answer(HTTPResponse):
    """Response with at most MOST_PROVISIONAL statuses, provisional ones included: more would outlive the time limit."""

    _read = 0

    def _read_status(self) -> tuple[str, int, str]:
        """Read one status line, even a provisional one; raises HTTPException beyond MOST_PROVISIONAL of them."""
        self._read += 1
        if self._read > MOST_PROVISIONAL:
            raise HTTPException("provisional responses without an end")
        found: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]
        return found


class _Plain(HTTPConnection):
    """HTTP connection to the first of some addresses that takes it."""

    response_class = _Answer

    def __init__(self, host: str, port: int, addresses: Sequence[Address]) -> None:
        """Prepare a connection to the first of these addresses that takes it, with a time-out of MOST_SECONDS.

        It is not opened yet, and ``host`` is not looked up: it only names the host in the request.
        """
        super().__init__(host, port, timeout=MOST_SECONDS)
        self._addresses = addresses

    def connect(self) -> None:
        """Connect to the first of the given addresses that takes it, within about MOST_SECONDS for all. Raises OSError.

        Nothing is looked up or checked here.
        """
        self.sock = _connected(self._addresses, self.port)


class _Encrypted(HTTPSConnection):
    """HTTPS connection to the first address that takes it, whose certificate must be valid for the host's name."""

    response_class = _Answer

    def __init__(self, host: str, port: int, addresses: Sequence[Address]) -> None:
        """Prepare a connection to the first of these addresses that takes it; it is not opened yet.

        It has to show a valid certificate of `host`.
        """
        self._trusted = ssl.create_default_context()
        super().__init__(host, port, timeout=MOST_SECONDS, context=self._trusted)
        self._addresses = addresses

    def connect(self) -> None:
        """Connect to the first of the given addresses that takes it, and do the TLS handshake. Raises OSError.

        Nothing is looked up here; the certificate is checked.
        """
        bare = _connected(self._addresses, self.port)
        # The handshake comes afterwards, so that the timer can cut it too.
        line = self._trusted.wrap_socket(bare, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = line
        line.do_handshake()


def _connected(addresses: Sequence[Address], port: int) -> socket.socket:
    """Open a connection to the first of these addresses that takes one, within about MOST_SECONDS for all of them.

    Each has an equal share of the time that is left, so that a silent one leaves time for the others; the connection
    itself times out after MOST_SECONDS. Raises the OSError of the last address if none does.
    """
    until = monotonic() + MOST_SECONDS
    for place, address in enumerate(addresses, start=1):
        # The last one has all that is left; each before it leaves as much to those behind it.
        left = max(until - monotonic(), 0.1) / (len(addresses) - place + 1)
        try:
            line = socket.create_connection((str(address), port), left)
        except OSError:
            if place == len(addresses):
                raise
        else:
            line.settimeout(MOST_SECONDS)
            return line
    raise AssertionError("a host has an address at least")
