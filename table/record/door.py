"""The door: the one way in. Lock, nonce, role, phase, ground; run the verb, append the entry, commit, ping."""

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

from table import threads
from table.models import HOUSE, Entry, House, Person, Refusal, Table
from table.play.act import Act
from table.play.sealed import InRegister
from table.play.shoe import follow_cut_card
from table.record import chain, constraints, epoch, in_charge, kept, metrics, refusals
from table.record.beside import own_word, sabots
from table.record.beside.follow import follow
from table.record.machine import clocks, held
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
from table.record.proof import key, seals
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.statements import Query, insert, update
from table.verbs import declaration
from table.verbs.declaration import Verb
from table.verbs.house import alerts

log = structlog.stdlib.get_logger("sabot.door")
LOCKED = Query(lambda code: Table.every.select_for_update().filter(code=code))
MOST_PING_SECONDS = 2
MOST_STEPS = 6
"""So many acts has a press at most that comes from a screen."""
MOST_SPENT = 40
"""So many names of a table are remembered as spent. What waited long is refused for that alone; this is for what waits
in a process whose clock stood still meanwhile. Who asks often pushes out what he asked himself."""
PINGS: set[asyncio.Task[None]] = set()
"""Those on their way."""
HERE = uuid4().hex
"""This process: what it has done itself it need not read again."""
Owner = Table | House
Still = Callable[[], None]
"""Refuses a press that may be done no more by now; asked when the table is locked, however long that took."""
Also = Callable[[Table], None]
"""What is done in the transaction of an act, with the row of its table; it may refuse all of it."""

__all__ = ["Answer", "Fate", "Step", "again", "became", "perform", "press"]


def perform(
    owner: str, verb: str, *, by: Person, nonce: str, seen: int | None = None, at: datetime | None = None, **given: Any
) -> Answer:
    """Do one act at a table (its code) or in the house; refused with a sentence, and then nothing has changed."""
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
    """Do what one press of a button means: one act, or a short fixed run of them, all or none.

    ``nonce`` is the press's own name: pressed again it gets its first answer, and nothing happens twice. ``seen`` is
    the number that the screen showed. ``read`` is the face that an electronic shoe has read of the card that leaves it,
    and is no part of any entry. ``office`` is the one for which an instructor stands in at a training table. Raises
    :class:`Refused`; whatever fails once it is committed is logged, and the answer stands.
    """
    assert steps, "a press does something"
    with metrics.measured(steps), held.found_out():
        pressed = Pressed(owner, steps, by, nonce, seen, at or timezone.now(), still, also, read, office)
        return _press(pressed)


class Pressed(NamedTuple):
    """A press as it came to the door."""

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
    """What became of a press: the number of its last entry, 0 if it is not recorded and never will be.

    ``verb`` is its first act, where it is known, and ``code`` why it was refused, where it was.
    """

    number: int
    verb: str = ""
    code: str = ""


def became(owner: str, nonce: str, *, by: str) -> Fate:
    """What became of a press at a table whose answer was lost; somebody asks, by his badge.

    Behind the lock of the table's row: a press that is being done is waited for, and one that comes later, in
    whichever process it was waiting, finds its name spent. A screen may say "not recorded", and it stays so.
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
    """What is on disk was done, whatever becomes of what this process keeps beside it."""
    try:
        if done is not None:
            kept.put(*done)
    except Exception:
        kept.clear()
        log.exception("what was done is not kept; it is read again")


Done = tuple[Table, kept.Kept] | None
"""A table's row after a press, and what is known of it; None where nothing was done, or in the house."""


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
    found = kept.take(row) if isinstance(row, Table) else None
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
    """A press that waited may be one of which its screen was told meanwhile that it is not recorded."""
    if isinstance(row, Table):
        check_not_spent(row, it.nonce)
    if it.still is not None:
        it.still()


def _role(row: Owner, it: Pressed) -> Role:
    """The office in which somebody acts: his own; of an instructor at a training table any, as nothing counts there."""
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
    """The row whose lock gives the register its one order."""
    if owner == HOUSE:
        epoch.open_row()
        return House.objects.select_for_update().get(pk=1)
    # The policy is not joined: PostgreSQL would look for the one that it saw before it waited for the lock.
    table = LOCKED.first(code=owner)
    if table is None:
        raise Refused(Code.TABLE, "There is no table “%(table)s”.", table=owner[:20])
    return table


def _check_ground(row: Owner, verbs: Sequence[Verb], seen: int | None) -> None:
    """An act is stale if something that it stands on has moved since its screen was drawn.

    A screen that has seen more than there is was drawn from another database than this one.
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
    """Check and do one act, and append its entry."""
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


def again(row: Table, entry: Entry, found: kept.Kept) -> Any:
    """Perform an entry once more on another table, at its own time and in its own role, and give its outcome."""
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
    """What is due is sealed; where that fails, Django names who failed in its log, and only a function has a name."""

    def seal() -> None:
        seals.keep_after(owner)

    transaction.on_commit(seal, robust=True)


def ping_once_committed(owner: str, number: int) -> None:
    """Tell every process that this register has grown, and nothing more; what is committed stays so without it."""

    def ping() -> None:
        # Whoever acts for a screen does not wait for the event loop: it may be stopping at this very moment.
        if (loop := threads.loop.get()) is not None:
            loop.call_soon_threadsafe(_ping_soon, owner, number)
        else:
            async_to_sync(_ping)(owner, number)

    transaction.on_commit(ping, robust=True)


def _ping_soon(owner: str, number: int) -> None:
    """On the loop, which knows a task only as long as somebody else does."""
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
