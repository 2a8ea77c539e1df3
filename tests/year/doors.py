"""Where screens and browsers find the casino: at each of its processes, or at the proxy before them."""

import ssl
from collections.abc import Mapping, Sequence
from functools import lru_cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from socket import create_connection
from typing import NamedTuple

from django.conf import settings
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

HERE = "127.0.0.1"
SECONDS = 10.0


class Door(NamedTuple):
    """A port of this machine; with the certificate ``trusted`` it speaks TLS under this name."""

    port: int
    name: str = HERE
    trusted: str = ""

    @classmethod
    def read(cls, text: str) -> "Door":
        """The door that :meth:`__str__` has written."""
        port, name, trusted = text.split(":", 2)
        return cls(int(port), name, trusted)

    def __str__(self) -> str:
        return f"{self.port}:{self.name}:{self.trusted}"

    @property
    def origin(self) -> str:
        """What a browser calls it."""
        return f"{'https' if self.trusted else 'http'}://{self.name}:{self.port}"

    def opens(self, path: str, headers: Mapping[str, str], *, seconds: float) -> ClientConnection:
        """A socket of the house."""
        return connect(
            f"{self.origin.replace('http', 'ws', 1)}{path}",
            sock=create_connection((HERE, self.port), seconds),
            ssl=_trust(self.trusted) if self.trusted else None,
            additional_headers=headers,
            origin=Origin(self.origin),
            max_size=None,
            max_queue=None,
            compression=None,
            ping_interval=None,
            proxy=None,
            open_timeout=seconds,
        )

    def asks(self, path: str, *, session: str = "") -> tuple[int, str]:
        """Status and body of a page, of whoever has this session; 0 where nobody answers."""
        line = HTTPConnection(HERE, self.port, timeout=SECONDS)
        if self.trusted:
            line = HTTPSConnection(self.name, self.port, timeout=SECONDS, context=_trust(self.trusted))
        try:
            line.sock = create_connection((HERE, self.port), SECONDS)
            if self.trusted:
                line.sock = _trust(self.trusted).wrap_socket(line.sock, server_hostname=self.name)
            cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"} if session else {}
            line.request("GET", path, headers={"Accept-Language": "en", **cookie})
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, HTTPException):
            return 0, ""
        finally:
            line.close()


@lru_cache
def _trust(certificate: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)


def from_here(doors: Sequence[Door], table: str) -> list[Door]:
    """These doors in the order in which a screen of this table tries them: the same first one each time."""
    first = sum(table.encode()) % len(doors)
    return [*doors[first:], *doors[:first]]
