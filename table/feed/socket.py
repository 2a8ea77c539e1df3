"""The sockets of electronic shoes: who may open one, what is heard on it, and when it is closed."""

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
from table.access.pace import Pace
from table.feed import frames, line
from table.feed.frames import Alive, Answer, Card, NotTaken, Ready, Taken
from table.feed.taking import AGAIN, cannot_be_read, take
from table.models import ElectronicShoe
from table.record import metrics
from table.record.machine import clocks
from table.record.refusals import say
from table.rules.refusal import Code, Refused, require
from table.threads import Urgency, heartbeat, stopping, tables

log = structlog.stdlib.get_logger("sabot.feed")
REVOKED, ANOTHER, SILENT, TOO_MUCH = 4401, 4403, 4408, 4429
"""The codes by which the house closes the socket of a shoe: it was revoked, another one tells the cards, nothing was
heard from it, or far too much."""
SILENT_SECONDS = 10.0
LOOK_SECONDS = 0.5
HOLDS_ON = 4
"""With every so many looks at who holds a line those that are held are held for longer."""
FACTS = Pace(burst=60.0, per_second=settings.PRESSES_PER_SECOND)
FAULTS = Pace(burst=20.0, per_second=settings.FAULTS_PER_SECOND)
STRANGERS = Pace(burst=20.0, per_second=1.0)
"""Facts and faults of a shoe are borne so often; tokens of nobody are logged so often for an address."""


class Lines:
    """The sockets of this process that tell facts, by the names of their connections."""

    def __init__(self) -> None:
        self._open: dict[str, ShoeFeed] = {}
        self._task: asyncio.Task[None] | None = None

    def enter(self, feed: "ShoeFeed") -> None:
        """This one tells facts from now on."""
        self._open[feed.name] = feed
        metrics.SHOES.set(len(self._open))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())

    def leave(self, feed: "ShoeFeed") -> None:
        """It tells nothing more."""
        self._open.pop(feed.name, None)
        metrics.SHOES.set(len(self._open))

    async def _look(self) -> None:
        """While there are any: hold on to their lines, and let those go that are silent or hold theirs no more."""
        turn = 0
        while self._open:
            await asyncio.sleep(LOOK_SECONDS)
            names, turn = list(self._open), turn + 1
            try:
                held = await heartbeat.do(Urgency.PRESS, line.holding, names)
                if turn % HOLDS_ON == 0:
                    await tables.do(Urgency.STAFF, line.hold_on, names)
            except Exception:
                log.exception("nobody knows which electronic shoes hold their lines; it is asked again")
                continue
            known = [(name, feed) for name in names if (feed := self._open.get(name)) is not None]
            gone = [it.go(REVOKED) for name, it in known if name not in held]
            silent = [it.go(SILENT) for name, it in known if name in held and it.silent]
            await asyncio.gather(*gone, *silent, return_exceptions=True)


lines = Lines()
"""Those of this process."""


class ShoeFeed(AsyncWebsocketConsumer):
    """The socket of an electronic shoe: it is let in by its token, at its own table, and tells facts one by one."""

    channel_layer_alias = ""
    name = ""
    """Of the connection, while it holds its line."""
    _let_go = False

    async def connect(self) -> None:
        """Let the shoe in and say which fact comes next; refused where another connection tells the facts."""
        shoe = None if stopping.is_set() else await self._paired()
        if shoe is None:
            await self.close()
            return
        await self.accept()
        self._shoe, self._heard, self._next = shoe, clocks.steady(), shoe.taken + 1
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
        self.name, self._next = name, upcoming
        lines.enter(self)
        log.info("an electronic shoe is connected", table=shoe.table.code, shoe=shoe.key, next=self._next)
        await self._say(Ready(shoe.table.code, self._next))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002 - bytes are no frame
        """Take a frame and answer it; whatever cannot be taken changes nothing."""
        if stopping.is_set() or self._let_go or not self.name:
            return
        self._heard, number = clocks.steady(), 0
        try:
            told = frames.read(text_data)
            if isinstance(told, Alive):
                await self._say(told)
                return
            number = told.number
            require(FACTS.asks(self._shoe.pk), Code.RATE, "Too much at once; wait a moment and tell it again.")
            self._next = await tables.do(Urgency.PRESS, take, self.name, told)
            metrics.SHOE_FACTS.labels("unread" if isinstance(told, Card) and told.face is None else "taken").inc()
            await self._say(Taken(number))
        except Refused as refused:
            await self._refused(number, refused)
        except Exception:
            metrics.SHOE_FACTS.labels("failed").inc()
            log.exception("a fact of an electronic shoe failed", table=self._shoe.table.code, number=number)
            await self._refuse(number, Refused(Code.HELD, "The house could not answer. Nothing was half done."))

    async def disconnect(self, _code: int) -> None:
        """The shoe is gone, and its line is free."""
        if not self.name:
            return
        lines.leave(self)
        name, self.name = self.name, ""
        log.info("an electronic shoe is gone", table=self._shoe.table.code, shoe=self._shoe.key)
        await tables.do(Urgency.PRESS, line.let_go, name)

    async def dispatch(self, message: Any) -> None:
        """Take what the server hands over. On the loop nothing asks the database: no connection is looked after."""
        await getattr(self, get_handler_name(message))(message)

    @property
    def silent(self) -> bool:
        """Whether nothing was heard for too long."""
        return clocks.steady() - self._heard > SILENT_SECONDS

    async def go(self, code: int) -> None:
        """Close the socket; nothing that it says is taken any more."""
        if not self._let_go:
            self._let_go = True
            await self.close(code)

    # --- who it is

    async def _paired(self) -> ElectronicShoe | None:
        """The shoe whose token opens this socket, if it is of this table; tokens of nobody are not tried for long."""
        headers = [value for name, value in self.scope["headers"] if name == b"authorization"]
        token = tokens.bearer(headers[0].decode("latin1")) if len(headers) == 1 else ""
        client = str((self.scope.get("client") or [""])[0])
        forwarded = dict(self.scope["headers"]).get(b"x-forwarded-for", b"").decode("latin1")
        address = address_of(client, forwarded)
        shoe = await tables.do(Urgency.DOOR, tokens.shoe_with, token) if token else None
        if shoe is not None and shoe.table.code == self.scope["url_route"]["kwargs"]["code"]:
            return shoe
        if STRANGERS.asks(address):
            log.warning("a token of no electronic shoe of this table", device=address)
        return None

    def _has_room(self) -> bool:
        """A connection counts for its shoe; a server that counts nobody's does not say."""
        admitted: Any = self.scope.get("admitted")
        return admitted is None or bool(admitted(f"shoe {self._shoe.pk}"))

    # --- answers

    async def _refused(self, number: int, refused: Refused) -> None:
        metrics.SHOE_FACTS.labels("refused").inc()
        if refused.code is Code.FRAME:
            await self._tell_dealer()
        if refused.code is Code.SIGNED_OUT:
            await self.go(REVOKED)
        elif refused.code in (Code.FRAME, Code.RATE) and not FAULTS.asks(self._shoe.pk):
            await self.go(TOO_MUCH)
        else:
            await self._refuse(number, refused)

    async def _tell_dealer(self) -> None:
        """Of what cannot be read nobody knows whether it was a card. The shoe is answered, whatever fails here."""
        try:
            await tables.do(Urgency.PRESS, cannot_be_read, self.name)
        except Exception:
            log.exception("the dealer is not told of what his shoe said", table=self._shoe.table.code)

    async def _refuse(self, number: int, refused: Refused) -> None:
        with translation.override(settings.LANGUAGE_CODE):
            sentence = say(refused)
        again = refused.code in AGAIN
        await self._say(NotTaken(number, self._next, refused.code.value, sentence, again))

    async def _say(self, answer: Answer) -> None:
        await self.send(text_data=msgspec.json.encode(answer).decode())
