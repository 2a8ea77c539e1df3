"""Dialogs of the console, each a piece with a key of its own, so that an open one stays open when the table moves."""

from collections.abc import Iterator

from table.models import Position
from table.play.shoe import next_may_be_visible
from table.rules.cards import points
from table.rules.profile import Box, Role
from table.screens.dealer.console import betting
from table.screens.dealer.dock import NOTHING, repeats
from table.screens.dealer.taking_back import take_back
from table.screens.dealer.task import task
from table.screens.dealer.tools import answers, card_out, cut_card, proposed, sabot, uncounted
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.rules.plan import tax_verb

OF_A_SEAT = {
    Position.State.OCCUPIED: ("mark", "report_unmarked_absence", "release"),
    Position.State.MARKED: ("return",),
    Position.State.ASSIGNED: ("occupy",),
}
"""Acts that the dialog of a position offers, by its state."""
TOOLS, PROPOSED = "regions/console_dialogs.html", "regions/console/proposals.html"
SEATS = "regions/console/seats.html"


def dialogs(snapshot: Snapshot, _which: str) -> Iterator[Piece]:
    """Yield the pieces of all dialogs of the console; ``_which`` is not used.

    They are proposals, a card that came out, the shoe, tips, further acts, other points (while they are to be
    announced), one for each proposal to take a seat, corrections, and one for each position.
    """
    may, profile = snapshot.allowed(Role.DEALER), snapshot.state.profile
    numbers, proposals = snapshot.numbers, snapshot.part(proposed)
    proposed_pieces = [piece(it.key, f"{PROPOSED}:proposal", it, answers(it, may), snapshot.code) for it in proposals]
    yield piece("sheet-proposals", f"{PROPOSED}:every_proposal", all=proposed_pieces)
    out = card_out(snapshot.state)
    yield piece("sheet-card-out", f"{TOOLS}:card_out_dialog", out.words, out.ways)
    yield _sabot(snapshot, may)
    tronc = piece("tronc", "regions/desk/figures.html:tronc", snapshot.tronc, profile.currency, numbers)
    chips = profile.chips if snapshot.table.opened else ()
    yield piece("sheet-tip", f"{TOOLS}:tip_dialog", chips, profile.currency, numbers, tronc=[tronc])
    yield piece("sheet-more", f"{TOOLS}:more_dialog", profile.positions)
    yield from _figures(snapshot)
    for it in proposals:
        if it.proposal == "seat":
            yield piece(f"sheet-proposal-{it.code}", f"{TOOLS}:proposal_dialog", it.code, it.position)
    yield piece("sheet-take-back", "regions/console/take_back.html:take_back_dialog", snapshot.part(take_back), profile)
    yield from _seats(snapshot, may)


def _sabot(snapshot: Snapshot, may: frozenset[str]) -> Piece:
    """Return the piece of the dialog of the shoe: its state and where its cut card may have come out.

    Also whether a visible next card may be reported and which ended taglia is still to be counted, as far as their
    verbs are in `may`.
    """
    visible = "report_visible" in may and next_may_be_visible(snapshot.state)
    left = uncounted(snapshot) if "reconcile" in may else None
    return piece("sheet-sabot", f"{TOOLS}:sabot_dialog", sabot(snapshot), cut_card(snapshot), visible, left)


def _figures(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield the dialog in which other points than those of the cards are announced.

    It has Banco's and Punto's points by the cards, and whether points were announced before in this coup. Nothing
    is yielded unless the announcement is the next act.
    """
    coup, layout = snapshot.state.coup, snapshot.state.layout
    if snapshot.part(task).verb == "announce":
        said = coup is not None and coup.announced_banco is not None
        figures = (points(layout.banco), points(layout.punto))
        yield piece("sheet-other-figures", f"{TOOLS}:figures_dialog", figures, said)


def _seats(snapshot: Snapshot, may: frozenset[str]) -> Iterator[Piece]:
    """Yield a dialog for each position, in their order, with the acts on it that its state and `may` allow.

    Those of `OF_A_SEAT`: mark, report an unmarked absence and release it if occupied; return if marked; occupy if
    assigned to a guest who has not sat down; none in any other state. Acts on stakes are there only while the betting
    is open to the dealer (:func:`~table.screens.dealer.console.betting`). Where tax is laid ready, there is for each
    stake on Banco its bettor, whether tax lies ready, and the verb that changes it.
    """
    coup, lays_tax = snapshot.state.coup, snapshot.state.profile.tax == "laid_ready"
    open_for = coup.key if coup is not None and betting(snapshot) else ""
    for number, seat in enumerate(snapshot.seats, start=1):
        place = seat.place._replace(button=False, reader=False)
        staked = bool(open_for and seat.stakes), bool(open_for and any(it.left_over for it in seat.stakes))
        acts_there = tuple(verb for verb in OF_A_SEAT.get(Position.State(place.state), ()) if verb in may)
        again = repeats(snapshot, seat.label) if open_for else NOTHING
        taxed = [it for it in seat.stakes if lays_tax and it.box == Box.BANCO]
        taxes = tuple((it.bettor, bool(it.tax), tax_verb(ready=bool(it.tax))) for it in taxed)
        given = (place, open_for, *staked, again, snapshot.numbers, taxes, acts_there)
        acts = piece(f"seat-acts-{seat.label}", f"{SEATS}:seat_acts", *given)
        whole = (number, place, snapshot.state.profile)
        yield piece(f"sheet-seat-{seat.label}", f"{SEATS}:seat_dialog", *whole, acts=[acts])
