"""The dealer's console: the one next act with its words, what else the hand may do, and what the keys have to know."""

from typing import Any

from table.models import Position
from table.rules.phase import Phase
from table.rules.profiles import Box, Role
from table.rules.stakes import kind
from table.screens.course import way
from table.screens.in_reach import card_out, cut_card, preparation, wishes
from table.screens.pads import exhausted, readable
from table.screens.paying import positions
from table.screens.reasons import reason
from table.screens.snapshot import PAYABLE, Seat, Snapshot
from table.screens.taking_back import pad_of, take_back
from table.screens.task import Task, task
from table.terms import ACTS, BOXES, CALLS, PROPOSALS, SEATS, SHOES

EXPLAINED = (Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP)
"""The phases in which it has to be seen why a card is due, or none."""
FOREIGN = ("EUR", "CHF", "USD", "GBP")


# --- what the keys have to know


def facts(snapshot: Snapshot, now: Task) -> dict[str, Any]:
    """The table for the scripts of the console: where a chip may go, and what a key means."""
    house, coup = snapshot.house, snapshot.coup
    betting = snapshot.phase == "betting" and snapshot.may(Role.DEALER, "place")
    return {
        "coup": coup.key if coup else "",
        "dealer": snapshot.dealer.person.badge if snapshot.dealer else "",
        "betting": betting,
        "chips": list(house.chips),
        "currency": house.currency,
        "minimum": {box.value: _minimum(snapshot, box) for box in house.boxes} if betting else {},
        "many": house.stakes_per_position == "many",
        "readerOnly": house.stakes == "reader_only",
        "covered": house.dealing == "face_down" or snapshot.blank,
        "dealing": now.verb == "deal",
        "exhausted": exhausted(snapshot.floor) if now.pads else [],
        "seats": {seat.label: _seat_facts(seat) for seat in snapshot.seats},
    }


def _minimum(snapshot: Snapshot, box: Box) -> int:
    limit = snapshot.limits["now"].get(kind(box))
    return limit.minimum if limit else 0


def _seat_facts(seat: Seat) -> dict[str, Any]:
    holder = seat.position.holder
    sits = [holder.key] if holder is not None and seat.position.state == Position.State.OCCUPIED else []
    stakes = [{"box": it.box, "laid": it.laid, "by": it.laid_by, "bettor": it.bettor} for it in seat.stakes]
    return {"players": [*sits, *seat.standing], "stakes": stakes}


# --- the region


def shown(snapshot: Snapshot, _which: str) -> dict[str, Any]:
    """What the console shows besides the snapshot."""
    now = task(snapshot)
    return {
        "task": now,
        "facts": facts(snapshot, now),
        "way": way(snapshot),
        "why": reason(snapshot.floor) if snapshot.phase in EXPLAINED else None,
        "card_out": card_out(snapshot.floor),
        "cut_card": cut_card(snapshot),
        "preparation": preparation(snapshot, now.verb) if now.kind == "prepare" else None,
        "paying": positions(snapshot) if snapshot.phase in (*PAYABLE, "settled", None) else [],
        "wishes": wishes(snapshot),
        "take_back": take_back(snapshot),
        "pad_of": pad_of,
        "readable": readable,
        "may": lambda verb: snapshot.may(Role.DEALER, verb),
        "said": snapshot.coup is not None and snapshot.coup.announced_banco is not None,
        "foreign": [code for code in FOREIGN if code != snapshot.house.currency],
        "terms": {"acts": ACTS, "boxes": BOXES, "calls": CALLS, "proposals": PROPOSALS, "seats": SEATS, "shoes": SHOES},
    }
