"""Execution of the frames of screens: presses go through the door, proposals are made, dismissed or granted.

Everything here queries the database, and runs in a thread beside the event loop.
"""

from collections.abc import Callable, Collection
from functools import partial

from table.access import given_pins
from table.live.callers import Caller
from table.live.electronic_shoes import line
from table.live.frames import Acting, Ask, CallPit, Compared, Dismiss, Press, Propose
from table.models import Display, Person, Table
from table.play import declaration
from table.record import door
from table.record.door import proposals
from table.record.machine import database_lock
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require


@database_lock.refuse_if_locked()
def carry_out(frame: Acting, caller: Caller, tables: Collection[str], still: Callable[[], None]) -> int:
    """Execute a frame: a proposal or call of the calling display, or what somebody signed in does at a table.

    Returns the number of the last entry of a press, 0 for anything else, as only a press makes entries. ``tables`` are
    those that the screen shows. ``still`` is called before anything is done and, for a press, again with the table
    locked; it raises if the frame comes too late. Refuses (E_TABLE) a table that is not in ``tables``, (E_SIGNED_OUT) a
    caller who is not signed in or a display that is not paired, (E_ROLE) a comparison of the cards by anybody but
    dealers and instructors, and that anybody who grants none turns a proposal down, (E_STALE) to turn down what a
    player has proposed since, or to compare what was refused since, and (E_HELD) while the database is locked or the
    disk full: no act was done then; passes on what ``still`` and the act itself refuse. A refused act of staff, too,
    counts as activity of their session.
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
        require(person.role in (Role.DEALER, Role.INSTRUCTOR), Code.ROLE, "Only the dealer compares the cards.")
        line.compared(Table.objects.values_list("pk", flat=True).get(code=frame.table), frame.inbox)
        return 0
    if isinstance(frame, Dismiss):
        require(
            _grants(person), Code.ROLE, "Only the dealer and those who give seats turn down what a player proposes."
        )
        proposals.take(_display_of(frame.table, frame.display), frame.proposed_at)
        return 0
    return _press(frame, person, still, device=caller.device)


def what_became_of(frame: Ask, caller: Caller, tables: Collection[str]) -> door.Fate:
    """Return the fate of an earlier press at one of these tables: recorded, refused with a code, or neither of them.

    It is refused if such a refusal is stored. Waits for a press that is being done, and marks the name of one that is
    not recorded, refused or not, as spent: it is refused if it still arrives. It is found by that name alone, whoever
    pressed. Does not count as activity of the session. Refuses (E_TABLE) any other table, (E_SIGNED_OUT) a caller who
    is not signed in, (E_ARGUMENTS) what is no name, and (E_HELD) while the database is locked or the disk full.
    """
    require(frame.table in tables, Code.TABLE, "There is no table “%(table)s”.", table=frame.table[:20])
    with database_lock.refuse_if_locked():
        if (person := caller.person()) is None:
            raise _signed_out()
        return door.became(frame.table, frame.press, by=person.badge)


def _grants(person: Person) -> bool:
    """Whether the role of this person may press any verb that grants a player's proposal, disputes left aside."""
    return any(person.role in declaration.of(verb).roles for verb in proposals.OF_THE_TABLE)


def _press(frame: Press, person: Person, still: Callable[[], None], *, device: str) -> int:
    """Press all steps of a frame in one transaction, and return the number of the last entry.

    A step that attests gets the facts of a PIN that others replaced (:func:`.given_pins.with_pin_history`). If this
    person grants proposals, that of the display named in ``confirms`` is removed with them, if the steps grant it.
    Refuses first what no screen may send (E_ROLE, E_ARGUMENTS), and attesting by a PIN that others gave, or where it
    was shown (E_PIN_NOT_OWN, E_PRESENCE; stored); then as the acts do, an unknown display (E_SIGNED_OUT), and a claim
    where the other is proposed now (E_STALE).
    """
    for step in frame.steps:
        declaration.check_of_screen(step.verb, step.given)
    steps = [door.Step(it.verb, it.given) for it in frame.steps]
    steps = [
        given_pins.with_pin_history(
            it, frame.table, by=person, device=device, signed_in=person.badge, nonce=frame.nonce
        )
        if declaration.attests(it.verb)
        else it
        for it in steps
    ]
    also = partial(_grant, frame) if frame.confirms and _grants(person) else None
    return door.press(frame.table, steps, by=person, nonce=frame.nonce, seen=frame.seen, still=still, also=also).number


def _grant(frame: Press, table: Table) -> None:
    """Remove the proposal from the display that the frame names, if it is what the steps grant; else it stays.

    Done in the transaction of the press. Refuses (E_SIGNED_OUT) where this table has no such display, and (E_STALE)
    «carta» where the reader says «no carta» by now, or the other way round.
    """
    claim = next((str(step.given.get("claim")) for step in frame.steps if step.verb == "declare"), "")
    display = _display_of(table.code, frame.confirms)
    proposals.take_with(table, display, {step.verb for step in frame.steps}, claim=claim)


def _signed_in(caller: Caller) -> Person:
    """Return the person signed in, and count this as activity of their session.

    Refuses (E_SIGNED_OUT) where nobody is.
    """
    person = caller.person(pressed=True)
    if person is None:
        raise _signed_out()
    return person


def _signed_out() -> Refused:
    return Refused(Code.SIGNED_OUT, "You are signed out on this screen; sign in and press again.")


def _display_of(table: str, code: str) -> Display:
    """Return the display with this code at this table, also a revoked one. Refuses (E_SIGNED_OUT) if there is none."""
    found = Display.objects.select_related("table").filter(code=code, table__code=table).first()
    return _paired(found)


def _paired(display: Display | None) -> Display:
    """Return the display unchanged. Refuses (E_SIGNED_OUT) None."""
    if display is None:
        raise Refused(Code.SIGNED_OUT, "This display is not paired.")
    return display
