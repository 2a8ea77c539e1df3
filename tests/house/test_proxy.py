"""By which way a request may come: through the proxy that the house names, which says whose it is, or directly."""

from collections.abc import Mapping
from typing import Any

import pytest
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope

from config.doors.proxy import known

BOTH = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
OURS, STRANGE = "10.20.0.5", "192.0.2.7"


async def becomes(peer: str, headers: Mapping[str, str], *, kind: str = "http", path: str = "/") -> str:
    """What becomes of a request: served, or what it is answered in its place."""
    sent: list[Any] = []

    async def served(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        sent.append({"body": b"served"})

    async def send(event: Any) -> None:
        sent.append(event)

    written = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {"type": kind, "path": path, "client": (peer, 4711), "headers": written}
    receive: Any = None
    await known(served)(scope, receive, send)
    return str(sent[-1].get("code") or f"{sent[0].get('status', '')} {sent[-1]['body'].decode()}".strip())


@pytest.fixture(autouse=True)
def _behind_https(settings: Any) -> None:
    settings.HTTPS, settings.TRUSTED_PROXIES = True, ["10.20.0.0/16"]


async def test_through_its_own_proxy_and_directly_everybody_is_served() -> None:
    assert await becomes(OURS, BOTH) == "served"
    assert await becomes(OURS, BOTH, kind="websocket") == "served"
    assert await becomes(STRANGE, {}) == "served", "and sent on to HTTPS"


FORWARDING = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


@pytest.mark.parametrize("header", FORWARDING)
async def test_through_a_proxy_that_the_house_does_not_know_nobody_is_served(header: str) -> None:
    said = await becomes(STRANGE, {header: "https"})
    assert said.startswith("403 This house does not know the proxy at 192.0.2.7")
    assert "TRUSTED_PROXIES" in said
    assert await becomes(STRANGE, {header: "https"}, kind="websocket") == "1008"


@pytest.mark.parametrize("missing", BOTH)
async def test_a_proxy_that_does_not_say_whose_request_it_is_is_told_so(missing: str) -> None:
    said = await becomes(OURS, {name: value for name, value in BOTH.items() if name != missing})
    assert said.startswith("403 HTTPS is on, but this request came from 10.20.0.5 without")


async def test_who_watches_over_the_process_asks_it_directly() -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert await becomes(OURS, {}, path=path) == "served"


async def test_a_house_without_https_believes_nobody_and_serves_everybody(settings: Any) -> None:
    settings.HTTPS = False
    assert await becomes(STRANGE, BOTH) == "served"
