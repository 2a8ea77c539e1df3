"""Where a request comes from: the device's address, by which the house's register and the lock-outs know it."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

NOWHERE = "0.0.0.0"  # noqa: S104 - no address to listen at, but that of somebody who has none


def client_address(request: HttpRequest) -> str:
    """The address that called us. Behind a proxy it is what the proxy itself wrote last; the rest anybody can write."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    return _plain(forwarded.rpartition(",")[2]) or _plain(request.META.get("REMOTE_ADDR", "")) or NOWHERE


def local(request: HttpRequest) -> bool:
    """Whether somebody on this machine asks, and not a proxy here for somebody elsewhere."""
    relayed = any(name in request.META for name in ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED"))
    return not relayed and ip_address(_plain(request.META.get("REMOTE_ADDR", "")) or NOWHERE).is_loopback


def _plain(written: str) -> str:
    """An address in the one way to write it, without the zone of this machine; empty for what is none."""
    try:
        address = ip_address(written.strip().partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)
