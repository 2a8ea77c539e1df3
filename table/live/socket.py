"""A screen's socket: regions go out, acts come in. It never queues an act, and never half-believes a frame."""

import time
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from table.live import frames
from table.live.callers import Caller
from table.live.frames import Resync, Dismiss, Frame, Alive, Press, Propose
from table.live.hub import hub
from table.models import Display, Person
from table.record import door, metrics, proposals
from table.rules.refusal import Code, Refused, require
from table.screens.audiences import NotAdmitted, View, display_view, staff_view
from table.screens.regions import Region
from table.terms import say
from table.threads import acts

log = structlog.stdlib.get_logger("sabot.screen")
MOST_UNREAD = 60
"""Frames that a screen may leave unanswered before it is shown nothing more until it has caught up."""
SILENT_SECONDS = 15.0
CHECKED_SECONDS = 60.0
BURST, PER_SECOND = 30.0, 10.0
MOST_FAULTS = 20
SILENT, TOO_MUCH = 4408, 4429


class Screen(AsyncWebsocketConsumer):
    """One screen: the console of a dealer, the desk of an inspector, a pit, a seat display or the sign of a table."""

    regions: Mapping[str, frozenset[Region]] = {}

    async def connect(self) -> None:
        """Let the screen in, if it is for whoever opens it, and show it its tables."""
        await self.accept()
        self.begin(self.scope)
        try:
            view = await acts.do(self._admit)
        except NotAdmitted as away:
            await self._bye(away.code)
            return
        self.regions = view.regions
        metrics.SCREENS.labels(self._kind).inc()
        await hub.enter(self)

    def begin(self, scope: Any) -> None:
        """Nothing was sent yet, nothing was asked."""
        self._unread, self._faults, self._allowance = 0, 0, BURST
        self._answered = self._asked = self._checked = time.monotonic()
        self._language = _language(scope)
        self._caller = Caller(scope.get("cookies", {}), session_cookie=settings.SESSION_COOKIE_NAME)

    async def disconnect(self, _code: int) -> None:
        """The screen is gone."""
        if self.regions:
            metrics.SCREENS.labels(self._kind).dec()
            await hub.leave(self)

    # --- out

    async def show(self, text: str) -> bool:
        """Send a frame, unless too many were sent that the screen has not answered."""
        if self._unread >= MOST_UNREAD:
            return False
        self._unread += 1
        await self.send(text_data=text)
        return True

    async def beat(self, text: str) -> None:
        """Send a heartbeat; a screen that is silent for too long is let go."""
        if time.monotonic() - self._answered > SILENT_SECONDS:
            await self._bye(SILENT)
        elif self._unread < MOST_UNREAD:
            await self.send(text_data=text)

    async def _bye(self, code: int) -> None:
        """Let the screen go; it is shown nothing from now on."""
        await hub.leave(self)
        await self.close(code)

    async def _say(self, **frame: Any) -> None:
        await self.send(text_data=msgspec.json.encode(frame).decode())

    # --- in

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002 - bytes are no frame
        """Take a frame; whatever cannot be taken is answered, and changes nothing."""
        nonce = ""
        try:
            frame = frames.read(text_data)
            nonce = getattr(frame, "nonce", "")
            await self._take(frame)
        except Refused as refused:
            await self._refuse(nonce, refused)
        except Exception:
            log.exception("a frame failed", nonce=nonce)
            await self._failed(nonce)

    async def _take(self, frame: Frame) -> None:
        match frame:
            case Alive():
                await self._alive()
            case Resync():
                if frame.table in self.regions:
                    self.charge()
                    await hub.resync(self, frame.table)
            case _:
                self.charge()
                number = await acts.do(self._answer, frame)
                await self._say(kind="done", nonce=frame.nonce, number=number)

    async def _alive(self) -> None:
        self._answered, self._unread = time.monotonic(), 0
        if self._answered - self._checked > CHECKED_SECONDS:
            self._checked = self._answered
            try:
                await acts.do(self._admit)
            except NotAdmitted as away:
                await self._bye(away.code)

    def charge(self) -> None:
        """A person presses a few times a second; what presses much faster is none."""
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._asked) * PER_SECOND)
        self._asked = now
        require(self._allowance >= 1, Code.RATE, "Too many presses at once; wait a moment and press again.")
        self._allowance -= 1

    async def _refuse(self, nonce: str, refused: Refused) -> None:
        if refused.code in (Code.FRAME, Code.RATE):
            self._faults += 1
            if self._faults > MOST_FAULTS:
                await self._bye(TOO_MUCH)
                return
        with translation.override(self._language):
            sentence = say(refused)
        await self._say(
            kind="refused", nonce=nonce, code=refused.code.value, sentence=sentence, source=refused.source or ""
        )

    async def _failed(self, nonce: str) -> None:
        """Nobody knows whether it was recorded; the same press again either finds its answer or is carried out."""
        with translation.override(self._language):
            sentence = gettext("The house could not answer. Nothing was half done: press again.")
        await self._say(kind="failed", nonce=nonce, sentence=sentence)

    # --- what is done in a thread

    @property
    def _kind(self) -> str:
        """Which screen of the house this is."""
        return str(self.scope["url_route"]["kwargs"]["screen"])

    def _admit(self) -> View:
        if self._kind == "display":
            return display_view(self._caller.display())
        code = self.scope["url_route"]["kwargs"].get("code", "")
        return staff_view(self._kind, code, self._caller.person(), self._language)

    def _answer(self, frame: Press | Dismiss | Propose) -> int:
        if isinstance(frame, Propose):
            proposals.propose(_paired(self._caller.display()), frame.what, frame.coup)
            return 0
        require(frame.table in self.regions, Code.TABLE, "There is no table “%(table)s”.", table=frame.table[:20])
        person = self._signed_in()
        if isinstance(frame, Dismiss):
            proposals.take(_shown(frame.table, frame.display))
            return 0
        return self._press(frame, person)

    def _press(self, frame: Press, person: Person) -> int:
        steps = [door.Step(step.verb, step.given) for step in frame.steps]
        answer = door.press(frame.table, steps, by=person, nonce=frame.nonce, seen=frame.seen)
        if frame.confirms:
            proposals.take(_shown(frame.table, frame.confirms))
        return answer.number

    def _signed_in(self) -> Person:
        person = self._caller.person(pressed=True)
        if person is None:
            raise Refused(Code.SIGNED_OUT, "You are signed out on this screen; sign in and press again.")
        return person


def _shown(table: str, code: str) -> Display:
    """The display of a table whose wish is answered."""
    found = Display.objects.select_related("table").filter(code=code, table__code=table).first()
    return _paired(found)


def _paired(display: Display | None) -> Display:
    if display is None:
        raise Refused(Code.SIGNED_OUT, "This display is not paired.")
    return display


def _language(scope: Any) -> str:
    """The language that the page of this screen was made in."""
    asked = scope["query_string"].decode("ascii", "replace").partition("language=")[2]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
