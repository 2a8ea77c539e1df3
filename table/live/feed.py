"""Feed of one table to the screens of this process: drawn once, and sent to each as far as it concerns them."""

import asyncio
import time
from collections.abc import Awaitable, Mapping
from typing import Any, Protocol

import msgspec
import structlog
from django.utils import timezone

from table.live.callers import Caller, Rights
from table.memory.threads import Urgency, tables
from table.record.epoch import epoch as epoch_now
from table.screens.regions import Drawn, Region, draw

log = structlog.stdlib.get_logger("sabot.hub")
LATE_SECONDS = 4.0
"""Seconds after which a table that waits to be drawn has no heartbeat, as what its screens show may be untrue."""
NOTHING: frozenset[Region] = frozenset()


class Viewer(Protocol):
    """A screen as the hub sees it: the regions that it shows, by table, and how to send to it.

    ``urgency`` is that of the staff or of the public.
    """

    regions: Mapping[str, frozenset[Region]]
    urgency: Urgency
    caller: Caller

    async def show(self, text: bytes) -> bool:
        """Send a frame and return True.

        False, without sending it, if the screen cannot take it now: then everything is sent to it later.
        """

    async def beat(self, text: bytes) -> None:
        """Send a heartbeat; an implementation may leave it out where a frame was sent since the last one."""

    async def stays(self, dealer: int | None, number: int) -> bool:
        """Return whether the screen may be shown a table with this dealer (primary key) as of entry ``number``.

        If not, its socket is closed.
        """

    async def is_now(self, rights: Rights | None) -> None:
        """Close the screen unless these are the rights with which it was opened."""

    async def follow_rules(self) -> None:
        """Close the screen if it would be opened with other regions now, as its tables have other rules."""


class TableFeed:
    """Screens of this process that show one table, all of the staff or all of the public, and what they were shown.

    ``behind`` are screens that have to be sent everything, ``lacking`` those that have to be sent some regions whole.
    """

    def __init__(self, code: str, urgency: Urgency) -> None:
        """Begin without viewers, with nothing drawn; `urgency` is that of the staff or of the public."""
        self.code, self.urgency = code, urgency
        self.viewers: set[Viewer] = set()
        self.behind: set[Viewer] = set()
        self.lacking: dict[Viewer, frozenset[Region]] = {}
        self.drawn: Drawn | None = None
        self.epoch = ""
        self._whole: dict[frozenset[Region], bytes] = {}
        self._wanted = False
        self._own: int | None = None
        self._since = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def edition(self) -> int:
        """Edition that was drawn last, a number that grows with every change of the table; -1 before the first."""
        return self.drawn.edition if self.drawn else -1

    @property
    def has_turned(self) -> bool:
        """Whether time alone has changed what the screens show since it was drawn; False before the first drawing."""
        return self.drawn is not None and self.drawn.turns is not None and self.drawn.turns <= timezone.now()

    @property
    def waits(self) -> bool:
        """Whether a drawing is due or going on. One that is due will also show what happens until it begins."""
        return self._task is not None and not self._task.done()

    @property
    def late(self) -> bool:
        """Whether a drawing has been due for more than LATE_SECONDS, so that what is shown may not be true now."""
        return self.waits and time.monotonic() - self._since > LATE_SECONDS

    def renew(self, *, own: int | None = None) -> None:
        """Have the table drawn again, once for all calls until the drawing begins.

        ``own`` is the number to which an act of this process has brought it, so that it need not be read; None if
        somebody else acted, and then it is read whatever the other calls say.
        """
        if own is None or not self._wanted:
            self._own = own
        elif self._own is not None:
            self._own = max(own, self._own)
        self._wanted = True
        if not self.waits:
            self._since = time.monotonic()
            self._task = asyncio.create_task(self._draw())

    def follow(self, epoch: str) -> None:
        """Store the epoch of the database.

        If another one was stored before, forget the drawing, draw again, and send every screen everything.
        """
        another, self.epoch = self.epoch not in ("", epoch), epoch
        if another:
            self.drawn = None
            self.behind |= self.viewers
            self.renew()

    def whole(self, drawn: Drawn, regions: frozenset[Region]) -> bytes:
        """Encode the frame with all of these regions as they are drawn now.

        Cached by set of regions until the next drawing.
        """
        if regions not in self._whole:
            frame = frame_of(self.code, drawn, regions, since=None, epoch=self.epoch)
            assert frame is not None, "everything is never nothing"
            self._whole[regions] = frame
        return self._whole[regions]

    def cancel(self) -> None:
        """Stop drawing, as no screen is left."""
        if self._task is not None:
            self._task.cancel()

    async def _draw(self) -> None:
        """Draw the table in a thread and send it to the screens, again for as long as `renew` was called meanwhile.

        Nothing is sent of a table that is gone. A failure is logged and ends it. Then the next heartbeat has the table
        drawn again; or, if only the sending failed, it names the new edition, which shows screens that they lack it.
        """
        while self._wanted:
            try:
                drawn = await tables.do(self.urgency, self._drawn_now)
                self._since = time.monotonic()
                if drawn is not None:
                    await self._show(drawn)
            except Exception:
                # The heartbeat asks again; meanwhile its silence tells the screens that something is wrong.
                log.exception("not drawn", table=self.code)
                return

    def _drawn_now(self) -> Drawn | None:
        """Draw the regions that any screen shows, and return the drawing; None without such a table; runs in a thread.

        Whoever calls `renew` before it begins is served by it; later calls lead to another drawing. The epoch is read
        first where nothing was drawn before.
        """
        own, self._wanted = self._own, False
        if self.drawn is None:
            # A screen that showed another database must know of the new one before it gets a lower number.
            self.epoch = epoch_now()
        regions = {region for viewer in list(self.viewers) for region in viewer.regions[self.code]}
        return draw(self.code, regions, self.drawn, own=own)

    async def _show(self, drawn: Drawn) -> None:
        """Store the drawing, and send each screen what changed in its regions, or that only the edition has grown.

        All regions to a screen in ``behind``, and to every one if nothing was drawn before; those in ``lacking`` whole.
        Draws again where a screen wants regions that this drawing lacks: they and those in ``lacking`` wait for it, and
        one that has to be sent everything gets nothing until then. Consoles of replaced dealers are closed before.
        """
        for viewer in list(self.viewers) if self.urgency is Urgency.STAFF else ():
            await handed(viewer.stays(drawn.dealer, drawn.number))
        before, self.drawn = self.drawn, drawn
        self._whole.clear()
        frames: dict[tuple[frozenset[Region], frozenset[Region], bool], bytes | None] = {}
        for viewer in list(self.viewers):
            if viewer not in self.viewers:
                continue  # it left while another one was sent to
            whole = viewer in self.behind or before is None
            regions, anew = viewer.regions[self.code], self.lacking.pop(viewer, NOTHING)
            if missing := regions.difference(drawn.texts):
                self._wanted = True  # it came, or opened a dialog, while this was being drawn
                if whole:
                    continue
                self.lacking[viewer] = missing | anew
                regions, anew = regions - self.lacking[viewer], NOTHING
            key = regions, anew, whole
            if key not in frames:
                since = None if whole else before
                frames[key] = frame_of(self.code, drawn, regions, since=since, anew=anew, epoch=self.epoch)
            await self._hand(viewer, frames[key])

    async def _hand(self, viewer: Viewer, frame: bytes | None) -> None:
        """Send a frame, and note whether the screen is ``behind``: it is, if it did not take the frame.

        Nothing is sent or noted for None; a screen that has left meanwhile is not noted as behind.
        """
        if frame is None:
            return
        if await handed(viewer.show(frame)):
            self.behind.discard(viewer)
        elif viewer in self.viewers:
            self.behind.add(viewer)


async def handed(sending: Awaitable[object]) -> object:
    """Await a call that sends to one screen, and return its result; if it raises, log a warning and return False."""
    try:
        return await sending
    except Exception as error:  # noqa: BLE001 - whatever fails at one screen stays there
        log.warning("a screen could not be sent to", why=repr(error)[:200])
        return False


def frame_of(
    code: str,
    drawn: Drawn,
    regions: frozenset[Region],
    *,
    since: Drawn | None,
    anew: frozenset[Region] = NOTHING,
    epoch: str = "",
) -> bytes | None:
    """Encode the frame for screens with these regions; None if nothing has changed for them.

    Without ``since`` it holds everything and the ``epoch`` of the database; with it, what changed since that drawing,
    and the regions in ``anew`` whole. If only the table's edition has grown, a frame without regions is returned, as a
    press has to name the number that its screen has seen.
    """
    drawings = {region.name: drawn.texts[region] for region in regions}
    texts: dict[str, str] = {}
    pieces: dict[str, Mapping[str, str]] = {}
    before = {it.name: since.texts[it] for it in regions - anew if it in since.texts} if since else {}
    for name, drawing in drawings.items():
        new = drawing.changes(before[name]) if name in before else drawing.text
        if isinstance(new, str):
            texts[name] = new
        elif new:
            pieces[name] = new
    if since is not None and since.edition >= drawn.edition and not texts and not pieces:
        return None
    frame: dict[str, Any] = {"kind": "push" if since else "all", "table": code}
    frame |= {"from": since.edition if since else 0, "edition": drawn.edition, "number": drawn.number}
    shown = {"regions": texts, "pieces": pieces} if since else {"epoch": epoch, "regions": texts}
    return msgspec.json.encode(frame | shown)
