"""Facts and side effects of acts beyond their register, in their own transaction; they may refuse the act."""

from collections.abc import Callable, Mapping
from typing import Any

from table.models import StaffSession
from table.play.act import Act
from table.play.declaration import GamePart, Verb
from table.record.cross_register import display_requests, evenings, waiting


def end_sessions(_act: Act, given: Mapping[str, Any]) -> None:
    """Delete the sessions of the person with the badge ``given["badge"]``, unless they are made active.

    They end for good, and are no way in once the person is active again.
    """
    if not given["active"]:
        StaffSession.objects.filter(person__badge=given["badge"]).delete()


Follows = Callable[[Act, Mapping[str, Any]], None]
CLOSING: tuple[Follows, ...] = (waiting.redraw, display_requests.lapse)
FOLLOWS: dict[str, tuple[Follows, ...]] = {
    "wait_for_seat": (waiting.redraw,),
    "leave_list": (waiting.redraw,),
    **dict.fromkeys(("erase_guest", "erase_person", "erase_notes"), (evenings.forget,)),
    # Tables show the pit whose PIN was replaced, and when it is known as its owner's.
    **dict.fromkeys(("give_pin", "set_own_pin", "confirm_pin"), (waiting.redraw,)),
    "set_active": (end_sessions,),
    "call_guest": (waiting.call, display_requests.outdate),
    "pass_over": (waiting.pass_over,),
    "withdraw_call": (waiting.redraw,),
    **dict.fromkeys(("release", "report_unmarked_absence"), (waiting.free, display_requests.outdate)),
    **dict.fromkeys(("mark", "return"), (display_requests.outdate,)),
    "close_table": CLOSING,
    "assign": (waiting.assign, display_requests.outdate),
    "occupy": (waiting.seat, display_requests.drop_of_earlier_guest),
    "answer_call": (display_requests.answer,),
    "close_call": (display_requests.close,),
}
"""Side effects by verb, in their order."""
AT_ITS_DISPLAYS = (
    display_requests.answer,
    display_requests.close,
    display_requests.lapse,
    display_requests.outdate,
    display_requests.drop_of_earlier_guest,
)
"""Side effects on the table's own displays, which a training table has as well."""
Finds = Callable[[Act, Mapping[str, Any]], Mapping[str, Any]]
"""Returns the arguments that complete those of an act, none where there is nothing to add; may refuse the act.

It may lock and write rows beyond the table's, after the row of the table, which is locked already.
"""
FINDS: dict[str, Finds] = {}
"""By the name of the verb."""
CHECKS: dict[str, Finds] = {}
"""By the name of the verb: those that a training table has as well; none writes rows beyond the table."""


def following(verb: Verb, *, trains: bool) -> tuple[Follows, ...]:
    """Return the side effects of a verb (``FOLLOWS``), to be called in their order once an act of it is done.

    A ruling that orders acts of the table (``GamePart.ORDERS``) has those of closing the table, in case it is closed by
    it, unless ``FOLLOWS`` has others. At a training table (``trains``) it is only those on its own displays.
    """
    follows = FOLLOWS.get(verb.name, CLOSING if verb.part is GamePart.ORDERS else ())
    return tuple(it for it in follows if it in AT_ITS_DISPLAYS) if trains else follows


def finding(verb: Verb, *, trains: bool) -> tuple[Finds, ...]:
    """Return what completes the arguments of an act of this verb: of ``CHECKS``, then of ``FINDS``; () for none.

    At a training table (``trains``) it is only that of ``CHECKS``.
    """
    registries = (CHECKS,) if trains else (CHECKS, FINDS)
    return tuple(it[verb.name] for it in registries if verb.name in it)
