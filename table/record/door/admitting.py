"""Admission of a press: its register is locked, it is new and in time, its ground has not moved, its role is known."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from table.memory.statements import Query
from table.models import HOUSE, House, Person, Table
from table.play import declaration
from table.play.declaration import Verb
from table.record import epoch
from table.record.press import Step, is_spent, too_late
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

LOCKED = Query(lambda code: Table.objects.select_for_update().filter(code=code))
MOST_STEPS = 6
"""Maximum acts in a press that comes from a screen."""
Owner = Table | House
CheckStillWanted = Callable[[], None]
"""Called once the table's row is locked, however long that took; raises Refused if the press is no longer wanted."""
InSameTransaction = Callable[[Table], None]
"""Called in the transaction of a press, after its acts, with the row of the table; raising Refused undoes the press."""


class Pressed(NamedTuple):
    """A press as it came to the door: the arguments of :func:`press`."""

    owner: str
    steps: Sequence[Step]
    by: Person
    nonce: str
    seen: int | None
    at: datetime
    still: CheckStillWanted | None
    also: InSameTransaction | None
    read: str
    office: Role | None


def lock(owner: str) -> Owner:
    """Lock and return the row of the house or a table, which gives its register its one order.

    Refuses (E_TABLE) an unknown table; that of the house is created if it is missing. Call it in a transaction.
    """
    if owner == HOUSE:
        epoch.open_row()
        return House.objects.select_for_update().get(pk=1)
    # The policy is not joined: PostgreSQL would look for the one that it saw before it waited for the lock.
    table = LOCKED.first(code=owner)
    if table is None:
        raise Refused(Code.TABLE, "There is no table “%(table)s”.", table=owner[:20])
    return table


def at_work_here(by: Person | None) -> Person:
    """Return the person of a press as given, without a query; the press is judged by their role as loaded.

    Refuses (E_SIGNED_OUT) somebody who works in the house no longer (``is_active``), or nobody.
    """
    if by is None or not by.is_active:
        raise Refused(Code.SIGNED_OUT, "You are signed out on this screen; sign in and press again.")
    return by


def admit(row: Owner, it: Pressed) -> Role:
    """Check that a press is not reported as unrecorded (E_LATE), still wanted, and on unmoved ground; return the role.

    Calls its ``still``, which may refuse it. Refuses (E_STALE) a press after a change of something that it depends on,
    one that depends on something and names no entry seen, and at a table one that has seen more entries than there are;
    (E_VERB) an unknown act, and (E_ROLE) an ``office`` for anybody but an instructor at a training table. The role is
    the ``office``, else the actor's own.
    """
    if isinstance(row, Table) and is_spent(row, it.nonce):
        raise too_late()
    if it.still is not None:
        it.still()
    _check_ground(row, [declaration.of(step.verb) for step in it.steps], it.seen)
    return _role(row, it.by, it.office)


def _check_ground(row: Owner, verbs: Sequence[Verb], seen: int | None) -> None:
    """Refuse (E_STALE) verbs if a part of the table that they depend on (``ground``) changed after the entry ``seen``.

    So is every verb with a ground, where ``seen`` is None. Whatever the verb, a screen that has seen more entries of a
    table, not of the house, than there are was drawn from another database than this one, and is refused as well.
    """
    require(
        seen is None or seen <= row.number or not isinstance(row, Table),
        Code.STALE,
        "This screen shows more than is on record: the house was restored from an older backup. "
        "Look again and press again.",
    )
    ground = frozenset[str]().union(*(verb.ground for verb in verbs))
    moved = max((row.grounds.get(name, 0) for name in ground), default=0)
    require(
        not ground or (seen is not None and moved <= seen),
        Code.STALE,
        "The table has moved on; look again and press again.",
    )


def _role(row: Owner, by: Person, office: Role | None) -> Role:
    """Return the role in which somebody acts: their own, or ``office`` for an instructor at a training table.

    Refuses (E_ROLE) any ``office`` for anybody else, even their own role.
    """
    own = Role(by.role)
    trains = isinstance(row, Table) and row.training and own is Role.INSTRUCTOR
    require(
        office is None or trains,
        Code.ROLE,
        "Only an instructor stands in for others, and at a training table alone.",
    )
    return office or own
