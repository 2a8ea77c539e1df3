"""One HTTP request to a webhook: where it may go, how long it may take, and whether it was accepted.

The name is looked up once, and the connection is made to the very address that was checked. Redirects and proxies are
not followed, and of the response only the status counts.
"""

import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

MOST_SECONDS = 10.0
"""Limit of one delivery, from connecting to the status of the response; the name lookup comes on top."""
MAPPED = IPv6Network("64:ff9b::/96")
"""NAT64 prefix: IPv6 addresses that stand for IPv4 ones."""
Address = IPv4Address | IPv6Address


class NotSent(Exception):
    """Failure of a delivery, or lack of a confirmation; the message says why, for the log."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send one POST request. Raises :class:`NotSent` unless the response has a status from 200 to 299."""
    try:
        line = _line(url)
        status = _status(line, url, body, headers)
    except (OSError, HTTPException, ValueError) as error:
        raise NotSent(f"{type(error).__name__}: {error}"[:200]) from None
    if not 200 <= status < 300:
        raise NotSent(f"answered with {status}")


def _status(line: HTTPConnection, url: str, body: bytes, headers: Mapping[str, str]) -> int:
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # The socket's timeout is for each read; a response that trickles in is cut off by the timer.
    clock = Timer(MOST_SECONDS, _cut, [line])
    clock.daemon = True
    clock.start()
    try:
        line.request("POST", path, body, dict(headers))
        return line.getresponse().status
    finally:
        clock.cancel()
        line.close()


def _cut(line: HTTPConnection) -> None:
    with suppress(OSError):
        if line.sock is not None:
            line.sock.shutdown(socket.SHUT_RDWR)


def _line(url: str) -> HTTPConnection:
    """Return an unopened connection to the checked address of this URL. Raises NotSent, OSError, ValueError."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = str(_reachable(host, port))
    return _Encrypted(host, port, address) if secure else _Plain(host, port, address)


def _reachable(host: str, port: int) -> Address:
    """Return the first address of a host. Raises NotSent if deliveries may not go to every one that it has."""
    found = [ip_address(it[4][0]) for it in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in found:
        if not may_reach(address, settings.WEBHOOK_NETWORKS):
            raise NotSent(f"{address} is no address outside this house, and not in WEBHOOK_NETWORKS")
    return found[0]


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


class _Plain(HTTPConnection):
    """HTTP connection to a given address."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=MOST_SECONDS)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)


class _Encrypted(HTTPSConnection):
    """HTTPS connection to a given address, whose certificate must be valid for the host's name."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._trusted = ssl.create_default_context()
        super().__init__(host, port, timeout=MOST_SECONDS, context=self._trusted)
        self._address = address

    def connect(self) -> None:
        bare = socket.create_connection((self._address, self.port), self.timeout)
        # The handshake comes afterwards, so that the timer can cut it too.
        line = self._trusted.wrap_socket(bare, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = line
        line.do_handshake()
