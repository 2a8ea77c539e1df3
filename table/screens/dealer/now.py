"""Next act on the console: its words, the pads on which its cards are keyed, and why a third card is due."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.play.cards import CARDS_OF_A_HAND
from table.rules.phase import Phase
from table.rules.regola import Side
from table.screens.dealer.pads import NEITHER_HAND, Slot, readable
from table.screens.dealer.taking_back import OpenCard, pad_of, take_back
from table.screens.dealer.task import WHERE, Task
from table.screens.read.notices import betting_clock
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.reasons import reason
from table.screens.read.snapshot import Snapshot

_macro = macros_of("regions/console/now.html")

EXPLAINED = (Phase.BANCO_UP, Phase.DRAWING)
"""Phases in which the console explains why a third card is due, or none."""


class Next(NamedTuple):
    """Next act: its kind and verb, heading, words, the acts of its button as JSON ("" if it has none), and the reader.

    ``may_say`` are words that are usual but not required; ``pad`` is the key of the open pad, "" if none is open;
    ``keys`` that of a pad on which the same cards may be keyed; ``opens`` is the id of a dialog that its button opens.
    ``other_figures``: other points than those of the cards may have been said.
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
    opens: str
    other_figures: bool


class CardPlace(NamedTuple):
    """Place for a card: the hand, the mark in its corner, and the card that already lies open there."""

    side: str
    mark: str
    face: str = ""


class OtherAct(NamedTuple):
    """Another act that may be done now: its label, the acts that it presses as JSON, or the key of the pad it opens."""

    label: str
    presses: str
    pad: str


def draw_task(snapshot: Snapshot, now: Task) -> Piece:
    """Return the piece of the next act with its pads, other acts and the betting clock.

    Among the pads are those that correct the face of a card, for each card that the dealer may correct.
    """
    coup = snapshot.state.coup
    reader = coup.reader if coup is not None and now.kind == "declare" else ""
    presses = json.dumps(now.steps) if now.kind == "press" else ""
    key = coup.key if coup is not None else ""
    announces = now.verb == "announce"
    opens = (now.may_say, _open(now), now.keys, now.opens, announces)
    return piece(
        "now",
        _macro("now"),
        Next(now.kind, now.verb, now.heading, now.words, presses, reader, *opens),
        tuple(OtherAct(it.label, "" if it.pad else json.dumps(it.steps), it.pad) for it in now.others),
        clock=[*betting_clock(snapshot)],
        slots=[*_pads(now, key), *(_correction(it, key) for it in snapshot.part(take_back).cards)],
    )


def explained(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield a piece with the reason why a third card of Punto or Banco is due or not, until Banco has its third.

    Nothing is yielded before Banco's two cards are open, once the hands are complete and open, while the coup is held,
    and where the reason is not known yet.
    """
    state = snapshot.state
    explains = state.phase in EXPLAINED and len(state.at(Side.BANCO)) <= CARDS_OF_A_HAND
    why = reason(state) if explains and not (state.coup is None or state.coup.held) else None
    if why is not None:
        yield piece("why", _macro("why"), why.words, tuple(why.row))


def _open(now: Task) -> str:
    """Return the key of the pad that is open from the start: the first if cards are keyed for the next act; else ""."""
    return now.pads[0].key if now.kind == "pad" else ""


def _pads(now: Task, coup: str) -> Iterator[Piece]:
    """Yield the piece of each pad of the task; `coup`, the key of the coup, is only part of the key of the piece."""
    for pad in now.pads:
        slots = tuple(CardPlace(it.side, _mark(it), readable(it.face)) for it in pad.slots)
        key = f"slots-{coup}-{pad.key}"
        doubts = _("Nobody knows which: what was said of them is set aside.") if pad.doubts else ""
        filled_by = json.dumps(pad.filled_by)
        yield piece(key, _macro("slots"), key, pad.key, filled_by, slots, pad.key == _open(now), doubts)


def _mark(slot: Slot) -> str:
    """Return the mark in the corner of a place: ``P1``, ``B2``, or ``+1`` beside the hands."""
    return f"{'+' if slot.side == NEITHER_HAND else slot.side[0].upper()}{slot.place}"


def _correction(card: OpenCard, coup: str) -> Piece:
    """Return the piece of the pad on which the face of a card is corrected.

    `coup`, the key of the coup, is only part of the key of the piece.
    """
    key, place = f"slots-{coup}-card-{card.number}-{card.face}", CardPlace(card.location, f"{readable(card.face)} →")
    where = WHERE.get(card.location, WHERE[NEITHER_HAND])
    words = _("Correct %(card)s: %(where)s") % {"card": readable(card.face), "where": where}
    filled_by = json.dumps(pad_of(card).filled_by)
    return piece(key, _macro("correction"), key, f"card-{card.number}", filled_by, place, words)
