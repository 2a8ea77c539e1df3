"""A table as it is shown: drawn once for the screens of this process, and handed to each as far as it concerns it."""

import asyncio
import time
from collections.abc import Awaitable, Mapping
from typing import Any, Protocol

import msgspec
import structlog

from table.live.callers import Caller, Rights
from table.record.epoch import epoch as epoch_now
from table.screens.regions import Drawn, Region, draw
from table.threads import Urgency, tables

log = structlog.stdlib.get_logger("sabot.hub")
LATE_SECONDS = 4.0
"""A table that waits longer to be drawn has no heartbeat: what its screens show is not what is."""
NOTHING: frozenset[Region] = frozenset()


class Viewer(Protocol):
    """What the hub wants of a screen: which regions of which tables it shows, and a way to be shown them.

    ``urgency`` is that of the staff or of the public.
    """

    regions: Mapping[str, frozenset[Region]]
    urgency: Urgency
    caller: Caller

    async def show(self, text: bytes) -> bool:
        """Send a frame; False if the screen cannot take it now, and has to be shown everything later."""
        ...

    async def beat(self, text: bytes) -> None:
        """Send a heartbeat, where it says anything that was not said since the one before."""
        ...

    async def stays(self, dealer: int | None, number: int) -> bool:
        """Who is in charge of the table at this number; False if the screen is not for him to see, and is gone."""
        ...

    async def is_now(self, rights: Rights | None) -> None:
        """As whom the screen would be opened now; it goes if that is another than it was opened for."""
        ...


class TableFeed:
    """Screens of this process that show one table, all of them of the staff or of the public, and what they show."""

    def __init__(self, code: str, urgency: Urgency) -> None:
        self.code, self.urgency = code, urgency
        self.viewers: set[Viewer] = set()
        self.behind: set[Viewer] = set()
        self.lacking: dict[Viewer, frozenset[Region]] = {}
        self.drawn: Drawn | None = None
        self.epoch = ""
        self._wanted = False
        self._own: int | None = None
        self._since = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def edition(self) -> int:
        """The edition that the screens were shown last."""
        return self.drawn.edition if self.drawn else -1

    @property
    def waits(self) -> bool:
        """Whether it is to be drawn, and will be; the number of what is drawn is read when the drawing begins."""
        return self._task is not None and not self._task.done()

    @property
    def late(self) -> bool:
        """Whether it has waited for too long to say that what is shown is true now."""
        return self.waits and time.monotonic() - self._since > LATE_SECONDS

    def renew(self, *, own: int | None = None) -> None:
        """Draw the table again, once, however many pings ask for it meanwhile.

        ``own`` is the number to which an act of this very process brought it, which it need not read.
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
        """This is the epoch of the database; where what was drawn is of another one, it is drawn anew."""
        another, self.epoch = self.epoch not in ("", epoch), epoch
        if another:
            self.drawn = None
            self.behind |= self.viewers
            self.renew()

    def whole(self, drawn: Drawn, regions: frozenset[Region]) -> bytes:
        """The frame for a screen that is shown everything."""
        frame = frame_of(self.code, drawn, regions, since=None, epoch=self.epoch)
        assert frame is not None, "everything is never nothing"
        return frame

    def cancel(self) -> None:
        """Nobody looks any more."""
        if self._task is not None:
            self._task.cancel()

    async def _draw(self) -> None:
        while self._wanted:
            try:
                drawn = await tables.do(self.urgency, self._drawn_now)
            except Exception:
                # The heartbeat asks again; meanwhile its silence tells the screens that something is wrong.
                log.exception("not drawn", table=self.code)
                return
            self._since = time.monotonic()
            if drawn is not None:
                await self._show(drawn)

    def _drawn_now(self) -> Drawn | None:
        """In the thread: whatever was wanted until this moment is in it."""
        own, self._wanted = self._own, False
        if self.drawn is None:
            # A screen that showed another database has to be told before it is shown a lower number of this one.
            self.epoch = epoch_now()
        return draw(self.code, self._regions(), self.drawn, own=own)

    def _regions(self) -> set[Region]:
        return {region for viewer in list(self.viewers) for region in viewer.regions[self.code]}

    async def _show(self, drawn: Drawn) -> None:
        """To each screen what changed for it; to one that fell behind, or is new, everything."""
        await self._let_go(drawn)
        before, self.drawn = self.drawn, drawn
        frames: dict[tuple[frozenset[Region], frozenset[Region], bool], bytes | None] = {}
        for viewer in list(self.viewers):
            whole = viewer in self.behind or before is None
            regions, anew = viewer.regions[self.code], self.lacking.pop(viewer, NOTHING)
            if not regions <= drawn.texts.keys():
                self._wanted = True  # it came, or opened a sheet, while this was being drawn
                if whole:
                    continue
                self.lacking[viewer] = anew
                regions, anew = regions - anew, NOTHING
            key = regions, anew, whole
            if key not in frames:
                since = None if whole else before
                frames[key] = frame_of(self.code, drawn, regions, since=since, anew=anew, epoch=self.epoch)
            await self._hand(viewer, frames[key])

    async def _let_go(self, drawn: Drawn) -> None:
        """A dealer who is replaced is shown nothing of what comes after him, not even the entry by which it came."""
        for viewer in list(self.viewers) if self.urgency is Urgency.STAFF else ():
            await handed(viewer.stays(drawn.dealer, drawn.number))

    async def _hand(self, viewer: Viewer, frame: bytes | None) -> None:
        if frame is None:
            return
        if await handed(viewer.show(frame)):
            self.behind.discard(viewer)
        elif viewer in self.viewers:
            self.behind.add(viewer)


async def handed(sending: Awaitable[object]) -> object:
    """What became of sending something to a screen: one that fails is logged, and costs no other screen anything."""
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
    """A frame for the screens with these regions; None if nothing of theirs has changed.

    What is shown whole names the ``epoch`` of its database, as heartbeats do; what has only changed follows on one.
    Of those that are shown ``anew`` all goes out, whatever was drawn before. The number goes to every screen all the
    same: an act that is pressed has to know what its screen has seen.
    """
    sheets = {region.name: drawn.texts[region] for region in regions}
    texts: dict[str, str] = {}
    pieces: dict[str, Mapping[str, str]] = {}
    before = {it.name: since.texts[it] for it in regions - anew if it in since.texts} if since else {}
    for name, sheet in sheets.items():
        new = sheet.changes(before[name]) if name in before else sheet.text
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
