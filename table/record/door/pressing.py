"""Five steps of a press: it is admitted, its acts are checked, performed and recorded, and the commit is published."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from table.memory import table_cache
from table.memory.statements import update
from table.models import Person, Table
from table.play.state import TableState
from table.record import metrics, refusals
from table.record.door import acting, admitting, publishing
from table.record.door.admitting import CheckStillWanted, InSameTransaction, Owner, Pressed
from table.record.machine import constraints, database_lock
from table.record.press import PressResult, Step, check_names, first_answer, who_presses
from table.rules.profile import Role
from table.rules.refusal import Refused

log = structlog.stdlib.get_logger("sabot.door")


def perform(
    owner: str, verb: str, *, by: Person, nonce: str, seen: int | None = None, at: datetime | None = None, **given: Any
) -> PressResult:
    """Do one act at the table with the code ``owner``, or of the house (``HOUSE``), and return its answer.

    That is the number of its entry and its outcome. ``given`` are the arguments of the act, the others are those of
    :func:`press`. Raises :class:`Refused`; then nothing has changed but that the refusal is recorded, as
    :func:`.refusals.remember` does, unless the database is locked or the disk full (E_HELD).
    """
    return press(owner, [Step(verb, given)], by=by, nonce=nonce, seen=seen, at=at)


def press(
    owner: str,
    steps: Sequence[Step],
    *,
    by: Person,
    nonce: str,
    seen: int | None = None,
    at: datetime | None = None,
    still: CheckStillWanted | None = None,
    also: InSameTransaction | None = None,
    read: str = "",
    office: Role | None = None,
) -> PressResult:
    """Do what one press of a button means: one act, or a short fixed sequence of them, all or none.

    Returns the number of the last entry and the outcomes. ``owner`` is the code of a table, or ``HOUSE``. ``nonce`` is
    the press's own name: the same press again returns its first answer and does nothing, see :func:`first_answer`.
    ``seen`` is the number of the entry up to which the screen was drawn; ``at`` the time of the acts (None: now).
    ``still`` is called once the row is locked, and ``also``, at a table, after the acts; what either refuses is not
    done. ``read`` is the face that an electronic shoe has read of the card that leaves it; it is part of no entry.
    ``office`` is the role that an instructor takes at a training table. Records ``clock_jumped`` where the wall clock
    was set since the register last recorded it, and ``seal_key_named`` at an act of the house that has named no key
    yet. Refuses (E_HELD) while the database is locked or the disk full, (E_TABLE) an unknown table, (E_SIGNED_OUT) who
    works here no more, (E_NONCE) the name of another press, and as :func:`check_names`, :func:`admit` and the acts do.
    A refusal but E_HELD is recorded. A failure after the commit is only logged, and the answer stands.
    """
    assert steps, "a press does something"
    with metrics.measured([it.verb for it in steps]), database_lock.refuse_if_locked():
        pressed = Pressed(owner, steps, by, nonce, seen, at or timezone.now(), still, also, read, office)
        return _press(pressed)


def _press(it: Pressed) -> PressResult:
    """Do a press in a transaction, and cache the table's state after the commit, unless a later one is cached.

    That caching fails is only logged, and clears the cache of all tables. A refusal is stored and raised again, as is
    that of a violated constraint of the database. Any other error is passed on.
    """
    try:
        with transaction.atomic():
            answer, cached = _perform(it)
    except IntegrityError as error:
        refused = constraints.refused(error, owner=it.owner)
    except Refused as error:
        refused = error
    else:
        if cached is not None:
            try:
                table_cache.check_in(cached)
            except Exception:  # what is committed was done, cached or not
                table_cache.clear()
                log.exception("what was done is not kept; it is read again")
        return answer
    refusals.remember(it.owner, it.steps[0], refused, by=it.by, at=it.at, nonce=it.nonce)
    raise refused


def _perform(it: Pressed) -> tuple[PressResult, table_cache.CachedTable[TableState] | None]:
    """Do a press behind the lock, and return its answer, with the state of the table to be cached.

    At a table ``it.also`` is called after the acts. Saves the row of the register, and registers its ping, and a seal
    if one is due, for after the commit. Instead of the state it returns None in the house, and where the press was done
    before, which gets its first answer and does nothing.
    """
    check_names(it.owner, [step.verb for step in it.steps], it.nonce, by=it.by)
    row = admitting.lock(it.owner)
    by, pressed_before = who_presses(it.owner, by=it.by, nonce=it.nonce)
    if pressed_before:
        return first_answer(it.owner, it.steps, by=it.by, nonce=it.nonce), None
    it = it._replace(by=admitting.at_work_here(by))
    role = admitting.admit(row, it)
    before, was_open = row.number, _is_open(row)
    cached = table_cache.check_out(row, TableState) if isinstance(row, Table) else None
    outcomes = acting.do_all(row, it, role, cached)
    if it.also is not None and isinstance(row, Table):
        it.also(row)
    with table_cache.writes(cached):
        update(row)
    publishing.once_committed(it.owner, row.number, before, closes=was_open and not _is_open(row))
    return PressResult(row.number, outcomes), cached


def _is_open(row: Owner) -> bool:
    """Whether the row is that of a table that is not closed, a suspended one among them."""
    return isinstance(row, Table) and row.status != Table.Status.CLOSED
