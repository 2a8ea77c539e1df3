"""Where a request comes from: the device's address, by which the house's register and the lock-outs know it.

Behind a proxy the address is what the proxy itself wrote last into X-Forwarded-For. Anybody can write such a header, so
it is believed of the proxies that the house names (``TRUSTED_PROXIES``) and of nobody else.
"""

from collections.abc import Sequence
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

NOWHERE = "0.0.0.0"  # noqa: S104 - no address to listen at, but that of somebody who has none
FORWARDING = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")
"""The headers by which a proxy says for whom it asks."""


def client_address(request: HttpRequest) -> str:
    """The device that asks."""
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(peer: str, forwarded: str) -> str:
    """The device behind whoever called us: what a trusted proxy says of it, and else the caller itself."""
    told = _plain(forwarded.rpartition(",")[2]) if forwarded and trusted(peer) else ""
    return told or _plain(peer) or NOWHERE


def trusted(peer: str) -> bool:
    """Whether whoever called us is a proxy of this house; a house without HTTPS has none."""
    if not settings.HTTPS:
        return False
    caller = ip_address(_plain(peer) or NOWHERE)
    return any(caller in network for network in networks(tuple(settings.TRUSTED_PROXIES)))


@cache
def networks(written: Sequence[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Networks as they are written in the settings; ValueError for what is none."""
    return tuple(ip_network(it.strip(), strict=False) for it in written if it.strip())


def network_of(address: str) -> str:
    """What somebody has who comes from there: one address, or by IPv6 all the addresses of a network of 64 bits."""
    given = ip_address(address)
    return address if given.version == 4 else str(ip_network((given, 64), strict=False))


def relayed(request: HttpRequest) -> bool:
    """Whether a proxy asks for somebody else."""
    return any(name in request.headers for name in FORWARDING)


def by_a_stranger(request: HttpRequest) -> bool:
    """Whether a proxy asks that this house does not know: for whom it asks nobody can tell."""
    return relayed(request) and not trusted(request.META.get("REMOTE_ADDR", ""))


def local(request: HttpRequest) -> bool:
    """Whether somebody on this machine asks, and not a proxy here for somebody elsewhere."""
    return not relayed(request) and ip_address(_plain(request.META.get("REMOTE_ADDR", "")) or NOWHERE).is_loopback


def _plain(written: str) -> str:
    """An address in the one way to write it, without the zone of this machine; empty for what is none."""
    try:
        address = ip_address(written.strip().partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)
