"""Bar above a table: coup and taglia, limits now and next, how far the shoe is, and the dealer."""

from collections.abc import Iterator
from typing import NamedTuple

from table.models import Shoe
from table.rules.profile import MAIN_BOXES, Box
from table.rules.stakes import Range, kind
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot

_macro = macros_of("regions/bar.html")


class BarLimit(NamedTuple):
    """Limits of one kind of stake: boxes that share them, now, and from the next coup (None: unchanged)."""

    boxes: tuple[Box, ...]
    now: Range | None
    next: Range | None


class ShoeProgress(NamedTuple):
    """Position of the shoe, in cards: out, in all, place of the cut card, and cards before it; None where not known.

    ``share`` is the per cent that are out.
    """

    out: int
    total: int
    cut_card: int | None
    to_cut_card: int | None
    share: int


def limits(snapshot: Snapshot) -> list[BarLimit]:
    """List the limits by kind of stake in the order of the layout; Punto and Banco are one kind, each other box is one.

    A kind is listed also without limits, with None; those from the next coup are None, too, where nothing changes.
    """
    now, coming = snapshot.limits["now"], snapshot.limits["next"]
    found = []
    for box in snapshot.state.profile.boxes:
        if box is not Box.BANCO:
            boxes = MAIN_BOXES if box is Box.PUNTO else (box,)
            found.append(BarLimit(boxes, now.get(kind(box)), coming.get(kind(box))))
    return found


def progress(shoe: Shoe | None, to_cut_card: int | None) -> ShoeProgress | None:
    """Return how far a shoe is, with `to_cut_card` as given; None without a shoe.

    The cut card is where it came out, else where it was put in. The share out is rounded down.
    """
    if shoe is None:
        return None
    cut_card = shoe.cut_card_at
    if cut_card is None and shoe.behind is not None:
        cut_card = shoe.cards_total - shoe.behind
    return ShoeProgress(shoe.out, shoe.cards_total, cut_card, to_cut_card, 100 * shoe.out // shoe.cards_total)


def bar(snapshot: Snapshot, _which: str) -> Iterator[Piece]:
    """Yield the piece ``bar``, with a piece in it each for coup and taglia, limits, shoe and dealer.

    It shows the table's code, the title of its house, and the primary key of its rules. Without a shoe its piece is
    missing.
    """
    numbers, shoe, dealer = snapshot.numbers, snapshot.shoe, snapshot.dealer
    coup = snapshot.state.coup
    gone = progress(shoe, snapshot.to_cut_card)
    last = shoe is not None and shoe.cut_card_at is not None
    yield piece(
        "bar",
        _macro("bar"),
        snapshot.code,
        snapshot.state.profile.title,
        snapshot.table.policy_id,
        coup=[piece("coup", _macro("coup"), coup and coup.number, snapshot.blank, shoe and shoe.taglia)],
        limits=[piece("limits", _macro("limits"), tuple(limits(snapshot)), numbers)],
        shoe=[piece("shoe", _macro("shoe"), gone, last)] if gone is not None else [],
        dealer=[piece("dealer", _macro("dealer"), (dealer.person.name or dealer.person.badge) if dealer else "")],
    )
