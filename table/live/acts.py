"""What a frame of a screen does: it is pressed through the door, or a proposal is laid down or taken up.

All of it asks the database, and is done in a thread beside the event loop.
"""

from collections.abc import Collection

from table.live.callers import Caller
from table.live.frames import Dismiss, Press, Propose
from table.models import Display, Person
from table.record import door, held, proposals
from table.rules.refusal import Code, Refused, require
from table.verbs import declaration


def carry_out(frame: Press | Dismiss | Propose, caller: Caller, tables: Collection[str]) -> int:
    """Do what the frame asks for, at one of these tables; gives the number of the entry, 0 where there is none.

    Raises :class:`Refused`; then nothing has changed.
    """
    with held.found_out():
        return _carried_out(frame, caller, tables)


def _carried_out(frame: Press | Dismiss | Propose, caller: Caller, tables: Collection[str]) -> int:
    if isinstance(frame, Propose):
        proposals.propose(_paired(caller.display()), frame.what, frame.coup)
        return 0
    require(frame.table in tables, Code.TABLE, "There is no table “%(table)s”.", table=frame.table[:20])
    person = _signed_in(caller)
    if isinstance(frame, Dismiss):
        proposals.take(_display_of(frame.table, frame.display))
        return 0
    return _press(frame, person)


def _press(frame: Press, person: Person) -> int:
    for step in frame.steps:
        declaration.check_of_screen(step.verb, step.given)
    steps = [door.Step(step.verb, step.given) for step in frame.steps]
    answer = door.press(frame.table, steps, by=person, nonce=frame.nonce, seen=frame.seen)
    if frame.confirms:
        proposals.take(_display_of(frame.table, frame.confirms))
    return answer.number


def _signed_in(caller: Caller) -> Person:
    person = caller.person(pressed=True)
    if person is None:
        raise Refused(Code.SIGNED_OUT, "You are signed out on this screen; sign in and press again.")
    return person


def _display_of(table: str, code: str) -> Display:
    """The display of a table whose proposal is answered."""
    found = Display.objects.select_related("table").filter(code=code, table__code=table).first()
    return _paired(found)


def _paired(display: Display | None) -> Display:
    if display is None:
        raise Refused(Code.SIGNED_OUT, "This display is not paired.")
    return display
