"""Execution of the frames of screens: presses go through the door, proposals are made, dismissed or granted.

Everything here queries the database, and runs in a thread beside the event loop.
"""

from collections.abc import Callable, Collection
from functools import partial

from table.access import given_pins
from table.feed import line
from table.live.callers import Caller
from table.live.frames import Acting, Ask, CallPit, Compared, Dismiss, Press, Propose, Step
from table.models import Display, Person, Table
from table.play import declaration
from table.record import door
from table.record.door import proposals
from table.record.machine import database_lock
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require


def carry_out(frame: Acting, caller: Caller, tables: Collection[str], still: Callable[[], None]) -> int:
    """Do what a frame asks for, at one of these tables; return the number of the last entry, 0 where there is none.

    ``still`` refuses what has waited too long. Raises :class:`Refused`; then nothing has changed.
    """
    with database_lock.refuse_if_locked():
        return _carried_out(frame, caller, tables, still)


def _carried_out(frame: Acting, caller: Caller, tables: Collection[str], still: Callable[[], None]) -> int:
    """Carry out a frame, and return the number of the entry, 0 where it makes none.

    Refuses (E_SIGNED_OUT, E_TABLE, E_LATE), and as the act does.
    """
    still()
    if isinstance(frame, Propose):
        proposals.propose(_paired(caller.display()), frame.what, frame.coup)
        return 0
    if isinstance(frame, CallPit):
        proposals.call(_paired(caller.display()))
        return 0
    require(frame.table in tables, Code.TABLE, "There is no table “%(table)s”.", table=frame.table[:20])
    person = _signed_in(caller)
    if isinstance(frame, Compared):
        _compare(frame.table, person)
        return 0
    if isinstance(frame, Dismiss):
        proposals.take(_display_of(frame.table, frame.display))
        return 0
    return _press(frame, person, still, device=caller.device)


def what_became_of(frame: Ask, caller: Caller, tables: Collection[str]) -> door.Fate:
    """Return what became of a press at one of these tables. Does not count as activity of the session.

    Refuses (E_TABLE) any other table, and (E_SIGNED_OUT) somebody who is not signed in.
    """
    require(frame.table in tables, Code.TABLE, "There is no table “%(table)s”.", table=frame.table[:20])
    with database_lock.refuse_if_locked():
        if (person := caller.person()) is None:
            raise _signed_out()
        return door.became(frame.table, frame.press, by=person.badge)


def _compare(code: str, person: Person) -> None:
    """Note that the dealer has compared the cards with the felt on their screen. Refuses (E_ROLE) others."""
    require(person.role in (Role.DEALER, Role.INSTRUCTOR), Code.ROLE, "Only the dealer compares the cards.")
    line.compared(Table.every.values_list("pk", flat=True).get(code=code))


def _press(frame: Press, person: Person, still: Callable[[], None], *, device: str) -> int:
    """Press the steps of a frame, granting the proposal that it confirms, and return the number of the entry."""
    for step in frame.steps:
        declaration.check_of_screen(step.verb, step.given)
    steps = [_step(step, frame, person, device) for step in frame.steps]
    also = partial(_grant, frame.confirms) if frame.confirms else None
    return door.press(frame.table, steps, by=person, nonce=frame.nonce, seen=frame.seen, still=still, also=also).number


def _grant(code: str, table: Table) -> None:
    """Take the proposal of a display in the transaction of the act. Refuses (E_SIGNED_OUT) where there is none."""
    proposals.take_with(table, _display_of(table.code, code))


def _step(step: Step, frame: Press, person: Person, device: str) -> door.Step:
    """Convert a step for the door; where the verb attests, add what the house knows of the actor's PIN."""
    pressed = door.Step(step.verb, step.given)
    if step.verb not in declaration.VERBS or not declaration.VERBS[step.verb].attests:
        return pressed
    return given_pins.with_pin_history(
        pressed, frame.table, by=person, device=device, signed_in=person.badge, nonce=frame.nonce
    )


def _signed_in(caller: Caller) -> Person:
    """Return who is signed in, which counts as activity. Refuses (E_SIGNED_OUT) nobody."""
    person = caller.person(pressed=True)
    if person is None:
        raise _signed_out()
    return person


def _signed_out() -> Refused:
    return Refused(Code.SIGNED_OUT, "You are signed out on this screen; sign in and press again.")


def _display_of(table: str, code: str) -> Display:
    """Return the display of a table whose proposal is answered. Refuses (E_SIGNED_OUT) where there is none."""
    found = Display.objects.select_related("table").filter(code=code, table__code=table).first()
    return _paired(found)


def _paired(display: Display | None) -> Display:
    """Return the display. Refuses (E_SIGNED_OUT) one that is not paired."""
    if display is None:
        raise Refused(Code.SIGNED_OUT, "This display is not paired.")
    return display
