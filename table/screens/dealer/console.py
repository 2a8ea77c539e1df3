"""The dealer's console: the one next act with its words, what else the hand may do, and what the keys have to know."""

from typing import Any

from table.models import Position
from table.rules.cards import points
from table.rules.phase import Phase
from table.rules.profile import Box, Role
from table.rules.stakes import kind
from table.screens.dealer.pads import exhausted, readable
from table.screens.dealer.paying import positions
from table.screens.dealer.progress import way
from table.screens.dealer.reasons import reason
from table.screens.dealer.taking_back import pad_of, take_back
from table.screens.dealer.task import Task, task
from table.screens.dealer.tools import card_out, cut_card, preparation, proposed, sabot, uncounted
from table.screens.read.snapshot import PAYABLE, Seat, Snapshot

EXPLAINED = (Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP)
"""The phases in which it has to be seen why a card is due, or none."""
FOREIGN = ("EUR", "CHF", "USD", "GBP")


# --- what the keys have to know


def facts(snapshot: Snapshot, now: Task) -> dict[str, Any]:
    """The table for the scripts of the console: where a chip may go, and what a key means."""
    profile, coup = snapshot.state.profile, snapshot.state.coup
    betting = _betting(snapshot)
    return {
        "coup": coup.key if coup else "",
        "dealer": snapshot.dealer.person.badge if snapshot.dealer else "",
        "betting": betting,
        "chips": profile.chips,
        "currency": profile.currency,
        "minimum": {box.value: _minimum(snapshot, box) for box in profile.boxes} if betting else {},
        "many": profile.stakes_per_position == "many",
        "readerOnly": profile.stakes == "reader_only",
        "covered": profile.dealing == "face_down" or snapshot.blank,
        "dealing": now.verb == "deal",
        "exhausted": exhausted(snapshot.state) if now.pads else [],
        "seats": {seat.label: _seat_facts(seat) for seat in snapshot.seats},
    }


def _betting(snapshot: Snapshot) -> bool:
    """Whether stakes are taken."""
    return snapshot.state.phase == "betting" and snapshot.may(Role.DEALER, "place")


def _minimum(snapshot: Snapshot, box: Box) -> int:
    limit = snapshot.limits["now"].get(kind(box))
    return limit.minimum if limit else 0


def _seat_facts(seat: Seat) -> dict[str, Any]:
    place = seat.place
    sits = [place.holder] if place.holder and place.state == Position.State.OCCUPIED else []
    stakes = [{"box": it.box, "laid": it.laid, "by": it.laid_by, "bettor": it.bettor} for it in seat.stakes]
    return {"players": [*sits, *place.standing], "stakes": stakes}


# --- the region


def shown(snapshot: Snapshot, _which: str) -> dict[str, Any]:
    """What the console shows besides the snapshot."""
    now = snapshot.part(task)
    return {
        "task": now,
        "facts": facts(snapshot, now),
        "way": way(snapshot),
        "why": reason(snapshot.state) if snapshot.state.phase in EXPLAINED else None,
        "card_out": card_out(snapshot.state),
        "preparation": preparation(snapshot, now.verb) if now.kind == "prepare" else None,
        "paying": positions(snapshot) if snapshot.state.phase in (*PAYABLE, "settled", None) else [],
        "proposals": snapshot.part(proposed),
        "take_back": snapshot.part(take_back),
        "pad_of": pad_of,
        "readable": readable,
        "may": snapshot.allowed(Role.DEALER),
        "foreign": tuple(code for code in FOREIGN if code != snapshot.state.profile.currency),
    }


def sheets(snapshot: Snapshot, _which: str) -> dict[str, Any]:
    """What the sheets of the console show."""
    coup, may, layout = snapshot.state.coup, snapshot.allowed(Role.DEALER), snapshot.state.layout
    announces = snapshot.part(task).verb == "announce"
    return {
        "proposals": snapshot.part(proposed),
        "card_out": card_out(snapshot.state),
        "shoe": sabot(snapshot),
        "cut_card": cut_card(snapshot),
        "visible": "report_visible" in may and snapshot.state.shoe is not None,
        "uncounted": uncounted(snapshot) if "reconcile" in may else None,
        "figures": (points(layout.banco), points(layout.punto)) if announces else None,
        "said": coup is not None and coup.announced_banco is not None,
        "take_back": snapshot.part(take_back),
        "betting": coup.key if coup is not None and _betting(snapshot) else "",
        "may": may,
    }
