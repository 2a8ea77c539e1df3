"""Word of somebody whose PIN others have replaced: it decides nothing before it is known who they are.

The owner, who may sign in, sets a PIN of their own, and then a third person confirms them by PIN, or the number of
hours passes that the house has set. This is checked when an act is pressed, and never in a replay.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils.timezone import localtime

from table.memory.statements import Query
from table.models import MACHINE, GivenPin
from table.play.act import Act
from table.play.declaration import Verb
from table.rules.authority import cite
from table.rules.profile import MOST_DELAY_HOURS, Role
from table.rules.refusal import Code, require

MACHINES = (Role.DEALER, Role.SHOE)
LAST_GIVEN = Query(lambda badge: GivenPin.objects.filter(person__badge=badge).order_by("-number")[:1])


def decides(verb: Verb, role: Role) -> bool:
    """Whether somebody in this role attests or decides something by this verb; never a dealer or a shoe.

    They do if they are among its ``deciders``. Where these are None all others do, whether or not they may press it,
    unless a dealer or a shoe may (``roles``).
    """
    if role in MACHINES:
        return False
    return role in verb.deciders if verb.deciders is not None else not verb.roles & {*MACHINES}


def check(act: Act, verb: Verb, given: Mapping[str, Any]) -> None:
    """Refuse (E_PIN_NOT_OWN) an act of somebody whose PIN others have replaced, until it is known as theirs.

    See :func:`is_known`; to be called where they decide something by it (:func:`decides`). Whoever confirms another's
    PIN must have a known one even if it was their first. Training tables always pass, and so does giving a PIN at the
    machine.
    """
    at_the_machine = verb.name == "give_pin" and given["shown_at"] == MACHINE
    if act.trains or at_the_machine:
        return
    last = LAST_GIVEN.first(badge=act.actor)
    fresh = verb.name == "confirm_pin"  # who was taken on just now is nobody's third person
    require(
        last is None or not (last.anew or fresh) or is_known(last, act.at),
        Code.PIN_NOT_OWN,
        "The PIN of “%(badge)s” was given by somebody else, and decides nothing yet: its owner sets one of their own, "
        "and a third person confirms by their own PIN that it is the owner, or %(hours)s hours pass.",
        source=cite(None, "presence.own_pin"),
        badge=act.actor,
        hours=last.hours if last is not None else 0,
    )


def is_known(it: GivenPin, at: datetime) -> bool:
    """Whether a PIN that others gave counts as its owner's; never before they have set one of their own (``used``).

    Then it does if a third person has confirmed them, or if at ``at`` the hours that the house had set are over since
    it was given; when they set their own, or were confirmed, is not compared with ``at``. That its owner sets another
    PIN later makes no difference.
    """
    return it.used is not None and (it.confirmed is not None or at >= it.until())


class Awaited(NamedTuple):
    """Somebody whose PIN was given anew and decides nothing yet: by whom and on which device, when, and until when.

    ``own``: they have set their own, and a third person may confirm them.
    """

    badge: str
    by: str
    device: str
    at: datetime
    until: datetime
    own: bool

    @property
    def ends(self) -> datetime:
        """Time from which it is awaited no longer: ``until`` once they have set a PIN of their own.

        Else it is ``MOST_DELAY_HOURS``, the longest delay that a house may set, after ``at``.
        """
        return self.until if self.own else self.at + timedelta(hours=MOST_DELAY_HOURS)


def awaited(now: datetime) -> tuple[Awaited, ...]:
    """List those whose latest PIN was given anew by others and is not known as theirs yet, the latest PIN first.

    Each by badge, with who gave it, the device, when and until when in house time, and whether they have set
    their own; one who has not is listed also after that time. Left out are PINs that count as their owner's by now
    (:func:`is_known`), those older than ``MOST_DELAY_HOURS``, and those for which the house had set no hours.
    """
    found = dict[str, Awaited]()
    rows = GivenPin.objects.filter(anew=True, at__gte=now - timedelta(hours=MOST_DELAY_HOURS)).select_related("person")
    for it in rows.order_by("-number"):
        waits = Awaited(it.person.badge, it.by, it.device, localtime(it.at), localtime(it.until()), it.used is not None)
        found.setdefault(waits.badge, waits if not is_known(it, now) and it.hours else waits._replace(badge=""))
    return tuple(it for it in found.values() if it.badge)
