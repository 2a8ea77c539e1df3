"""Lower part of the console, below the felt: chips, payments, the reader's declaration, a shoe in preparation."""

import json
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.play.seats import reader_lost_seat
from table.play.stakes import again
from table.rules.cards import points
from table.rules.regola import FIRST_CARDS, Claim
from table.rules.stakes import banknotes
from table.screens.dealer.paying import positions
from table.screens.dealer.summary import as_called
from table.screens.dealer.task import Step, Task, step
from table.screens.dealer.tools import preparation
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import PAYABLE, Snapshot
from table.screens.rules.sentences.bets import legends

_macro = macros_of("regions/console/dock.html")

FOREIGN = ("EUR", "CHF", "USD", "GBP")


class UnchangedNote(NamedTuple):
    """Banknotes in a box that are still to be changed: position, slot, box, bettor, and their value in cents."""

    position: str
    slot: str
    box: str
    bettor: str
    cents: int


class Way(NamedTuple):
    """Button by which the reader's word is keyed: the acts as JSON, its words, the drawn sign, whether it is spoken."""

    presses: str
    words: str
    sign: str
    spoken: bool


def chips(snapshot: Snapshot) -> Piece:
    """Return the piece by which stakes are laid: keys of the boxes, chips and banknotes. Asserts a coup.

    With them come the further acts on stakes, Repeat, notes still to be changed, and the sum staked. In a house
    that records only who has the highest stake on Punto, it has Punto's key, what names that position, and the sum.
    """
    coup, profile, numbers = snapshot.state.coup, snapshot.state.profile, snapshot.numbers
    assert coup is not None  # stakes are taken in a coup
    staked = piece("staked", _macro("staked"), snapshot.staked, profile.currency, numbers)
    if profile.stakes == "reader_only":
        keys = piece("box-keys", _macro("box_keys"), legends(profile, numbers)[:1])
        highest = piece("highest", _macro("highest"), coup.key, coup.highest)
        return piece("chips-dock", _macro("chips"), inner=[keys, highest, staked])
    stakes = snapshot.state.stakes
    foreign = tuple(code for code in FOREIGN if code != profile.currency)
    notes = tuple(UnchangedNote(it.position, it.slot, it.box, it.bettor, it.notes) for it in stakes if it.notes)
    inner = [
        piece("box-keys", _macro("box_keys"), legends(profile, numbers)),
        piece("chips-row", _macro("chips_row"), profile.chips, profile.currency, numbers),
        piece("notes-row", _macro("notes_row"), banknotes(profile.currency), profile.currency, numbers),
        piece(
            "chips-acts",
            _macro("chips_acts"),
            coup.key,
            bool(stakes),
            profile.currency,
            foreign,
            repeat=[piece("repeat", _macro("repeat"), coup.key, repeats(snapshot), numbers)],
        ),
        piece("pending", _macro("pending"), coup.key, notes, numbers),
        staked,
    ]
    return piece("chips-dock", _macro("chips"), inner=inner)


def docked(snapshot: Snapshot, now: Task) -> Piece:
    """Return the lower part of the console while no stakes are taken: the piece by which the next act is done.

    It prepares a shoe, with the steps that are left from the next act on, to be done one or all; takes the reader's
    declaration (also together with the deal), or opens the pad on which a battuta is turned instead; counts the
    remaining cards; for any other act it shows the payments or, without any, that there is nothing to pay, the points
    to be called, or who reads.
    """
    state, coup = snapshot.state, snapshot.state.coup
    key = coup.key if coup is not None else ""
    if now.kind == "prepare":
        what = preparation(snapshot, now.verb)
        given = (tuple(what.asks), json.dumps(what.steps), what.uncounted)
        return piece(f"prepare-{now.verb}", _macro("prepare"), *given)
    if now.kind == "declare":
        offered = {it.pad for it in now.others}
        battuta = tuple(it.key for it in now.pads if it.verb == "turn_battuta" and it.key in offered)
        return piece(f"declare-{key}", _macro("declare"), key, _declarations([]), battuta)
    if reader := _reads_what_is_dealt(snapshot, now):
        return piece(f"deal-{key}", _macro("declare"), key, _declarations(now.steps), (), reader)
    if now.kind == "count":
        cards = len(state.of_the_hand)
        return piece(f"count-{key}", _macro("count"), key, cards, state.profile.min_last_coup_cards)
    return _paying(snapshot, now)


def _reads_what_is_dealt(snapshot: Snapshot, now: Task) -> str:
    """Return the position whose reader will read the four cards that one press deals next, else "".

    With it the declaration can be pressed together with the deal. "" unless the next act is that press and no card
    is out or held; also in a Colpo in Bianco, where nobody reads, and where the reading has to be passed on first.
    """
    state, (in_coup, reader, _holder, _completes) = snapshot.state, _who_reads(snapshot)
    due = in_coup and now.kind == "press" and now.verb == "deal" and not state.of_the_hand and not snapshot.blank
    reads = due and state.profile.reader != "none" and reader in state.present and not reader_lost_seat(state)
    return reader if reads else ""


def _declarations(first: list[Step]) -> tuple[tuple[str, tuple[Way, Way]], ...]:
    """Return «carta» and «no carta», each with its two buttons: by voice, then by gesture.

    A press sends the acts ``first``, then the declaration.
    """

    def way(claim: Claim, means: str, words: str, sign: str) -> Way:
        """Return the button by which a claim is keyed as declared by these ``means``, ``voice`` or ``gesture``."""
        acts = [*first, step("declare", claim=claim.value, means=means)]
        return Way(json.dumps(acts), words, sign, spoken=means == "voice")

    gestures = {Claim.CARTA: (_("cards set apart"), "apart"), Claim.NO_CARTA: (_("cards crossed"), "crossed")}
    return tuple(
        (claim.value, (way(claim, "voice", _("by voice"), "voice"), way(claim, "gesture", *gesture)))
        for claim, gesture in gestures.items()
    )


def _paying(snapshot: Snapshot, now: Task) -> Piece:
    """Return the piece of the payments by position from the announcement on, between two coups those of the last.

    Without any it says, from the announcement or an annulment until the cards are burned, that nothing is to be paid,
    if no stake is recorded in a house that records all; while the announcement is the next act, the points to be
    called; in any other case who reads, also where nobody does.
    """
    state, numbers = snapshot.state, snapshot.numbers
    paid = state.phase in (*PAYABLE, "settled", None)
    many = state.profile.stakes_per_position == "many"
    places = [
        piece(f"pay-{at.label}", _macro("pay_at"), at, many, numbers) for at in (positions(snapshot) if paid else ())
    ]
    if places:
        return piece("paying", _macro("paying"), state.phase is None, places=places)
    if state.phase in (*PAYABLE, "settled") and state.profile.stakes == "all" and not state.stakes:
        return piece("paying", _macro("nothing_to_pay"))
    if now.verb == "announce":
        layout = state.layout
        figures = points(layout.banco), points(layout.punto)
        return piece("paying", _macro("to_call"), as_called(layout.result.value, figures))
    return piece("paying", _macro("who_reads"), *_who_reads(snapshot))


def _who_reads(snapshot: Snapshot) -> tuple[bool, str, str, bool]:
    """Return who reads, in four values. First, whether a coup is on of which a card is still to be dealt or turned.

    That is one of the first four, or a covered one at a box. Then the position of its reader and the key of the
    guest there, both "" if nobody reads; last, whether a dealer turns both hands if nobody does: False in a house
    without a reader, but for a Colpo in Bianco.
    """
    coup, dealt = snapshot.state.coup, snapshot.state.at_boxes
    reads = snapshot.state.profile.reader != "none" or snapshot.blank
    reader = snapshot.seat(coup.reader) if coup is not None and coup.reader else None
    covered = coup is not None and (len(dealt) < FIRST_CARDS or any(not card.face for card in dealt))
    return covered, reader.label if reader else "", reader.place.holder if reader else "", reads


class Repeats(NamedTuple):
    """Stakes that *Repeat* would lay, by position, box and amount (cents), and how many of a tie stay."""

    laid: tuple[tuple[str, str, int], ...] = ()
    staying: int = 0

    @property
    def anything(self) -> bool:
        """Whether there is a stake to lay or to keep."""
        return bool(self.laid) or self.staying > 0

    @property
    def cents(self) -> int:
        """Sum of the stakes that would be laid, in cents."""
        return sum(cents for _position, _box, cents in self.laid)

    @property
    def ghosts(self) -> str:
        """Stakes that would be laid, which the felt previews: ``1:punto:10000 2:banco:5000``.

        Each is position, box and cents; "" without any.
        """
        return " ".join(f"{position}:{box}:{cents}" for position, box, cents in self.laid)


NOTHING = Repeats()


def repeats(snapshot: Snapshot, position: str | None = None) -> Repeats:
    """Return what *Repeat* would lay at a position, or for None at each: the stakes of the latest coup that had any.

    Stakes that a tie left and that stay are only counted (``staying``). NOTHING while a Colpo in Bianco is due; stakes
    that would be refused are left out. Asserts a coup if there is anything to lay.
    """
    if snapshot.state.blank_due:
        return NOTHING
    can_be = [it for it in again(snapshot.state, position) if it.refused is None]
    laid = tuple((it.old.position, it.old.box, it.old.laid) for it in can_be if it.left_over is None)
    return Repeats(laid, len(can_be) - len(laid))
