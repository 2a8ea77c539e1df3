"""WebSocket consumer for electronic shoes: authentication, frames, rate limits and close codes."""

import asyncio
from typing import Any
from uuid import uuid4

import msgspec
import structlog
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from table.access import tokens
from table.access.address import address_of
from table.access.pace import TokenBuckets
from table.live.electronic_shoes import frames, line
from table.live.electronic_shoes.frames import Alive, Card, FeedAnswer, NotTaken, Ready, Taken
from table.live.electronic_shoes.taking import AGAIN, cannot_be_read, take
from table.memory.threads import Urgency, heartbeat, stopping, tables
from table.models import ElectronicShoe
from table.record import metrics
from table.record.machine import clocks
from table.record.refusals import say
from table.rules.refusal import Code, Refused, require

log = structlog.stdlib.get_logger("sabot.feed")
REVOKED, ANOTHER, SILENT, TOO_MUCH = 4401, 4403, 4408, 4429
"""Close codes: revoked or paired anew, another connection holds the shoe, silent, too many faults or connections."""
SILENT_SECONDS = 10.0
LOOK_SECONDS = 0.5
HOLDS_ON = 4
"""Number of looks between two heartbeats."""
FACTS = TokenBuckets(burst=60.0, per_second=settings.PRESSES_PER_SECOND)
FAULTS = TokenBuckets(burst=20.0, per_second=settings.FAULTS_PER_SECOND)
STRANGERS = TokenBuckets(burst=20.0, per_second=1.0)
"""Limits by shoe for facts and for unreadable or too frequent frames; by address for log lines about wrong tokens."""


class Lines:
    """Connections of this process that hold a shoe, by their names."""

    def __init__(self) -> None:
        """Begin without connections; the background task is started by the first one that enters."""
        self._open: dict[str, ShoeFeed] = {}
        self._task: asyncio.Task[None] | None = None

    def enter(self, feed: "ShoeFeed") -> None:
        """Add a connection, set the metric of open ones, and start the background task if it is not running."""
        self._open[feed.name] = feed
        metrics.SHOES.set(len(self._open))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())

    def leave(self, feed: "ShoeFeed") -> None:
        """Remove a connection, if it is there, and set the metric of open ones."""
        self._open.pop(feed.name, None)
        metrics.SHOES.set(len(self._open))

    async def _look(self) -> None:
        """Look after the connections every LOOK_SECONDS, for as long as there are any.

        Those that no longer hold their shoe are closed (:meth:`ShoeFeed.lose`), silent ones with SILENT; at every
        fourth look a heartbeat is stored for each. Where the database fails that is logged, and ends that look; a
        connection that cannot be closed is passed over.
        """
        turn = 0
        while self._open:
            await asyncio.sleep(LOOK_SECONDS)
            names, turn = list(self._open), turn + 1
            try:
                connected = await heartbeat.do(Urgency.PRESS, line.holding, names)
                if turn % HOLDS_ON == 0:
                    await tables.do(Urgency.STAFF, line.hold_on, names)
            except Exception:
                log.exception("nobody knows which electronic shoes hold their lines; it is asked again")
                continue
            known = [(name, feed) for name in names if (feed := self._open.get(name)) is not None]
            gone = [it.lose() for name, it in known if name not in connected]
            silent = [it.go(SILENT) for name, it in known if name in connected and it.silent]
            await asyncio.gather(*gone, *silent, return_exceptions=True)


lines = Lines()
"""Connections of this process."""


class ShoeFeed(AsyncWebsocketConsumer):
    """Connection of an electronic shoe, authenticated by its token, for its own table only."""

    channel_layer_alias = ""
    name = ""
    """Name of the connection; empty while it does not hold the shoe."""
    _let_go = False

    async def connect(self) -> None:
        """Accept the shoe, make this its line, and send "ready" with the number of the next fact: a card or cut card.

        Refused with HTTP 403 for a token that is wrong or of another table's shoe. Accepted and then closed: with
        TOO_MUCH if the shoe has too many connections or the server is full, with ANOTHER after a refusal (E_NOT_FREE)
        if another one holds the shoe or it was revoked meanwhile. Raises errors of the database, which end it.
        """
        shoe = await self._paired()
        if shoe is None:
            await self.close()
            return
        await self.accept()
        self._shoe, self._next = shoe, shoe.taken + 1
        if not self._has_room():
            await self.close(TOO_MUCH)
            return
        name = uuid4().hex
        upcoming = await tables.do(Urgency.DOOR, line.hold, shoe, name)
        if not upcoming:
            await self._refuse(
                0,
                Refused(
                    Code.NOT_FREE,
                    "Another electronic shoe tells the cards of table %(table)s; it stays, and this one is not heard.",
                    table=shoe.table.code,
                ),
            )
            await self.close(ANOTHER)
            return
        self.name, self._heard, self._next = name, clocks.steady(), upcoming
        lines.enter(self)
        log.info("an electronic shoe is connected", table=shoe.table.code, shoe=shoe.key, next=self._next)
        await self._say(Ready(shoe.table.code, self._next))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002 - bytes are no frame
        """Take a frame, and answer it with "taken", "alive" or a refusal.

        Refused are a frame that is binary or cannot be read (E_FRAME), a fact too many (E_RATE), and what :func:`take`
        refuses; after an unexpected error it is E_HELD. Refusals go by :meth:`_refused`, which may close the connection
        instead. Frames are ignored unless this connection was given the shoe, while it is being closed, and once the
        house stops. Facts are counted in the metrics.
        """
        if stopping.is_set() or self._let_go or not self.name:
            return
        self._heard, number = clocks.steady(), 0
        try:
            frame = frames.read(text_data)
            if isinstance(frame, Alive):
                await self._say(frame)
                return
            number = frame.number
            require(FACTS.take(self._shoe.pk), Code.RATE, "Too much at once; wait a moment and tell it again.")
            self._next = await tables.do(Urgency.PRESS, take, self.name, frame, connected=self._shoe.table.number)
            metrics.SHOE_FACTS.labels("unread" if isinstance(frame, Card) and frame.face is None else "taken").inc()
            await self._say(Taken(number))
        except Refused as refused:
            await self._refused(number, refused)
        except Exception:
            metrics.SHOE_FACTS.labels("failed").inc()
            log.exception("a fact of an electronic shoe failed", table=self._shoe.table.code, number=number)
            await self._refuse(number, Refused(Code.HELD, "The house could not answer. Nothing was half done."))

    async def disconnect(self, _code: int) -> None:
        """Take the connection off `lines`, log it, and release the shoe if this connection still holds it.

        Does nothing for a connection that was never given the shoe, nor when it is called again.
        """
        if not self.name:
            return
        lines.leave(self)
        name, self.name = self.name, ""
        log.info("an electronic shoe is gone", table=self._shoe.table.code, shoe=self._shoe.key)
        await tables.do(Urgency.PRESS, line.let_go, name)

    async def dispatch(self, message: Any) -> None:
        """Call the handler.

        Overridden, as Channels would clean up database connections, which the event loop never uses.
        """
        await getattr(self, get_handler_name(message))(message)

    @property
    def silent(self) -> bool:
        """Whether nothing was received for ten seconds."""
        return clocks.steady() - self._heard > SILENT_SECONDS

    async def go(self, code: int) -> None:
        """Close the connection with this code, unless this method has closed it before; ignore what it still sends."""
        if not self._let_go:
            self._let_go = True
            await self.close(code)

    async def lose(self) -> None:
        """Close the connection, which no longer holds its shoe, with REVOKED if the token is of no shoe any more.

        Else with SILENT, after which the shoe comes back: its line was let go, as nothing was heard of this process.
        """
        paired = await tables.do(Urgency.DOOR, line.is_paired, self._shoe)
        await self.go(SILENT if paired else REVOKED)

    # --- admission

    async def _paired(self) -> ElectronicShoe | None:
        """Return the shoe that the token belongs to, if it is paired with this table.

        Else log the address, unless too many were logged of it lately, and return None.
        """
        headers = [value for name, value in self.scope["headers"] if name == b"authorization"]
        token = tokens.bearer(headers[0].decode("latin1")) if len(headers) == 1 else ""
        client = str((self.scope.get("client") or [""])[0])
        forwarded = dict(self.scope["headers"]).get(b"x-forwarded-for", b"").decode("latin1")
        address = address_of(client, forwarded)
        shoe = await tables.do(Urgency.DOOR, tokens.shoe_with, token) if token else None
        if shoe is not None and shoe.table.code == self.scope["url_route"]["kwargs"]["code"]:
            return shoe
        if STRANGERS.take(address):
            log.warning("a token of no electronic shoe of this table", device=address)
        return None

    def _has_room(self) -> bool:
        """Count this connection for its shoe and return True, or return False without counting it.

        False if the shoe has too many, the server is full, or the connection is lost or counted already. In a full
        server the newest connection of whoever has most may be closed for it: then True. The server itself stops
        counting a connection once that ends. True under a server that does not count (no ``admitted`` in the scope).
        """
        admitted: Any = self.scope.get("admitted")
        return admitted is None or bool(admitted(f"shoe {self._shoe.pk}"))

    # --- answers

    async def _refused(self, number: int, refused: Refused) -> None:
        """Answer a refusal, or close a line that has lost its shoe (:meth:`lose`), or (TOO_MUCH) one with many faults.

        Faults are frames that cannot be read or come too fast, counted by shoe. One that could not be read is noted for
        the dealer in the shoe's row, as it may have been a card; errors of that are only logged. Counts the refusal in
        the metrics.
        """
        metrics.SHOE_FACTS.labels("refused").inc()
        if refused.code is Code.FRAME:
            try:
                await tables.do(Urgency.PRESS, cannot_be_read, self.name)
            except Exception:
                log.exception(
                    "the dealer is not told that the shoe sent what cannot be read", table=self._shoe.table.code
                )
        if refused.code is Code.SIGNED_OUT:
            await self.lose()
        elif refused.code in (Code.FRAME, Code.RATE) and not FAULTS.take(self._shoe.pk):
            await self.go(TOO_MUCH)
        else:
            await self._refuse(number, refused)

    async def _refuse(self, number: int, refused: Refused) -> None:
        """Answer that a fact was not taken: why (in the house's language), if to send it again, the next number."""
        with translation.override(settings.LANGUAGE_CODE):
            sentence = say(refused)
        again = refused.code in AGAIN
        await self._say(NotTaken(number, self._next, refused.code.value, sentence, again))

    async def _say(self, answer: FeedAnswer) -> None:
        """Send an answer as a text frame of JSON."""
        await self.send(text_data=msgspec.json.encode(answer).decode())
