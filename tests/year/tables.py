"""The tables of the casino, and everybody who works at them: what chance does there is pressed at their sockets."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from threading import Event

from django.db import DatabaseError, InterfaceError, connection, connections

from table.management.commands import direzione
from table.models import Entry, Person, Table
from table.play.next_act import next_act
from table.record import chain
from table.record.door import Step
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values
from table.rules.refusal import Code
from table.script.cast import in_the_house
from table.script.player import Player
from table.script.shift import Shift
from tests.faults.served.history import Entered, Press
from tests.rig.sockets import session_of
from tests.year.doors import Door, from_here
from tests.year.wires import Wire

DIREZIONE, PIN = "delia", "314159"
OFFICES = {
    Role.ISPETTORE_GIOCO: "ivo",
    Role.CAPO_ISOLA: "italo",
    Role.CAPO_TAVOLO: "tea",
    Role.DIREZIONE: DIREZIONE,
}
AGAIN_SECONDS, PATIENCE_SECONDS = 0.3, 120.0
"""Before what was not done is tried anew, and for how long."""
ENDLESS = 10**6


def furnish(codes: Sequence[str]) -> None:
    """These tables are of the house, with its rules; everybody who works at them is taken on, the Direzione first."""
    if not Person.objects.exists():
        direzione.take_on(DIREZIONE, PIN, language="it")
    by = Person.objects.get(badge=DIREZIONE)
    taken = [it for it in OFFICES if it is not Role.DIREZIONE]
    people = dict.fromkeys((role, badge_of(role, code)) for code in codes for role in (Role.DEALER, *taken))
    for role, badge in people:
        in_the_house("take_on", by=by, badge=badge, role=role.value)
    for code in codes:
        in_the_house("add_table", by=by, code=code)
        player = Player(code, who=lambda _role: by)
        with player.acting_as(Role.DIREZIONE):
            player.press("set_up", rules=as_values(VENEZIA))


def badge_of(role: Role, code: str) -> str:
    """Who has this office at this table: a dealer of its own, others for five tables, one Direzione for all."""
    if role is Role.DIREZIONE:
        return DIREZIONE
    return f"dealer-{code}" if role is Role.DEALER else f"{OFFICES[role]}-{(int(code[1:]) + 4) // 5}"


def entered(after: Mapping[str, int]) -> list[Entered]:
    """What people have entered at these tables after these numbers."""
    entries = Entry.objects.exclude(actor__startswith="reads-")
    rows = [it for code, number in after.items() for it in entries.filter(register=code, number__gt=number)]
    return [Entered(it.register, it.number, it.nonce, it.actor, it.verb, chain.read(it.arguments)) for it in rows]


class NotDone(Exception):
    """The house has refused an act, and may take it when the table is looked at anew."""


class AtTheSockets(Player):
    """A player whose acts are pressed at the screens of the staff."""

    def __init__(self, table: "TableOfCasino") -> None:
        super().__init__(table.code, wait=partial(time.sleep, table.pause), who=table.who)
        self.at = table

    def _enter(self, step: Step, role: Role, table: Table) -> int:
        return self.at.press(step, self._person(role), table.number)


class TableOfCasino:
    """One table: ``presses`` are all that were pressed there, ``said`` why some were refused, and what else is told.

    ``pause`` are the seconds before each act; without one it is played as fast as the house answers.
    """

    def __init__(self, code: str, doors: Sequence[Door], chance: Random, *, pause: float) -> None:
        self.code, self.chance, self.pause = code, chance, pause
        self.coups = 0
        self.presses: list[Press] = []
        self.said: list[str] = []
        self.doors = from_here(doors, code)
        self._wires: dict[str, Wire] = {}
        self._people: dict[Role, Person] = {}

    @property
    def number(self) -> int:
        """That of its last entry. Of ``Table`` the version before knows ``objects`` alone."""
        return Table.objects.values_list("number", flat=True).get(code=self.code)

    def who(self, role: Role) -> Person:
        """The one who has this office at this table."""
        if role not in self._people:
            self._people[role] = Person.objects.get(badge=badge_of(role, self.code))
        return self._people[role]

    def plays(self, coups: int, over: Event) -> None:
        """Play on by chance until so many coups are burned and it is ``over``, whatever becomes of the house meanwhile.

        Fails where nothing more is recorded for two minutes.
        """
        done, until = 0, time.monotonic() + PATIENCE_SECONDS
        try:
            while self.coups < coups or not over.is_set():
                try:
                    self._plays_on(max(coups - self.coups, 1))
                except (NotDone, DatabaseError, InterfaceError) as error:
                    connection.close()
                    time.sleep(AGAIN_SECONDS)
                    before, done = done, sum(bool(it.number) for it in self.presses)
                    until = time.monotonic() + PATIENCE_SECONDS if done > before else until
                    if time.monotonic() > until:
                        raise AssertionError(f"{self.code} does not go on: {error}") from error
        finally:
            for wire in self._wires.values():
                wire.close()
            connections.close_all()

    def _plays_on(self, coups: int) -> None:
        player = self.player()
        before = self.coups
        for _act in Shift(player, self.chance, taglie=ENDLESS).acts():
            self.coups = before + len(player.coups)
            if len(player.coups) >= coups and next_act(player.state) is not None:
                return

    def wrong(self) -> list[str]:
        """What is wrong here beside what was pressed, in sentences."""
        return []

    def player(self) -> AtTheSockets:
        """Whoever goes on from how the table stands."""
        return AtTheSockets(self)

    def press(self, step: Step, person: Person, seen: int) -> int:
        """The number of the entry that came of it; pressed again where it was refused and the table stands as it did.

        :class:`NotDone` where it has moved meanwhile, or nothing comes of it for two minutes.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            press, answer = self._wire(person).press(self.code, step, seen)
            self.presses.append(press)
            if press.number:
                return press.number
            sentence = answer.get("sentence") or "not recorded"
            if answer.get("code") != Code.RATE:  # chance is quicker than hands
                self.said.append(sentence)
            if self.number != seen or time.monotonic() > until:
                raise NotDone(f"{step.verb}: {sentence}")
            time.sleep(AGAIN_SECONDS)

    def _wire(self, person: Person) -> Wire:
        if person.badge not in self._wires:
            self._wires[person.badge] = Wire(self.doors, self.path(person), person.badge, session_of)
        return self._wires[person.badge]

    def path(self, person: Person) -> str:
        """The socket of the screen at which somebody presses."""
        kind = "dealer" if person.role == Role.DEALER else "table"
        return f"/live/{kind}/{self.code}/"
