"""What is sent, by chance: frames that are nearly right, texts that are none, and requests to every address."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from table.play.declaration import VERBS
from tests.rig.addresses import addresses

SIGNS = "\x00\x01\t\n\r\x1b\x7f\x85\u202e\u2028\ud800\\\"'<>{}[]%&=?#/;|\u00e9\U0001f0a1a7"
PLAIN = [
    *("a", "1", "1.1", "3", "-1", "1e9", "00", "99999999999999999999", "2026-11-22", "2026-11-22T20:00", "T3", "house"),
    *(
        "punto",
        "banco",
        "egalite",
        "voice",
        "carta",
        "7S",
        "??",
        "dario",
        "ivo",
        "open",
        "CHF",
        "EUR",
        "annulled",
        "mark",
    ),
]
NUMBERS = (0, 1, -1, 7, 500, 10_000, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1.5, 1e308)
ODD = ("", "x" * 300, "ä" * 60, "\x00", "a\x00b", "\n", "\x1b[2J", "\u202e", None, True, False)
NESTED: Sequence[Any] = (
    [],
    {},
    [[]],
    ["7S"],
    ["7S"] * 300,
    [None],
    {"": ""},
    {"main": [0, 0]},
    {"seen": True},
    [1, 2],
    [2**63],
)
VALUES: Sequence[Any] = (*PLAIN, *NUMBERS, *PLAIN, *NUMBERS, *ODD, *NESTED)
HEADERS = ("X-Forwarded-For", "Accept-Language", "User-Agent", "Referer", "Cookie", "Authorization", "If-None-Match")
METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "DELETE", "NONSENSE")
PARTS = (
    "T3",
    "1",
    "1.1",
    "dario",
    "register",
    "-1",
    "99999999999999999999",
    "..",
    "admin",
    "%00",
    "%0a",
    "%ff",
    "%E2%80%AE",
)


class Request(NamedTuple):
    """A request: its method, its address, its headers and its body."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Chance:
    """A source of what is sent; from the same seed the same comes again."""

    def __init__(self, seed: object) -> None:
        self.dice = Random(f"{seed}")
        self._verbs = sorted(VERBS)
        self._paths = sorted({path for path, _view in addresses()})
        self._fields = sorted({key for it in VERBS.values() for key in it.arguments.__struct_fields__})

    def text(self) -> str:
        """A short text with anything in it."""
        return "".join(self.dice.choices(SIGNS, k=self.dice.randrange(1, 12)))

    def value(self) -> Any:
        """Something that may stand for an argument."""
        return self.text() if self.dice.random() < 0.04 else self.dice.choice(VALUES)

    # --- frames

    def frame(self, *, number: int, heard: int) -> str | bytes:
        """A frame: most are nearly right, some are spoilt as text, a few are none at all."""
        kind = self.dice.choices(
            ["press", "dismiss", "compared", "propose", "ask", "again", "sheets", "here", "none"],
            [50, 4, 1, 8, 8, 3, 3, 3, 3],
        )
        frame = self._of(kind[0], number, heard)
        for _change in range(self.dice.choice([0, 0, 0, 0, 0, 0, 1, 2])):
            self._spoil(frame)
        text = json.dumps(frame)
        if self.dice.random() < 0.06:
            text = self._cut(text)
        return (
            text.encode("utf-8", "surrogatepass")
            if self.dice.random() < 0.02
            else text.encode("utf-8", "replace").decode()
        )

    def _of(self, kind: str, number: int, heard: int) -> dict[str, Any]:
        name, table = f"fuzz-{self.dice.getrandbits(64):x}", "T3"
        frames: dict[str, dict[str, Any]] = {
            "press": {"table": table, "nonce": name, "steps": self._steps(), "seen": number, "heard": heard},
            "dismiss": {"table": table, "nonce": name, "display": "7HK2", "heard": heard},
            "compared": {"table": table, "nonce": name, "heard": heard},
            "propose": {
                "nonce": name,
                "what": self.dice.choice(["mark", "seat", "carta", "dispute"]),
                "coup": "1.1",
                "heard": heard,
            },
            "ask": {"table": table, "nonce": name, "press": self.dice.choice(["fuzz-1", name])},
            "again": {"table": table},
            "sheets": {"table": table, "open": self.dice.random() < 0.5},
        }
        return {"kind": kind, **frames.get(kind, {})}

    def _steps(self) -> list[dict[str, Any]]:
        return [self._step() for _step in range(self.dice.choice([1, 1, 1, 2, 3]))]

    def _step(self) -> dict[str, Any]:
        verb = self.dice.choice(self._verbs)
        fields = VERBS[verb].arguments.__struct_fields__
        return {"verb": verb, "given": {key: self.value() for key in fields if self.dice.random() < 0.9}}

    def _spoil(self, frame: dict[str, Any]) -> None:
        key = self.dice.choice([*frame, "confirms", "by", self.text(), self.dice.choice(self._fields)])
        frame[key] = self.value()

    def _cut(self, text: str) -> str:
        at, size = self.dice.randrange(len(text)), self.dice.randrange(1, 8)
        return text[:at] + self.dice.choice(["", self.text(), "[" * 3000, "9" * 400, "x" * 9000]) + text[at + size :]

    # --- requests

    def request(self, cookies: dict[str, str]) -> Request:
        """A request to one of the addresses of the house, or near one."""
        path, method = self._path(), self.dice.choice(METHODS)
        if self.dice.random() < 0.5:
            path += "?" + urlencode(
                [(self._key(), self._plain()) for _one in range(self.dice.randrange(1, 4))], errors="replace"
            )
        token = "a" * 32
        sent = {**cookies, "csrftoken": token}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in sent.items())}
        if self.dice.random() < 0.3:
            headers[self.dice.choice(HEADERS)] = (
                self._plain().encode("utf-8", "replace").decode("latin-1").translate(ONE_LINE)
            )
        form = [
            ("csrfmiddlewaretoken", token),
            *((self._key(), self._plain()) for _one in range(self.dice.randrange(6))),
        ]
        body = urlencode(form, errors="replace").encode() if method in ("POST", "PUT") else b""
        if body:
            headers["Content-Type"] = self.dice.choice(
                ["application/x-www-form-urlencoded"] * 5 + ["application/json", "multipart/form-data"]
            )
        return Request(method, path, headers, body)

    def _path(self) -> str:
        pattern = self.dice.choice(self._paths)
        if self.dice.random() < 0.04:
            return "/" + "/".join(quote(self.text(), errors="replace") for _part in range(self.dice.randrange(1, 4)))
        parts = [
            self.dice.choice(PARTS) if part.startswith("<") or "(" in part else part for part in pattern.split("/")
        ]
        return "/" + "/".join(part.replace("<int:taglia>.<int:number>", "1.1").strip("^$") for part in parts)

    def _key(self) -> str:
        known = (
            "page",
            "q",
            "table",
            "after",
            "limit",
            "from",
            "to",
            "badge",
            "pin",
            "nonce",
            "act",
            "seen",
            "format",
            "next",
            "language",
        )
        return self.text() if self.dice.random() < 0.02 else self.dice.choice([*known, self.dice.choice(self._fields)])

    def _plain(self) -> str:
        value = self.value()
        return value if isinstance(value, str) else json.dumps(value)


ONE_LINE = {ord("\r"): " ", ord("\n"): " "}
"""A header has no lines: the client itself would refuse to send it."""
