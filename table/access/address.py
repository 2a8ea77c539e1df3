"""Address of the device that sends a request, by which the house's register and the lock-outs know it.

Behind proxies it is what they wrote into X-Forwarded-For, the nearest one last. Anybody can write such a header, so it
is believed of the proxies that the house names (``TRUSTED_PROXIES``) and of nobody else: read from its end, whatever
stands before the first address that is not a trusted proxy's is the caller's own claim. No other header is used.
"""

import re
from collections.abc import Sequence
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

NOWHERE = "0.0.0.0"  # noqa: S104 - no address to listen at, but that of somebody who has none
FORWARDING = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""Headers by which a proxy shows; only X-Forwarded-For is read for the address."""
MOST_PROXIES = 8
"""Maximum entries of X-Forwarded-For that are read, from its end; no house has more proxies in a row."""
WITH_PORT = re.compile(r"\[([^][]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}")


def client_address(request: HttpRequest) -> str:
    """Address of the device that sent a request, also of one behind trusted proxies; see :func:`address_of`."""
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(peer: str, forwarded: str) -> str:
    """Address of the device behind a peer, in normal form: the one that trusted proxies name, else the peer's own.

    ``forwarded`` is X-Forwarded-For, of which at most the last MOST_PROXIES entries are read, from the end up to the
    first that is no trusted proxy. Where a trusted proxy names no valid address that proxy's own is returned;
    :data:`NOWHERE` where the peer has none.
    """
    found = _plain(peer)
    for named in reversed(forwarded.split(",")[-MOST_PROXIES:]):
        behind = _plain(named) if trusted(found) else ""
        if not behind:
            break
        found = behind
    return found or NOWHERE


def trusted(peer: str) -> bool:
    """Whether a peer is one of TRUSTED_PROXIES; False for every peer where the house has no HTTPS.

    What is no address counts as :data:`NOWHERE`.
    """
    if not settings.HTTPS:
        return False
    caller = ip_address(_plain(peer) or NOWHERE)
    return any(caller in network for network in networks(tuple(settings.TRUSTED_PROXIES)))


@cache
def networks(written: Sequence[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Parse networks, or single addresses, from the settings, blank texts left out; raises ValueError."""
    return tuple(ip_network(it.strip(), strict=False) for it in written if it.strip())


def network_of(address: str) -> str:
    """Network that one caller is assumed to have, as text: an IPv4 address itself, of IPv6 its network of 64 bits.

    ``::ffff:192.0.2.1`` is IPv6 here. Raises ValueError for what is no address.
    """
    given = ip_address(address)
    return address if given.version == 4 else str(ip_network((given, 64), strict=False))


def relayed(request: HttpRequest) -> bool:
    """Whether a proxy sent this request for somebody else: it has one of the headers in FORWARDING."""
    return any(name in request.headers for name in FORWARDING)


def by_a_stranger(request: HttpRequest) -> bool:
    """Whether a request was relayed by a proxy that is not trusted, so that the device cannot be known.

    In a house without HTTPS, which trusts no proxy, that is any request with one of the headers in FORWARDING.
    """
    return relayed(request) and not trusted(request.META.get("REMOTE_ADDR", ""))


def local(request: HttpRequest) -> bool:
    """Whether the request was made on this machine, and not by a proxy here for somebody elsewhere.

    That is by the loopback address of the peer; False for a peer without an address, as at a Unix socket.
    """
    return not relayed(request) and ip_address(_plain(request.META.get("REMOTE_ADDR", "")) or NOWHERE).is_loopback


def _plain(written: str) -> str:
    """Normal form of an address, without port, zone or IPv4 mapping; empty where it is no address."""
    bare = written.strip()
    if port := WITH_PORT.fullmatch(bare):
        bare = port[1] or port[2]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)
