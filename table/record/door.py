"""Door, the only way in for an act: lock, nonce, ground, role, phase; run the verb, append the entry, commit, ping."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import uuid4

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import IntegrityError, transaction
from django.utils import timezone

from table.acts import declaration
from table.acts.declaration import Verb
from table.memory import kept, threads
from table.memory.statements import Query, insert, update
from table.models import HOUSE, Entry, House, Person, Refusal, Table
from table.play.act import Act
from table.play.sealed import InRegister
from table.play.shoe import follow_cut_card
from table.play.state import TableState
from table.record import chain, epoch, in_charge, key, metrics, refusals, seals
from table.record.beside import own_word, sabots
from table.record.beside.follow import follow
from table.record.machine import clocks, constraints, held
from table.record.press import (
    Answer,
    Step,
    check_name,
    check_names,
    check_not_spent,
    first_answer,
    is_spent,
    names,
    spent_too,
)
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.verbs.house import alerts

log = structlog.stdlib.get_logger("sabot.door")
LOCKED = Query(lambda code: Table.every.select_for_update().filter(code=code))
MOST_PING_SECONDS = 2
MOST_STEPS = 6
"""Maximum acts in a press that comes from a screen."""
MOST_SPENT = 40
"""Maximum names of presses that a table remembers as spent.

What waited long is refused for that alone; this is for presses that wait in a process whose clock stood still. Whoever
asks often pushes out only what they asked themselves.
"""
PINGS: set[asyncio.Task[None]] = set()
"""Ping tasks that are under way; the event loop itself keeps no reference to them."""
HERE = uuid4().hex
"""Random id of this process, sent with its pings: what it has done itself it need not read again."""
Owner = Table | House
Still = Callable[[], None]
"""Called once the table's row is locked, however long that took; raises Refused if the press is no longer wanted."""
Also = Callable[[Table], None]
"""Called in the transaction of a press, after its acts, with the row of the table; raising Refused undoes the press."""

__all__ = ["Answer", "Fate", "Step", "again", "became", "perform", "press"]


def perform(
    owner: str, verb: str, *, by: Person, nonce: str, seen: int | None = None, at: datetime | None = None, **given: Any
) -> Answer:
    """Do one act at a table (``owner`` is its code) or of the house, and return its answer; see :func:`press`.

    Raises :class:`Refused`; then nothing has changed but that the refusal is counted and recorded.
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
    still: Still | None = None,
    also: Also | None = None,
    read: str = "",
    office: Role | None = None,
) -> Answer:
    """Do what one press of a button means: one act, or a short fixed sequence of them, all or none.

    ``nonce`` is the press's own name: the same press again returns its first answer and does nothing. ``seen`` is the
    number of the entry up to which the screen was drawn. ``read`` is the face that an electronic shoe has read of the
    card that leaves it; it is part of no entry. ``office`` is the role that an instructor takes at a training table.
    Records ``clock_jumped`` where the wall clock was set since the register last recorded it, and ``seal_key_named`` in
    a house that has named no key yet. Raises :class:`Refused`; a failure after the commit is only logged, and the
    answer stands.
    """
    assert steps, "a press does something"
    with metrics.measured(steps), held.found_out():
        pressed = Pressed(owner, steps, by, nonce, seen, at or timezone.now(), still, also, read, office)
        return _press(pressed)


class Pressed(NamedTuple):
    """A press as it came to the door: the arguments of :func:`press`."""

    owner: str
    steps: Sequence[Step]
    by: Person
    nonce: str
    seen: int | None
    at: datetime
    still: Still | None
    also: Also | None
    read: str
    office: Role | None


def _press(it: Pressed) -> Answer:
    try:
        with transaction.atomic():
            answer, done = _perform(it)
    except IntegrityError as error:
        refused = constraints.refused(error, owner=it.owner)
    except Refused as error:
        refused = error
    else:
        _know(done)
        return answer
    refusals.remember(it.owner, it.steps[0], refused, by=it.by, at=it.at, nonce=it.nonce)
    raise refused


class Fate(NamedTuple):
    """Outcome of a press: the number of its last entry, 0 if it is not recorded and never will be.

    ``verb`` is its first act, empty where unknown; ``code`` the code of its refusal, empty where it was not refused.
    """

    number: int
    verb: str = ""
    code: str = ""


def became(owner: str, nonce: str, *, by: str) -> Fate:
    """Return what became of a press whose answer was lost; ``by`` is the badge of whoever asks.

    Locks the table's row: waits for a press that is being done, and marks the name of one that is not recorded as
    spent, so that it is refused if it arrives later in any process. A screen may say "not recorded", and it stays so.
    Names are spent at tables only, not in the house. Raises :class:`Refused`.
    """
    check_name(nonce)
    with transaction.atomic():
        row = _lock(owner)
        entries = Entry.objects.filter(register=owner, nonce__in=names(nonce, MOST_STEPS)).order_by()
        if found := sorted(entries, key=lambda it: it.number):
            return Fate(found[-1].number, found[0].verb)
        if isinstance(row, Table) and not is_spent(row, nonce):
            row.spent = spent_too(row.spent, nonce, by, most=MOST_SPENT)
            row.save(update_fields=["spent"])
    refused = Refusal.objects.filter(register=owner, nonce=nonce).order_by("-pk").first()
    return Fate(0, refused.verb, refused.code) if refused else Fate(0)


def _know(done: "Done") -> None:
    """Cache the new state; the act is committed, so a failure here is only logged, and clears the cache."""
    try:
        if done is not None:
            kept.put(*done)
    except Exception:
        kept.clear()
        log.exception("what was done is not kept; it is read again")


Done = tuple[Table, kept.Kept[TableState]] | None
"""A table's row after a press and its cached state; None for a repeated press, or an act of the house."""


def _perform(it: Pressed) -> tuple[Answer, Done]:
    check_names(it.owner, it.steps, it.nonce)
    row = _lock(it.owner)
    if (first := first_answer(it.owner, it.steps, by=it.by, nonce=it.nonce)) is not None:
        return first, None
    _check_in_time(row, it)
    verbs = [declaration.of(step.verb) for step in it.steps]
    _check_ground(row, verbs, it.seen)
    role = _role(row, it)
    outcomes, before, was_open = [], row.number, _is_open(row)
    found = kept.take(row, TableState) if isinstance(row, Table) else None
    jumped = clocks.wall.jumped(it.owner)
    for name, verb, step in zip(names(it.nonce, len(it.steps)), verbs, it.steps, strict=True):
        act = Act(row, it.by.badge, role, it.at, row.number + 1, found and found.state, read=it.read)
        if jumped:
            act.effect("clock_jumped", seconds=jumped)
            transaction.on_commit(partial(clocks.wall.tell, it.owner, jumped))
            jumped = 0
        key.name_first(act)
        with kept.writes(found):
            outcomes.append(_act(row, verb, act, step, by=it.by, nonce=name))
    if it.also is not None and isinstance(row, Table):
        it.also(row)
    with kept.writes(found):
        update(row)
    ping_once_committed(it.owner, row.number)
    if seals.is_due(row.number, before, closes=was_open and not _is_open(row)):
        _seal_once_committed(it.owner)
    done = (row, found) if isinstance(row, Table) and found is not None else None
    return Answer(row.number, tuple(outcomes)), done


def _check_in_time(row: Owner, it: Pressed) -> None:
    """Refuse (E_LATE) a press that was meanwhile reported as not recorded, and one that ``still`` refuses."""
    if isinstance(row, Table):
        check_not_spent(row, it.nonce)
    if it.still is not None:
        it.still()


def _role(row: Owner, it: Pressed) -> Role:
    """Return the role in which somebody acts: their own, or ``office`` for an instructor at a training table.

    Refuses (E_ROLE) ``office`` for anybody else.
    """
    own = Role(it.by.role)
    trains = isinstance(row, Table) and row.training and own is Role.INSTRUCTOR
    require(
        it.office is None or trains,
        Code.ROLE,
        "Only an instructor stands in for others, and at a training table alone.",
    )
    return it.office or own


def _is_open(row: Owner) -> bool:
    return isinstance(row, Table) and row.status != Table.Status.CLOSED


def _lock(owner: str) -> Owner:
    """Lock and return the row of the house or a table, which gives its register its one order.

    Refuses (E_TABLE) an unknown table.
    """
    if owner == HOUSE:
        epoch.open_row()
        return House.objects.select_for_update().get(pk=1)
    # The policy is not joined: PostgreSQL would look for the one that it saw before it waited for the lock.
    table = LOCKED.first(code=owner)
    if table is None:
        raise Refused(Code.TABLE, "There is no table “%(table)s”.", table=owner[:20])
    return table


def _check_ground(row: Owner, verbs: Sequence[Verb], seen: int | None) -> None:
    """Refuse (E_STALE) an act if something that it depends on has moved since its screen was drawn.

    A screen that has seen more entries of a table than there are was drawn from another database than this one.
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


def _act(row: Owner, verb: Verb, act: Act, step: Step, *, by: Person, nonce: str) -> Any:
    """Check and perform one act, append its entry, do what follows from it, and return its outcome."""
    require(isinstance(row, verb.owner), Code.VERB, "There is no act “%(verb)s” here.", verb=verb.name)
    given = declaration.arguments_of(verb, sabots.completed(act, verb, dict(step.arguments)))
    declaration.check_legible(verb, given)
    declaration.check(verb, act)
    in_charge.check(act, verb, by)
    own_word.check(act, verb, by, given)
    given |= {
        key: chain.note(given[key], register=str(row), number=act.number, at=act.at) for key in verb.texts if given[key]
    }
    outcome = _carry_out(row, verb, act, given, nonce=nonce)
    in_charge.check_at_one_table(act, verb, by)
    follow(act, verb, given)
    coup = act.coup_read
    where = {"table": str(row), "coup": coup.key if coup else None, "number": act.number}
    log.info("act", **where, verb=verb.name, actor=act.actor, role=act.role.value)
    return outcome


def _carry_out(row: Owner, verb: Verb, act: Act, given: dict[str, Any], *, nonce: str) -> Any:
    verb.perform(act, **given)
    row.number = act.number
    row.grounds |= dict.fromkeys(verb.moves, act.number)
    if isinstance(row, Table):
        for notice in declaration.NOTICERS:
            notice(act)
        follow_cut_card(act)
        alerts.raise_alerts(act)
    outcome: dict[str, Any] = {"effects": act.effects}
    if row.refused:
        outcome["refused"], row.refused = row.refused, 0
    _append(row, act, verb, nonce=nonce, arguments=given, outcome=outcome)
    return outcome


def again(row: Table, entry: Entry, found: kept.Kept[TableState]) -> Any:
    """Replay an entry on ``row``, at its own time and in its own role, and return the outcome.

    Appends the entry; saving the row is the caller's. Raises :class:`Refused` and whatever else the verb raises.
    """
    verb = declaration.of(entry.verb)
    act = Act(row, entry.actor, Role(entry.role), entry.at, row.number + 1, found.state)
    row.refused = chain.refused_before(entry.outcome)
    act.sabot = InRegister(partial(chain.effects, entry.outcome))
    if jumped := chain.clock_jumped(entry.outcome):
        act.effect("clock_jumped", seconds=jumped)
    declaration.check(verb, act)
    given = declaration.arguments_of(verb, chain.read(entry.arguments))
    with kept.writes(found):
        return _carry_out(row, verb, act, given, nonce=entry.nonce)


def _append(
    row: Owner, act: Act, verb: Verb, *, nonce: str, arguments: dict[str, Any], outcome: dict[str, Any]
) -> None:
    facts: dict[str, Any] = {
        "register": row.code if isinstance(row, Table) else HOUSE,
        "number": act.number,
        "at": act.at,
        "actor": act.actor,
        "role": act.role.value,
        "nonce": nonce,
        "verb": verb.name,
        "arguments": chain.canonical(arguments),
        "outcome": chain.canonical(outcome),
        "previous": row.digest,
    }
    row.digest = chain.digest(facts)
    insert(Entry(**facts, digest=row.digest))


def _seal_once_committed(owner: str) -> None:
    """Write the seal that is due once the act is committed."""

    # No partial: where it fails, Django logs the name of what failed, and only a function has one.
    def seal() -> None:
        seals.keep_after(owner)

    transaction.on_commit(seal, robust=True)


def ping_once_committed(owner: str, number: int) -> None:
    """Tell every process, once this is committed, that a register has grown to this number.

    Nothing depends on the ping: screens that miss one find out by their heartbeat.
    """

    def ping() -> None:
        # Whoever acts for a screen does not wait for the event loop: it may be stopping at this very moment.
        if (loop := threads.loop.get()) is not None:
            loop.call_soon_threadsafe(_ping_soon, owner, number)
        else:
            async_to_sync(_ping)(owner, number)

    transaction.on_commit(ping, robust=True)


def _ping_soon(owner: str, number: int) -> None:
    """Start the ping on the running event loop, and hold on to its task until it ends."""
    task = asyncio.get_running_loop().create_task(_ping(owner, number))
    PINGS.add(task)
    task.add_done_callback(PINGS.discard)


async def _ping(owner: str, number: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(MOST_PING_SECONDS):
            moved = {"type": "table.moved", "owner": owner, "number": number, "by": HERE}
            await layer.group_send(f"table.{owner}", moved)
    except Exception:
        metrics.PINGS_LOST.inc()
        log.exception("a ping was lost; screens find out by their heartbeat", table=owner, number=number)
