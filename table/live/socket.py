"""Socket of a screen: regions go out, acts come in.

A frame is validated as a whole before anything is done with it.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from table.live import frames
from table.live.acts import carry_out, what_became_of
from table.live.callers import Caller, Rights, as_display, as_person
from table.live.frames import Alive, Ask, Dialogs, Frame, Resync
from table.live.hub import hub
from table.live.rate_limits import ScreenLimits, check_fresh
from table.memory import wire
from table.memory.threads import Urgency, stopping, tables
from table.play.texts import legible
from table.record import metrics
from table.record.door import Fate
from table.record.press import too_late
from table.record.refusals import say, source_of
from table.rules.refusal import Code, Refused
from table.screens.audiences import NotAdmitted, View, display_view, staff_view
from table.screens.read.lines import title_of
from table.screens.read.snapshot import number_of
from table.screens.regions import Region

log = structlog.stdlib.get_logger("sabot.screen")
SIGNED_OUT, ANOTHER, SILENT, TOO_MUCH = 4401, 4403, 4408, 4429
"""Codes by which the house closes a socket.

Nobody is signed in any more; it is somebody else now, so that the page has to be reopened; nothing was heard from the
screen; or there were too many faulty frames, or too many screens.
"""


class Screen(AsyncWebsocketConsumer):
    """Socket of one screen: a dealer's console, an inspector's desk, the pit or another wall, or a table's display."""

    # The hub listens for all screens of the process; a channel for each would be one more subscription.
    channel_layer_alias = ""
    regions: Mapping[str, frozenset[Region]] = {}
    view = View({}, {})
    urgency = Urgency.STAFF
    _counted = False

    async def connect(self) -> None:
        """Accept the socket in any case, and only then send the screen its tables, or close it.

        Closes with the code of `NotAdmitted` if they may not be shown to this caller, or with TOO_MUCH if its owner has
        too many screens open or the server is full. Only a screen that is not closed so counts in the metric of open
        screens. Raises errors of the database, which end it.
        """
        await self.accept()
        self.begin(self.scope)
        try:
            view = await tables.do(Urgency.DOOR, self._admit)
        except NotAdmitted as away:
            await self._let_go(away.code)
            return
        if not self._has_room():
            await self._let_go(TOO_MUCH)
            return
        self.limits.begin(self.caller.name)  # whoever had to wait at the door was not silent
        self.view, self.regions = view, view.regions
        self.urgency = Urgency.PUBLIC if self._kind == "display" else Urgency.STAFF
        metrics.SCREENS.labels(self._kind).inc()
        self._counted = True
        await hub.enter(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002 - bytes are no frame
        """Execute a frame, and send a sentence if it is refused or fails.

        One that succeeds is answered by `_take`. A frame that cannot be read, or that is binary, is refused
        (E_FRAME); an exception is logged and not raised, and answered by ``failed``, in the language of the screen and
        without a code. Ignores frames once the server stops or the socket is closed.
        """
        if stopping.is_set() or self._gone:
            # The screen asks again once the house is back; what one still sent before it went is nobody's.
            return
        nonce = table = ""
        try:
            frame = frames.read(text_data)
            nonce, table = getattr(frame, "nonce", ""), getattr(frame, "table", "")
            await self._take(frame)
        except Refused as refused:
            # Also what cannot be read is answered under its name, where it has one: some button waits for it.
            await self._refuse(nonce or frames.name_of(text_data), refused, self._spelt(table))
        except Exception:
            log.exception("a frame failed", nonce=nonce)
            with translation.override(self._language):
                sentence = gettext("The house could not answer. Nothing was half done: press again.")
            await self._say(kind="failed", nonce=nonce, sentence=sentence)

    async def disconnect(self, _code: int) -> None:
        """Take the screen off the hub, and off the count of open screens.

        Does nothing for one that was not admitted.
        """
        if self._counted:
            metrics.SCREENS.labels(self._kind).dec()
            await hub.leave(self)

    async def dispatch(self, message: Any) -> None:
        """Call the handler of a message of the server.

        Unlike Channels' own it does not close old database connections: none is used on the event loop.
        """
        await getattr(self, get_handler_name(message))(message)

    # --- what the hub sends

    async def show(self, text: bytes) -> bool:
        """Send a frame that the screen has to answer, count it as unanswered, and return True.

        Once the socket is closed it is counted and not sent. False, neither sent nor counted, while too many are
        unanswered.
        """
        if self.limits.full:
            return False
        self.limits.frame_awaits_answer()
        await self._write(text)
        return True

    async def beat(self, text: bytes) -> None:
        """Send a heartbeat; or close the socket (SILENT) if the screen has not answered for more than SILENT_SECONDS.

        Not sent while too many frames are unanswered, nor to a public screen that was sent a frame since the last one.
        It does not count as unanswered itself.
        """
        due = self.limits.heartbeat_due() or self.urgency is Urgency.STAFF
        if self.limits.silent:
            await self._let_go(SILENT)
        elif due and not self.limits.full:
            await self._write(text)

    async def _write(self, text: bytes) -> None:
        """Count a frame as sent in `limits`, not as unanswered, and write it to the socket, or else through Channels.

        It goes straight to the socket where that is possible. Once the socket is closed it is counted and not sent.
        """
        self.limits.frame_sent()
        if not self._gone and not wire.written(wire.socket_of(self.base_send), text):
            await self.send(text_data=text.decode())

    @property
    def _gone(self) -> bool:
        """Whether the socket is closed, by the house or by the browser, even before this consumer is told.

        Under a server other than Daphne only what the house itself has closed is known.
        """
        return self._let or wire.is_closed(wire.socket_of(self.base_send))

    # --- who looks

    def begin(self, scope: Any) -> None:
        """Reset the state of the consumer for a new connection: limits, language and caller.

        The language is that in the query of its address, that of its page: all behind the first ``language=``. It is
        the house's own where there is none, or where that is no language of the house, as with anything behind it. The
        caller has the keys of session and display from the cookies; who that is, is not looked up yet.
        """
        language = scope["query_string"].decode("ascii", "replace").partition("language=")[2]
        self._since, self._let = 0, False
        self.limits = ScreenLimits()
        self._language = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.caller = Caller(scope.get("cookies", {}), session_cookie=settings.SESSION_COOKIE_NAME)

    @property
    def _kind(self) -> str:
        """Kind of the screen as its path names it, such as ``dealer`` or ``display``."""
        return str(self.scope["url_route"]["kwargs"]["screen"])

    def _admit(self) -> View:
        """Return what the screen shows, and store in `caller` the rights with which it was opened.

        For a console the number of the last entry of its table's register is kept in `_since`, for any other screen 0.
        Raises NotAdmitted as the view does, and (4404) for a code that cannot be one of a table.
        """
        if self._kind == "display":
            display = self.caller.display()
            self.caller.opened = as_display(display) if display is not None else None
            return display_view(display)
        code, person = self._code, self.caller.person()
        if not legible(code):
            raise NotAdmitted(4404)
        self.caller.opened = as_person(person) if person is not None else None
        view = staff_view(self._kind, code, person, self._language)
        self._since = number_of(code) if self._kind == "dealer" else 0
        return view

    def _view_now(self) -> View:
        """Return what the screen would show if it were opened now. Raises NotAdmitted."""
        if self._kind == "display":
            return display_view(self.caller.display())
        return staff_view(self._kind, self._code, self.caller.person(), self._language)

    @property
    def _code(self) -> str:
        """Code of the table in the screen's path; "" where it has none, as for a wall or a display."""
        return str(self.scope["url_route"]["kwargs"].get("code", ""))

    async def follow_rules(self) -> None:
        """Close the socket if the screen would be opened with other regions now, so that its page is loaded anew.

        Does nothing where it would not be opened at all: `is_now` closes that one.
        """
        with suppress(NotAdmitted):
            if (await tables.do(self.urgency, self._view_now)).regions != self.view.regions:
                await self._let_go(ANOTHER)

    async def is_now(self, rights: Rights | None) -> None:
        """Close the socket if whoever it belongs to has other rights now than those it was opened with.

        The code is SIGNED_OUT for None, which stands for no rights, else ANOTHER.
        """
        if rights != self.caller.opened:
            await self._let_go(SIGNED_OUT if rights is None else ANOTHER)

    async def stays(self, dealer: int | None, number: int) -> bool:
        """Return whether this screen may be shown its table with this dealer; if not, close its socket.

        Only a console is ever closed, if ``dealer`` (primary key), as of entry ``number``, is somebody else than who
        opened it; None, a table without a dealer, closes none, nor does an entry from before it was opened.
        """
        opened = self.caller.opened
        own = self._kind != "dealer" or dealer is None or opened is None or opened.who == dealer
        if own or number < self._since:
            return True
        await self._let_go(ANOTHER)
        return False

    def _has_room(self) -> bool:
        """Count this screen for its owner and return True, or return False without counting it.

        False if they have too many open, or the server is full; before that the newest screen of whoever has
        most may be closed for it. True where the server does not count.
        """
        admitted: Any = self.scope.get("admitted")
        kind, who = self.caller.name
        return admitted is None or bool(admitted(f"{kind} {who}"))

    # --- a frame, and its answer

    async def _take(self, frame: Frame) -> None:
        """Execute a frame: acts, a question about a press, dialogs shown or hidden, regions sent anew, a sign of life.

        Sends an answer to acts (the number of the last entry) and to a question; ignores dialogs and regions of
        a table not shown here. Refuses (E_RATE) too many frames, signs of life apart, (E_LATE) acts based on what was
        sent too long ago, or of a closed socket, and (E_FRAME) acts based on more frames than were sent; and as the act
        (:func:`carry_out`) or the question (:func:`what_became_of`) is.
        """
        match frame:
            case Alive():
                self.limits.answered()
            case Resync():
                if frame.table in self.regions:
                    self.limits.pressed()
                    await hub.resync(self, frame.table)
            case Dialogs():
                if frame.table in self.regions:
                    self.limits.pressed()
                    dialogs = self.view.dialogs[frame.table] if frame.open else frozenset()
                    self.regions = {**self.regions, frame.table: self.view.regions[frame.table] | dialogs}
                    hub.shows(self, frame.table, anew=dialogs)
            case Ask():
                self.limits.pressed()
                fate = await tables.do(Urgency.PRESS, what_became_of, frame, self.caller, self.regions)
                await self._tell(frame, fate)
            case _:
                self.limits.pressed()
                still = partial(self._still, self.limits.heard(frame.heard))
                number = await tables.do(Urgency.PRESS, carry_out, frame, self.caller, self.regions, still)
                await self._say(kind="done", nonce=frame.nonce, number=number)

    def _still(self, heard: float) -> None:
        """Refuse (E_LATE) a frame if its socket is closed, or ``heard`` is too long ago now.

        That is when the last frame that the screen had taken was sent to it (:meth:`.ScreenLimits.heard`).
        """
        check_fresh(heard, self.urgency)
        if self._gone:
            raise too_late()

    def _spelt(self, table: str) -> str:
        """Return the language code in which this screen shows one of its tables, such as ``de-ch``; else its own.

        The regions of a table carry it, as a table's currency may ask for another spelling; a table that is not shown
        here has the language of the screen.
        """
        return next((it.language for it in self.regions.get(table, ())), self._language)

    async def _refuse(self, nonce: str, refused: Refused, language: str) -> None:
        """Send the refusal of the frame ``nonce`` as a sentence with its source.

        Close the socket instead after too many faults (E_FRAME, E_RATE).
        """
        if refused.code in (Code.FRAME, Code.RATE) and self.limits.failed():
            await self._let_go(TOO_MUCH)
            return
        with translation.override(language):
            sentence, source = say(refused), source_of(refused)
        await self._say(kind="refused", nonce=nonce, code=refused.code.value, sentence=sentence, source=source)

    async def _tell(self, question: Ask, fate: Fate) -> None:
        """Send what became of an earlier press: its name, whether and up to which entry it is recorded, a sentence."""
        with translation.override(self._spelt(question.table)):
            sentence = _said_of(fate) % {"table": question.table, "act": title_of(fate.verb), "code": fate.code}
        fields = {"press": question.press, "recorded": bool(fate.number), "number": fate.number, "sentence": sentence}
        await self._say(kind="fate", nonce=question.nonce, **fields)

    async def _let_go(self, code: int) -> None:
        """Take the screen off the hub and close its socket with this code, and wait until that is done.

        In a task of its own, which goes on if the caller is cancelled: with its last screen the hub cancels its tasks,
        of which one may be running this.
        """
        self._going = asyncio.create_task(self._go(code))
        await asyncio.shield(self._going)

    async def _go(self, code: int) -> None:
        """Leave the hub and close the socket with this code, once; `disconnect` takes it off the count of open screens.

        Its frames are ignored from now on.
        """
        again, self._let = self._let, True
        await hub.leave(self)
        if not again and not wire.is_closed(wire.socket_of(self.base_send)):
            await self.close(code)

    async def _say(self, **frame: Any) -> None:
        """Send a frame of these fields as JSON; the screen need not answer it."""
        await self._write(msgspec.json.encode(frame))


def _said_of(fate: Fate) -> str:
    """Return the sentence on the fate of a press: recorded, refused with a code, or, without either, not recorded.

    It is in the active language; its placeholders ``table``, ``act`` and ``code`` are not filled in.
    """
    if fate.number:
        return gettext("Recorded at table %(table)s before the connection was lost: %(act)s.")
    if fate.code:
        return gettext(
            "“%(act)s” was refused (%(code)s) at table %(table)s: not recorded. Look before you press again."
        )
    return gettext("Not recorded: your last press at table %(table)s was not done. Look at the table and press again.")
