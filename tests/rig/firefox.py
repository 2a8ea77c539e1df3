"""A Firefox without a window, as Debian has it, driven by WebDriver BiDi: no driver of its own, one socket."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.rig.process import running

NAMES = ("firefox-esr", "firefox")
LISTENS = "WebDriver BiDi listening on "
ANSWERS_S = 60
QUIET = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
}
"""Nothing may be looked up or fetched that the story did not ask for."""


class Tab:
    """A page in Firefox. ``complaints`` are what it wrote to its console as errors."""

    def __init__(self, firefox: "Firefox", context: str) -> None:
        self.firefox, self.context = firefox, context

    @property
    def complaints(self) -> list[str]:
        """The errors of all pages so far."""
        return self.firefox.complaints

    def evaluate(self, function: str) -> Any:
        """What a function of the page gives: anything that JSON has."""
        script = f"(async () => JSON.stringify(await ({function})() ?? null))()"
        where = {"target": {"context": self.context}, "awaitPromise": True}
        answer = self.firefox.does("script.evaluate", expression=script, **where)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        """A press of the hand at this place of the window."""
        moves = {"type": "pointerMove", "x": round(x), "y": round(y)}
        acts = [moves, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        hand = {"type": "pointer", "id": "hand", "actions": acts}
        self.firefox.does("input.performActions", context=self.context, actions=[hand])


class Firefox:
    """A running Firefox and the socket by which it is told what to do."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.numbers, self.complaints = socket, count(1), list[str]()
        known = self.does("session.new", capabilities={})["capabilities"]
        self.version = f"Firefox {known['browserVersion']}"
        self.does("session.subscribe", events=["log.entryAdded"])

    def opens(self, url: str, cookies: Mapping[str, str], *, width: int, height: int) -> Tab:
        """A page at this address for whoever has these cookies, in a user's context of its own."""
        user = self.does("browser.createUserContext")["userContext"]
        context = self.does("browsingContext.create", type="tab", userContext=user)["context"]
        self.does("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        for name, value in cookies.items():
            here = {"domain": urlsplit(url).hostname, "path": "/"}
            cookie = {"name": name, "value": {"type": "string", "value": value}, **here}
            self.does("storage.setCookie", cookie=cookie, partition={"type": "storageKey", "userContext": user})
        self.does("browsingContext.navigate", context=context, url=url, wait="complete")
        return Tab(self, context)

    def does(self, method: str, **params: Any) -> Any:
        """A command, and its answer; what is told meanwhile is noted."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(timeout=ANSWERS_S))
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.complaints.append(str(message["params"]["text"]))


@contextmanager
def running_firefox() -> Iterator[Firefox | None]:
    """A Firefox while it runs; None where there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
        Path(profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        with running(command, ready=LISTENS) as said:
            where = next(line.partition(LISTENS)[2].strip() for line in said.lines if LISTENS in line)
            with connect(f"{where}/session", max_size=None) as socket:
                yield Firefox(socket)
