"""Sockets of the demo stage: they show the screens of one table to visitors, and accept no act.

They are only served together with the demo's pages (config/asgi.py). A visit is one opened stage; its connections can
be cut for a while, as if somebody had pulled the cable.
"""

import asyncio
from collections.abc import Collection
from typing import Any
from zlib import crc32

from django.urls import re_path

from table.demo import identity
from table.demo.stage import seat_of, stage_table
from table.live.callers import Caller, Rights
from table.live.frames import Alive, Dialogs, Frame, Resync
from table.live.socket import Screen as LiveScreen
from table.memory.threads import Urgency
from table.models import Display, Person, StaffSession, Table
from table.record.machine import clocks
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.screens.audiences import NotAdmitted, View, added_at, on_display, view_of
from table.script.added import StageScreen

CUT = 4410
"""Close code of a connection that a story has cut."""
KINDS = {
    StageScreen.CONSOLE: "dealer",
    StageScreen.PIT: "pit",
    StageScreen.SIGN: "display",
    StageScreen.SEAT: "display",
}
"""Screen of the house that each screen of the stage shows."""
_cut: dict[str, float] = {}
"""Time at which the cut of a visit ends, on the monotonic clock."""
_here: dict[str, set["Onlooker"]] = {}


async def cut(visit: str, *, seconds: float) -> None:
    """Close this process's sockets of a visit with the code CUT; new ones show nothing for ``seconds`` from now on.

    Replaces an earlier cut of the visit, but a socket that waits for the end of that one shows when it ends.
    """
    now = clocks.steady()
    for over in [it for it, until in _cut.items() if until < now]:
        del _cut[over]
    _cut[visit] = now + seconds
    for screen in list(_here.get(visit, ())):
        await screen.let_go()


def silent(visit: str) -> float:
    """Seconds until new sockets of this visit show something again, after :func:`cut`; 0 if it is not cut."""
    return max(0.0, _cut.get(visit, 0.0) - clocks.steady())


def regions(screen: StageScreen, table: Table) -> list[str]:
    """List the names of the regions of a screen of the stage's table, as its usual audience has them.

    The console has those of the dealer with the added ones, the pit the tile and dialogs of the inspector, the seat the
    display of :func:`seat_of`, the sign that of no position.
    """
    match screen:
        case StageScreen.CONSOLE:
            return [
                "bar",
                "felt",
                "console",
                "console_sheets",
                *(f"{it.kind}:{Role.DEALER}" for it in added_at(table)),
            ]
        case StageScreen.PIT:
            return [f"tile:{Role.ISPETTORE_GIOCO}", f"tile_sheets:{Role.ISPETTORE_GIOCO}"]
        case StageScreen.SEAT:
            return on_display(seat_of(table))
    return on_display("")


def shown(screen: StageScreen, language: str) -> View:
    """Return the view of a screen of the stage.

    Raises NotAdmitted (4404) in a house that is no demo, or has no table for it.
    """
    table = stage_table() if identity.is_demo() else None
    if table is None:
        raise NotAdmitted(4404)
    return view_of(table.code, regions(screen, table), language)


class Passer(Caller):
    """Anonymous visitor: neither staff nor display, whatever cookies they have."""

    def __init__(self, visit: str) -> None:
        """Make the caller of a visit without any cookie, with its rights to look on set already (``opened``).

        ``visit`` is the name of the visit in the address, of which only the CRC-32 is stored.
        """
        super().__init__({}, session_cookie="")
        self.opened = Rights(crc32(visit.encode()), place="stage")

    @property
    def name(self) -> tuple[str, int]:
        """Kind ``visit`` and the CRC-32 of the visit's name, a key for counting its sockets.

        Its kind is its own, as its number may equal that of a display.
        """
        assert self.opened is not None, "one comes to look on"
        return "visit", self.opened.who

    @property
    def display_row(self) -> int | None:
        """None: the number of a visit is no row of a display, though it may equal one."""
        return None

    def person(self, *, pressed: bool = False) -> Person | None:  # noqa: ARG002 - a press is refused before
        """Return None: a visitor is nobody of the staff, whatever cookies they have."""
        return None

    def display(self) -> Display | None:
        """Return None: a visitor is no display, whatever cookies they have."""
        return None

    def rights(self, row: StaffSession | None, display: Display | None) -> Rights | None:  # noqa: ARG002 - of nobody
        """Return the rights to look on that the visitor came with; both arguments are ignored."""
        return self.opened


class Onlooker(LiveScreen):
    """Socket of one screen of the stage."""

    async def accept(self, *given: Any, **more: Any) -> None:
        """Accept the socket, and then wait until the cut of its visit is over (:func:`cut`), not at all without one."""
        await super().accept(*given, **more)
        await asyncio.sleep(silent(self._visit))

    async def connect(self) -> None:
        """Show the screen, and register the socket under the visit in its path, also one that was not admitted.

        Its drawings have the urgency STAFF for console and pit, else PUBLIC.
        """
        await super().connect()
        self.urgency = Urgency.PUBLIC if self._kind == "display" else Urgency.STAFF
        _here.setdefault(self._visit, set()).add(self)

    async def disconnect(self, code: int) -> None:
        """Unregister the socket, and take it off the hub."""
        there = _here.get(self._visit, set())
        there.discard(self)
        if not there:
            _here.pop(self._visit, None)
        await super().disconnect(code)

    async def let_go(self) -> None:
        """Close the socket with the code CUT, as if the cable had been pulled."""
        await self._let_go(CUT)

    async def stays(self, dealer: int | None, number: int) -> bool:  # noqa: ARG002 - it is nobody's console
        """True: whoever is in charge of the table, visitors may look on."""
        return True

    def begin(self, scope: Any) -> None:
        """Reset the socket for a new connection, with a visitor as its caller for as long as it lasts.

        That is nobody of the staff, whatever the cookies, but has the right to look on (:class:`Passer`).
        """
        super().begin(scope)
        self.caller = Passer(self._visit)

    @property
    def _visit(self) -> str:
        """Name of the visit in the path of the socket."""
        return str(self.scope["url_route"]["kwargs"]["visit"])

    @property
    def _screen(self) -> StageScreen:
        """Screen of the stage that the path of the socket names."""
        return StageScreen(self.scope["url_route"]["kwargs"]["screen"])

    @property
    def _kind(self) -> str:
        """Kind of the house's screen that this one shows (KINDS)."""
        return KINDS[self._screen]

    def _admit(self) -> View:
        """Return what the screen shows, to anybody. Raises NotAdmitted without a stage, as :func:`shown` does."""
        return shown(self._screen, self._language)

    _view_now = _admit

    async def _take(self, frame: Frame) -> None:
        """Execute a frame Alive, Resync or Dialogs. Refuses (E_ROLE) any other."""
        if not isinstance(frame, Alive | Resync | Dialogs):
            raise Refused(Code.ROLE, "On the stage one looks on, and the demo’s own staff presses.")
        await super()._take(frame)


onlooker: Any = Onlooker.as_asgi()
urlpatterns: Collection[Any] = [
    re_path(r"^live/stage/(?P<visit>[\w-]{8,40})/(?P<screen>console|sign|seat|pit)/$", onlooker),
]
