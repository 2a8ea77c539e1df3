"""The next act as it stands on the console: what is said with it, the cards that are keyed for it, why it is due."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.rules.phase import Phase
from table.rules.regola import Side
from table.screens.dealer.pads import BESIDE, Pad, Slot, readable
from table.screens.dealer.reasons import reason
from table.screens.dealer.taking_back import Open, pad_of, take_back
from table.screens.dealer.task import FIRST_CARDS_OF_A_HAND, WHERE, Task
from table.screens.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot

EXPLAINED = (Phase.BANCO_UP, Phase.DRAWING)
"""The phases in which it has to be seen why a third card is due, or none."""


class Next(NamedTuple):
    """The next act: what is asked, in which words, what its button presses (empty: it has none), and who reads.

    ``may_say`` are words that are usual and not asked for; ``pad`` is the one that lies open, empty if none does;
    ``keys`` is one in which the same may be keyed.
    """

    kind: str
    verb: str
    heading: str
    words: str
    presses: str
    reader: str
    may_say: str
    pad: str
    keys: str


class Place(NamedTuple):
    """A place that takes a card: at which hand, what stands in its corner, and the card that lies open there."""

    side: str
    mark: str
    face: str = ""


class Beside(NamedTuple):
    """Something else that may be done now: what it presses, or which pad it takes out."""

    label: str
    presses: str
    pad: str


def asked(snapshot: Snapshot, now: Task) -> Piece:
    """The next act, and what else may be done now."""
    coup = snapshot.state.coup
    reader = coup.reader if coup is not None and now.kind == "declare" else ""
    presses = json.dumps(now.steps) if now.kind == "press" else ""
    key = coup.key if coup is not None else ""
    return piece(
        "now",
        _macro("now"),
        Next(now.kind, now.verb, now.heading, now.words, presses, reader, now.may_say, _open(now), now.keys),
        tuple(Beside(it.label, "" if it.pad else json.dumps(it.steps), it.pad) for it in now.others),
        slots=[*_pads(now, key), *(_correction(it, key) for it in snapshot.part(take_back).cards)],
    )


def explained(snapshot: Snapshot) -> Iterator[Piece]:
    """Why a third card is due, or none: only while one is in question. Banco's own ends it, and an incident."""
    state = snapshot.state
    asked_yet = state.phase in EXPLAINED and len(state.at(Side.BANCO)) <= FIRST_CARDS_OF_A_HAND
    why = reason(state) if asked_yet and not (state.coup is None or state.coup.held) else None
    if why is not None:
        yield piece("why", _macro("why"), why.words, tuple(why.row))


def _macro(name: str) -> str:
    return f"regions/console/now.html:{name}"


def _open(now: Task) -> str:
    """The pad that lies open by itself: where cards are what is asked for."""
    return now.pads[0].key if now.kind == "pad" else ""


def _pads(now: Task, coup: str) -> Iterator[Piece]:
    """The pads in reach."""
    for pad in now.pads:
        slots = tuple(Place(it.side, _mark(it), readable(it.face)) for it in pad.slots)
        key = f"slots-{coup}-{pad.key}"
        doubts = _("Nobody knows which: what was said of them is set aside.") if pad.doubts else ""
        yield piece(key, _macro("slots"), key, pad.key, _filled_by(pad), slots, pad.key == _open(now), doubts)


def _mark(slot: Slot) -> str:
    """What stands in the corner of a place: P1, B2, or +1 beside the hands."""
    return f"{'+' if slot.side == BESIDE else slot.side[0].upper()}{slot.place}"


def _correction(card: Open, coup: str) -> Piece:
    """The pad for a card that was keyed wrong."""
    key, place = f"slots-{coup}-card-{card.number}-{card.face}", Place(card.location, f"{readable(card.face)} →")
    where = WHERE.get(card.location, WHERE[BESIDE])
    words = _("Correct %(card)s: %(where)s") % {"card": readable(card.face), "where": where}
    return piece(key, _macro("correction"), key, f"card-{card.number}", _filled_by(pad_of(card)), place, words)


def _filled_by(pad: Pad) -> str:
    return json.dumps(pad.filled_by)
