"""Side effects of an act beyond its register, in its own transaction; they may refuse the act."""

from collections.abc import Callable, Mapping
from typing import Any

from table.models import Table
from table.play.act import Act
from table.play.declaration import Part, Verb
from table.record.cross_register import display_requests, evenings, own_word, waiting

Follows = Callable[[Act, Mapping[str, Any]], None]
CLOSING: tuple[Follows, ...] = (waiting.redraw, display_requests.lapse)
FOLLOWS: dict[str, tuple[Follows, ...]] = {
    "wait_for_seat": (waiting.redraw,),
    "leave_list": (waiting.redraw,),
    **dict.fromkeys(("erase_guest", "erase_person", "erase_notes"), (evenings.forget,)),
    **dict.fromkeys(("give_pin", "set_own_pin", "confirm_pin"), (own_word.redraw,)),
    "call_guest": (waiting.call,),
    "pass_over": (waiting.pass_over,),
    "withdraw_call": (waiting.redraw,),
    **dict.fromkeys(("release", "report_unmarked_absence"), (waiting.free,)),
    "close_table": CLOSING,
    "assign": (waiting.assign,),
    "occupy": (waiting.seat,),
    "answer_call": (display_requests.answer,),
    "close_call": (display_requests.close,),
}
"""Side effects by verb, in their order."""
AT_ITS_DISPLAYS = (display_requests.answer, display_requests.close, display_requests.lapse)
"""Side effects on the table's own displays, which a training table has as well."""


def follow(act: Act, verb: Verb, given: Mapping[str, Any]) -> None:
    """Call the side effects of an act (``FOLLOWS``) with its arguments. Raises :class:`Refused`: it undoes the press.

    A verb that orders acts of a table, and is not named there, has those of closing. At a training table only those on
    its own displays are called.
    """
    trains = isinstance(act.owner, Table) and act.owner.training
    for follows in FOLLOWS.get(verb.name, CLOSING if verb.part is Part.ORDERS else ()):
        if not trains or follows in AT_ITS_DISPLAYS:
            follows(act, given)
