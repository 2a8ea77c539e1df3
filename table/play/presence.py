"""Presence of those who attest at a table: since when they are at work there, and at which device they press.

It is the same for an incident, and for what is counted of a table's bank. A word counts while its person is at work at
the table without a break since they gave it: who signs off takes it back, and gives it anew when they return.
"""

from enum import StrEnum

from table.models import Person, StaffPresence
from table.play.act import Act
from table.play.state import TableState
from table.rules.profile import Role
from table.rules.refusal import Code, require


class PressedAt(StrEnum):
    """Device at which somebody attests: the table's own console, one where they are signed in, another's."""

    CONSOLE = "console"
    OWN = "own"
    OTHER = "other"


def begin_work(act: Act) -> None:
    """Sign whoever acts on at the table, in their role, without recording an effect.

    Locks their row, so that of two beginnings of one person the second waits for the first. The cached ``staff`` is not
    reread. Raises IntegrityError where they are signed on there already, which the door refuses as E_PRESENCE, and for
    a dealer beside another, which it does not: the caller signs that one off first.
    """
    person = Person.objects.select_for_update().get(badge=act.actor)
    StaffPresence.objects.create(table=act.table, person=person, role=act.role.value, since=act.number)


def stands(number: int, since: int | None) -> bool:
    """Whether an attestation by the entry ``number`` still counts: its person has worked here since without a break.

    ``since`` is the entry with which they began to work here last; that very entry counts, too. False for None: they do
    not work here now.
    """
    return since is not None and since <= number


def at_work_since(state: TableState, badge: str) -> int | None:
    """Number of the entry with which somebody last began to work at this table, in any role; None while they do not.

    A person is signed on at most once at a table.
    """
    return next((it.since for it in state.staff if it.person.badge == badge), None)


def check_at_work(act: Act, badge: str) -> None:
    """Refuse (E_PRESENCE) a badge that is not signed on at this table."""
    require(
        any(it.person.badge == badge for it in act.state.staff),
        Code.PRESENCE,
        "“%(badge)s” is not signed on at this table; that comes first.",
        source=act.cite("presence.second"),
        badge=badge[:20],
    )


def on_duty(state: TableState) -> str:
    """Badge of the dealer who is signed on at the table, of several the first to sign on; empty where nobody is."""
    return next((it.person.badge for it in state.staff if it.role == Role.DEALER), "")


def pressed_at(act: Act, signed_in: str) -> PressedAt:
    """Return which device this is, by the badge ``signed_in`` there: OWN if that is the actor's badge.

    Else CONSOLE if it is the badge of the dealer on duty at this table; with no dealer on duty, if ``signed_in`` is "".
    Else OTHER.
    """
    if signed_in == act.actor:
        return PressedAt.OWN
    return PressedAt.CONSOLE if signed_in == on_duty(act.state) else PressedAt.OTHER


def may_attest_from(act: Act, device: PressedAt, *, before: int) -> bool:
    """Whether the actor may attest at this device: the table's console, or any if they were at work here ``before``.

    ``before`` is the number of the entry that began what they attest: the actor must have begun to work at this table
    by an earlier one, and still do; whoever is signed in there does not matter. A house may admit any device without
    that (``attest_from``).
    """
    since = at_work_since(act.state, act.actor)
    at_work = since is not None and since < before
    return act.state.profile.attest_from == "any" or device is PressedAt.CONSOLE or at_work


def pin_facts(by: str | None, on: str | None, since: str | None) -> dict[str, str | None]:
    """Return the facts of a PIN that others replaced: ``pin_by``, ``pin_on``, ``pin_from``; {} if ``by`` is None.

    ``by`` is the badge of who gave it, ``on`` the time, and ``since`` the device where its owner first used it.
    """
    return {} if by is None else {"pin_by": by, "pin_on": on, "pin_from": since}
