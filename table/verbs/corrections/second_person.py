"""Corrections of stakes that take two persons: one asks, and a second agrees before it is done.

Until a face is known, a stake that was keyed wrong helps nobody; from the first face on whoever keys a stake chooses
who wins. So the Ispettore di Gioco keys what lay there and why, and nothing moves. It is shown on the desks and on the
console until a second person agrees to exactly that by their own sign-in: the Ispettore Comunale, or in a house without
one another Ispettore di Gioco, the Capo Isola or the Direzione. Then it is done, and the entry names both. Both work at
this table; nobody agrees for another, to what they asked for themselves, or to a change of what they have keyed; and
whoever asked is still there when it is done. One such correction waits at a time: who asked may take it back, and any
Ispettore di Gioco who works there; it lapses when the coup ends. It holds nothing up: while nobody has agreed, the
stakes are settled without it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from table.memory.statements import update
from table.models import Coup, Entry
from table.play.act import Act
from table.play.presence import check_at_work
from table.play.stakes import WaitingCorrection, waiting_correction
from table.play.texts import decode
from table.rules.refusal import Code, Listed, Refused, require

KEY_STAKES = ("place", "raise", "lower", "correct_entry")
"""Verbs by which a stake is keyed; a correction that was only asked for has changed nothing.

What is repeated is looked at by the press (:func:`check_no_own_correction`): its effects name the positions.
"""
CHANGED = '"entry_corrected"'


def ask(act: Act, *, what: str, old: Any, new: dict[str, Any], reason: str) -> None:
    """Store a correction on the coup, to wait for a second person; it changes no stake. Records "correction_asked".

    Refused (E_PRESENCE) where one waits already, or whoever asks does not work at this table.
    """
    coup = act.coup
    check_at_work(act, act.actor)
    require(
        waiting_correction(coup) is None,
        Code.PRESENCE,
        "A correction waits for a second person already; it is agreed to, or taken back, before another is asked for.",
        source=act.cite("corrections.by_two"),
    )
    request = WaitingCorrection(act.number, act.actor, what, old, new, reason)
    _keep(coup, request)
    act.effect("correction_asked", what=what, old=old, new=new, reason=reason)


def agreed(act: Act, number: int) -> WaitingCorrection:
    """Return the correction of this number, to which whoever acts agrees, and clear it from the coup.

    Refuses one that does not wait (E_ARGUMENTS), a role that is not among the house's second persons (E_ROLE), whoever
    asked for it (E_PRESENCE_SELF) or has keyed a stake at its positions (as :func:`_check_keyed_nothing_there`), and
    (E_PRESENCE) if they, or whoever asked, do not work at this table now. The correction is left to the caller.
    """
    request = _waiting(act, number)
    offices = act.state.profile.second_persons
    require(
        act.role in offices,
        Code.ROLE,
        "In this house the second person is one of: %(roles)s.",
        source=act.cite("corrections.by_two"),
        roles=Listed(offices),
    )
    require(
        act.actor != request.by,
        Code.PRESENCE_SELF,
        "Who asked for the correction does not agree to it: that takes a second person.",
        source=act.cite("presence.second"),
    )
    check_at_work(act, act.actor)
    check_at_work(act, request.by)
    _check_keyed_nothing_there(act, request)
    _keep(act.coup, None)
    return request


def check_no_own_correction(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_PRESENCE_SELF) whoever asked for an earlier correction of this coup, that was done, at its positions.

    So is whoever has repeated a stake there. Passes where no correction of this number waits. Checked at the press
    alone, as earlier entries did not ask for this.
    """
    request = waiting_correction(act.coup)
    if request is None or request.number != given["correction"]:
        return
    since = _since_first_stake(act, request)
    agreed_to = since.filter(verb="confirm_correction", outcome__contains=CHANGED)
    changes = [dict(decode(entry.outcome)["effects"])["entry_corrected"] for entry in agreed_to]
    repeats = [decode(entry.outcome)["effects"] for entry in since.filter(actor=act.actor, verb="repeat")]
    repeated = [facts for effects in repeats for name, facts in effects if name == "repeated"]
    _check_keyed_elsewhere(act, request, [*(it for it in changes if it["asked_by"] == act.actor), *repeated])


def check_takes_back(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_PRESENCE) anybody who neither asked for the correction nor is signed on at this table.

    Refuses (E_ARGUMENTS) where it does not wait. Checked at the press alone, as earlier entries let any Ispettore
    di Gioco take one back.
    """
    if act.actor != _waiting(act, given["correction"]).by:
        check_at_work(act, act.actor)


def take_back(act: Act, number: int) -> None:
    """Clear the correction of this number from the coup. Records "correction_taken_back".

    Refuses (E_ARGUMENTS) where it does not wait.
    """
    request = _waiting(act, number)
    _keep(act.coup, None)
    act.effect("correction_taken_back", what=request.what)


def _waiting(act: Act, number: int) -> WaitingCorrection:
    """Return the correction that waits for a second person. Refuses (E_ARGUMENTS) if none of this number does."""
    request = waiting_correction(act.coup)
    if request is None or request.number != number:
        raise Refused(Code.ARGUMENTS, "No such correction waits for a second person.")
    return request


def _keep(coup: Coup, request: WaitingCorrection | None) -> None:
    """Store the correction that waits on the coup, in place of any other, and save the coup; None clears it."""
    coup.correction_asked = request and request._asdict()
    update(coup)


def _check_keyed_nothing_there(act: Act, request: WaitingCorrection) -> None:
    """Refuse (E_PRESENCE_SELF) an actor who has keyed a stake of this coup at a position of the correction.

    Entries of ``place``, ``raise``, ``lower`` and ``correct_entry`` count, from that of the first stake now on the felt
    on; a correction that was only asked for does not.
    """
    own = _since_first_stake(act, request).filter(actor=act.actor, verb__in=KEY_STAKES)
    keyed = [decode(entry.arguments) for entry in own if CHANGED in entry.outcome or entry.verb != "correct_entry"]
    _check_keyed_elsewhere(act, request, keyed)


def _since_first_stake(act: Act, request: WaitingCorrection) -> "QuerySet[Entry]":
    """Query the table's entries from that of the first stake now on the felt on; without stakes from the request on."""
    first = min((stake.laid_at for stake in act.state.stakes), default=request.number)
    return Entry.objects.filter(register=act.table.code, number__gte=first)


def _check_keyed_elsewhere(act: Act, request: WaitingCorrection, keyed: Iterable[dict[str, Any]]) -> None:
    """Refuse (E_PRESENCE_SELF) if one of the acts ``keyed`` (their arguments) was at a position of the correction.

    That they are acts of the actor is for the caller to check.
    """
    there = {request.new.get("position"), request.new.get("meant")} - {None}
    require(
        not any(there & _positions(given) for given in keyed),
        Code.PRESENCE_SELF,
        "You have keyed a stake of this position in this coup: who keyed what is corrected does not agree to it.",
        source=act.cite("presence.no_party"),
    )


def _positions(given: dict[str, Any]) -> set[str]:
    """Positions that the arguments of an act name as ``position`` or ``meant``, at the top or within ``new``."""
    arguments = {**given, **(given.get("new") or {})}
    return {arguments[name] for name in ("position", "meant") if arguments.get(name)}
