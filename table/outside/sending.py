"""A delivery on its way to an address: where it may go, how long it may take, and whether it arrived.

The name is looked up once, and what is called is the very address that was looked at. No redirect is followed, no proxy
is asked, and of the answer only its status counts.
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
"""So long one delivery may take from the first byte to the status of the answer."""
MAPPED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones."""
Address = IPv4Address | IPv6Address


class NotSent(Exception):
    """It did not arrive, or nobody said that it did; why, in a few words for the log."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send it once; raises :class:`NotSent` unless the receiver answers with a status from 200 to 299."""
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
    # A socket waits so long for each byte; whoever answers one byte at a time is cut off by the clock.
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
    """A line to the address behind this URL, not yet open."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = str(_reachable(host, port))
    return _Encrypted(host, port, address) if secure else _Plain(host, port, address)


def _reachable(host: str, port: int) -> Address:
    """The address of a host, if deliveries may go to every one that it has."""
    found = [ip_address(it[4][0]) for it in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in found:
        if not may_reach(address, settings.WEBHOOK_NETWORKS):
            raise NotSent(f"{address} is no address outside this house, and not in WEBHOOK_NETWORKS")
    return found[0]


def may_reach(address: Address, networks: Sequence[str]) -> bool:
    """Whether deliveries may go there: to the public internet, and to the networks that the house names."""
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
    """HTTP to one address."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=MOST_SECONDS)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)


class _Encrypted(HTTPSConnection):
    """HTTPS to one address, which has to prove that it is the host."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._trusted = ssl.create_default_context()
        super().__init__(host, port, timeout=MOST_SECONDS, context=self._trusted)
        self._address = address

    def connect(self) -> None:
        bare = socket.create_connection((self._address, self.port), self.timeout)
        # The handshake comes afterwards, so that the clock can cut it too.
        line = self._trusted.wrap_socket(bare, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = line
        line.do_handshake()
