"""An electronic shoe of the casino as a program: it tells the cards as they come out, and some it could not read."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from table.access import tokens
from table.models import DrawnCard, Entry, Person, Table
from table.play.state import TableState
from table.record.door import Step
from table.rules.profile import Role
from table.rules.regola import Side
from table.script.cast import in_the_house
from tests.rig.patience import PATIENCE_SECONDS
from tests.year.doors import Door
from tests.year.tables import AtTheSockets, NotDone, TableOfCasino

UNREAD = 0.005
"""Of all cards."""
SECONDS, AGAIN_SECONDS = 5.0, 0.25
TURNING = {"turn_battuta": Side.PUNTO, "turn_punto": Side.PUNTO, "turn_banco": Side.BANCO, "turn_third": None}


def token_of(code: str, *, by: Person, token_file: Path) -> str:
    """The token of the shoe of this table, which is paired with it where it was not; kept in this file."""
    if not token_file.exists():
        drawn = tokens.issue(f"reads-{code}")
        in_the_house("pair_shoe", by=by, key=f"reads-{code}", table=code, digest=drawn.digest)
        token_file.write_text(drawn.token, encoding="utf-8")
    return token_file.read_text(encoding="utf-8")


class Line:
    """The line of the shoe; ``taken`` is how many facts the house has taken on record since it was made."""

    def __init__(self, doors: Sequence[Door], code: str, token: str) -> None:
        self.doors, self.code, self.token = doors, code, token
        self.taken, self._next = 0, 0
        self._socket: ClientConnection | None = None

    def tells(self, **fact: Any) -> None:
        """The fact is on record, told once more where the line was lost. :class:`NotDone` where it is refused."""
        until = time.monotonic() + PATIENCE_SECONDS
        number = 0
        while time.monotonic() < until:
            try:
                socket = self._opened()
                if number and self._next > number:  # the answer was lost, and not the fact
                    self.taken += 1
                    return
                number = self._next
                socket.send(json.dumps({**fact, "number": number}))
                if self._answered(socket, number):
                    return
            except (OSError, WebSocketException, EOFError):
                self.close()
                time.sleep(AGAIN_SECONDS)
        raise NotDone(f"the shoe of {self.code} has no line")

    def close(self) -> None:
        """The line is given up."""
        if self._socket is not None:
            with suppress(OSError, WebSocketException):
                self._socket.close()
        self._socket = None

    def _answered(self, socket: ClientConnection, number: int) -> bool:
        while True:
            frame = json.loads(socket.recv(timeout=SECONDS))
            if frame["kind"] == "taken" and frame["number"] == number:
                self._next, self.taken = number + 1, self.taken + 1
                return True
            if frame["kind"] == "refused":
                self.close()
                raise NotDone(frame["sentence"])

    def _opened(self) -> ClientConnection:
        for door in self.doors if self._socket is None else ():
            with suppress(OSError, WebSocketException, EOFError):
                header = {"Authorization": f"Bearer {self.token}"}
                socket = door.opens(f"/live/shoe/{self.code}/", header, seconds=SECONDS)
                self._next = json.loads(socket.recv(timeout=SECONDS))["next"]
                self._socket = socket
                break
        if self._socket is None:
            raise OSError("no house has opened the line")
        return self._socket


class TableWithShoe(TableOfCasino):
    """A table whose electronic shoe tells what comes out."""

    def __init__(self, code: str, doors: Sequence[Door], chance: Random, *, pause: float, token_file: Path) -> None:
        super().__init__(code, doors, chance, pause=pause)
        self.unread: set[int] = set()
        """Cards of this taglia that could not be read, by number."""
        self.could_not = 0
        token = token_of(code, by=self.who(Role.DIREZIONE), token_file=token_file)
        self._line = Line(self.doors, code, token)
        self._before = self._recorded()

    def player(self) -> AtTheSockets:
        """A dealer who keys only what was not read."""
        return ReadByShoe(self, self._line)

    def plays(self, coups: int, over: Event) -> None:
        """As any table; the line is given up in the end."""
        try:
            super().plays(coups, over)
        finally:
            self._line.close()
            self.said.append(f"of {self._line.taken} facts that the shoe told {self.could_not} were cards unread")

    def wrong(self) -> list[str]:
        """Where the house took facts on record that are not there, or there are others."""
        there = self._recorded() - self._before
        return [] if there == self._line.taken else [f"{self.code}: {self._line.taken} facts taken, {there} on record"]

    def _recorded(self) -> int:
        return Entry.objects.filter(register=self.code, actor=f"reads-{self.code}").count()


class ReadByShoe(AtTheSockets):
    """A dealer whose shoe tells the cards: they key the hands in which one was not read."""

    def __init__(self, table: TableWithShoe, line: Line) -> None:
        super().__init__(table)
        self.with_shoe, self.line = table, line

    def _one_by_one(self, _state: TableState) -> bool:
        return True  # as they are told

    def _enter(self, step: Step, role: Role, table: Table) -> int:
        """At the sockets, but for what the shoe tells; nothing is keyed of a hand that it has read."""
        if step.verb == "cut_card_out":
            self.line.tells(kind="cut_card")
        elif step.verb == "card_out":
            self._card_out()
        else:
            turned = step.verb in TURNING and not any(
                it.number in self.with_shoe.unread for it in self._hand(step.verb)
            )
            return super()._enter(Step(step.verb, {}) if turned else step, role, table)
        return self.at.number

    def _card_out(self) -> None:
        face = None if self.at.chance.random() < UNREAD else str(self.coming[0])
        self.line.tells(kind="card", face=face)
        number = self._out(self.state)[1]
        if face is None:
            self.with_shoe.could_not += 1
            self.with_shoe.unread.add(number)
        else:
            self.with_shoe.unread.discard(number)  # of the taglia before

    def _hand(self, verb: str) -> list[DrawnCard]:
        side = TURNING[verb]
        covered = [it for each in Side for it in self.state.at(each)[2:] if not it.face]
        return covered[:1] if side is None else self.state.at(side)[:2]
