"""One act behind the lock: checked, performed, recorded, and what follows from it."""

from functools import partial
from typing import Any

import structlog
from django.db import transaction

from table.memory import table_cache
from table.memory.statements import insert
from table.models import Entry, House, Person, Table
from table.play import alerts, declaration
from table.play.act import Act
from table.play.declaration import Verb
from table.play.sealed import InRegister
from table.play.shoe import follow_cut_card
from table.play.state import TableState
from table.record import chain, in_charge, key
from table.record.cross_register import own_word, sabots, side_effects
from table.record.door.admitting import Owner, Pressed
from table.record.machine import clocks
from table.record.press import Step, names
from table.rules.profile import Role
from table.rules.refusal import Code, require

log = structlog.stdlib.get_logger("sabot.door")


def do_all(row: Owner, it: Pressed, role: Role, cached: table_cache.CachedTable[TableState] | None) -> tuple[Any, ...]:
    """Do the acts of a press one after the other, and return their outcomes, in their order.

    Their entries are inserted; ``row`` is changed, and saved by the caller. ``cached`` is None in the house. Records
    "clock_jumped" with the first act if the wall clock was set since the register last recorded it, and
    "seal_key_named" with the first act of the house where no seal key is named yet. Refuses as the acts do.
    """
    jumped, outcomes = clocks.jumps.jumped(it.owner), []
    for name, step in zip(names(it.nonce, len(it.steps)), it.steps, strict=True):
        act = Act(row, it.by.badge, role, it.at, row.number + 1, cached and cached.state, read=it.read, seen=it.seen)
        if jumped:
            act.effect("clock_jumped", seconds=jumped)
            transaction.on_commit(partial(clocks.jumps.mark_recorded, it.owner, jumped))
            jumped = 0
        if isinstance(row, House) and not row.seal_keys:
            key.name_first(row, act)
        with table_cache.writes(cached):
            outcomes.append(_do(declaration.of(step.verb), act, step, by=it.by, nonce=name))
    return tuple(outcomes)


def _do(verb: Verb, act: Act, step: Step, *, by: Person, nonce: str) -> Any:
    """Check and perform one act, append its entry, run its side effects beyond the register, and return its outcome.

    Texts lose the spaces around them; those that are not empty then are stored as notes, and the entry has their
    digests. The owner's row is changed as by :func:`_carry_out`, and not saved. Logs the act. Refuses (E_VERB) an act
    that is not of this register, and whatever the checks, the verb or the side effects refuse.
    """
    require(isinstance(act.owner, verb.owner), Code.VERB, "There is no act “%(verb)s” here.", verb=verb.name)
    given = declaration.arguments_of(verb, sabots.completed(act, verb, dict(step.arguments)))
    declaration.check_legible(verb, given)
    given |= {name: given[name].strip() for name in verb.texts if given[name]}
    declaration.check(verb, act)
    in_charge.check(act, verb, by)
    if own_word.decides(verb, act.role):
        own_word.check(act, verb, given)
    if verb.at_press is not None:
        verb.at_press(act, given)
    for finds in side_effects.finding(verb, trains=act.trains):
        given |= finds(act, given)
    given |= {
        name: chain.note(given[name], register=act.register, number=act.number, at=act.at)
        for name in verb.texts
        if given[name]
    }
    outcome = _carry_out(verb, act, given, nonce=nonce)
    if verb.name in in_charge.AT_ONE_TABLE:
        in_charge.check_at_one_table(act, by)
    for follows in side_effects.following(verb, trains=act.trains):
        follows(act, given)
    coup = act.state.coup_read if isinstance(act.owner, Table) else None
    where = {"table": act.register, "coup": coup.key if coup else None, "number": act.number}
    log.info("act", **where, verb=verb.name, actor=act.actor, role=act.role.value)
    return outcome


def _carry_out(verb: Verb, act: Act, given: dict[str, Any], *, nonce: str) -> Any:
    """Perform an act, at a table call the noticers, follow the cut card and raise alerts, and append the entry.

    Returns the outcome, a mapping of ``effects``, a list of pairs of name and facts, and of ``refused``, the number of
    refusals since the entry before, which is left out if there were none. Number, grounds, digest and refusals of the
    owner's row are set; saving it is the caller's.
    """
    row = act.owner
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
    _append(act, verb, nonce=nonce, arguments=given, outcome=outcome)
    return outcome


def again(row: Table, entry: Entry, state: TableState) -> Any:
    """Perform an entry once more on ``row``, at its own time and in its own role, and return today's outcome.

    What is checked or added at a press alone is left out: faces, seals, a clock that jumped and counted refusals are
    those that the entry has. Appends an entry with the row's next number; saving the row is the caller's. Raises
    :class:`Refused` and whatever else the verb raises.
    """
    verb = declaration.of(entry.verb)
    act = Act(row, entry.actor, Role(entry.role), entry.at, row.number + 1, state)
    row.refused = chain.refused_before(entry.outcome)
    act.sabot = InRegister(partial(chain.effects, entry.outcome))
    if jumped := chain.clock_jumped(entry.outcome):
        act.effect("clock_jumped", seconds=jumped)
    declaration.check(verb, act)
    given = declaration.arguments_of(verb, chain.read(entry.arguments))
    with table_cache.writes(table_cache.uncached(state)):
        return _carry_out(verb, act, given, nonce=entry.nonce)


def _append(act: Act, verb: Verb, *, nonce: str, arguments: dict[str, Any], outcome: dict[str, Any]) -> None:
    """Insert the entry of an act, with the act's number, chained to the one before by that one's digest.

    Sets the digest of the register's row to that of the entry, and nothing else of the row, which is not saved here.
    """
    row = act.owner
    facts: dict[str, Any] = {
        "register": act.register,
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
