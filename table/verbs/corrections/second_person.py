"""A stake that is put right once a face is known: one person asks for it, and a second one agrees before it is done.

While nobody knows a face, a stake that was keyed wrong helps nobody. From the first face on whoever keys a stake
chooses who wins, so that two persons stand behind every change of one. The Ispettore di Gioco keys what lay there and
why, and nothing moves yet. It stands on the desks and on the console until a second person agrees to exactly that by
his own sign-in: the Ispettore Comunale, or in a house without one another Ispettore di Gioco, the Capo Isola or the
Direzione. Then it is done, and the entry names both. Both work at this table, nobody agrees for another, to what he
asked for himself, or to a change of what he has keyed, and who asked is still there when it is done. One such
correction stands at a time: any Ispettore di Gioco takes it back, and it lapses when the coup ends. It holds nothing
up: what stands unagreed when the stakes are settled is not paid.
"""

import json
from typing import Any, NamedTuple

from table.models import Coup, Entry
from table.play.act import Act
from table.rules.profile import Profile, Role
from table.rules.refusal import Code, Listed, Refused, require
from table.statements import update

KEY_STAKES = ("place", "raise", "lower", "correct_entry")
"""The acts by which a stake is keyed; a correction that was only asked for has changed nothing."""
CHANGED = '"entry_corrected"'


class Asked(NamedTuple):
    """A correction that was asked for: in which entry, by whom, of what, what had been keyed, what it was, and why."""

    number: int
    by: str
    what: str
    old: Any
    new: dict[str, Any]
    reason: str


def who_agrees(profile: Profile) -> tuple[Role, ...]:
    """Who is the second person in this house."""
    if profile.presence == "ispettore_gioco":
        return (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE)
    return (Role.ISPETTORE_COMUNALE,)


def standing(coup: Coup) -> Asked | None:
    """The correction of this coup that waits for a second person."""
    return Asked(**coup.correction_asked) if coup.correction_asked else None


def ask(act: Act, *, what: str, old: Any, new: dict[str, Any], reason: str) -> None:
    """It stands from now on; nothing has moved."""
    coup = act.coup
    check_at_work(act, act.actor)
    require(
        standing(coup) is None,
        Code.PRESENCE,
        "A correction waits for a second person already; it is agreed to, or taken back, before another is asked for.",
        source=act.cite("corrections.by_two"),
    )
    asked = Asked(act.number, act.actor, what, old, new, reason)
    _keep(coup, asked)
    act.effect("correction_asked", what=what, old=old, new=new, reason=reason)


def agreed(act: Act, number: int) -> Asked:
    """The correction with this number, now that a second person agrees to it; it does not stand any more."""
    asked = _asked(act, number)
    offices = who_agrees(act.state.profile)
    require(
        act.role in offices,
        Code.ROLE,
        "In this house the second person is one of: %(roles)s.",
        source=act.cite("corrections.by_two"),
        roles=Listed(offices),
    )
    require(
        act.actor != asked.by,
        Code.PRESENCE_SELF,
        "Who asked for the correction does not agree to it: that takes a second person.",
        source=act.cite("presence.second"),
    )
    check_at_work(act, act.actor)
    check_at_work(act, asked.by)
    _check_keyed_nothing_there(act, asked)
    _keep(act.coup, None)
    return asked


def take_back(act: Act, number: int) -> None:
    """It is not asked for any more."""
    asked = _asked(act, number)
    _keep(act.coup, None)
    act.effect("correction_taken_back", what=asked.what)


def _asked(act: Act, number: int) -> Asked:
    asked = standing(act.coup)
    if asked is None or asked.number != number:
        raise Refused(Code.ARGUMENTS, "No such correction waits for a second person.")
    return asked


def _keep(coup: Coup, asked: Asked | None) -> None:
    coup.correction_asked = asked and asked._asdict()
    update(coup)


def _check_keyed_nothing_there(act: Act, asked: Asked) -> None:
    """Who has keyed what is corrected is no witness of how it was."""
    first = min((stake.laid_at for stake in act.state.stakes), default=asked.number)
    own = Entry.objects.filter(register=act.table.code, number__gte=first, actor=act.actor, verb__in=KEY_STAKES)
    keyed = [json.loads(entry.arguments) for entry in own if CHANGED in entry.outcome or entry.verb != "correct_entry"]
    there = {asked.new.get("position"), asked.new.get("meant")} - {None}
    require(
        not any(there & _positions(given) for given in keyed),
        Code.PRESENCE_SELF,
        "You have keyed a stake of this position in this coup: who keyed what is corrected does not agree to it.",
        source=act.cite("presence.no_party"),
    )


def _positions(given: dict[str, Any]) -> set[str]:
    """The positions that an act on stakes was about."""
    told = {**given, **(given.get("new") or {})}
    return {told[name] for name in ("position", "meant") if told.get(name)}


def check_at_work(act: Act, badge: str) -> None:
    """Two presences are two persons who work at this table, each by a sign-in of his own."""
    require(
        any(it.person.badge == badge for it in act.state.staff),
        Code.PRESENCE,
        "“%(badge)s” is not signed on at this table; that comes first.",
        source=act.cite("presence.second"),
        badge=badge[:20],
    )
