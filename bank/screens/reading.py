"""Bank of a table as its screens read it, and what all of them say of it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext

from bank.play.policy import has_bank
from bank.play.sessions import at_box, moved_since_counted
from bank.play.tables import Bank, bank_of, pieces_of
from bank.rules.counts import CountKind
from bank.rules.movement import Movement, MovementKind, Status
from bank.rules.pieces import worth
from bank.screens.counter import PieceKind, Piles, piles
from bank.screens.flow import MOVEMENTS
from table.models import Note
from table.play.declaration import VERBS
from table.screens.read.sentences import ERASED
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers

OPEN = frozenset({Status.REQUESTED, Status.ISSUED})
AT_TABLE = ("receive", "hand_over")
"""Steps of a movement that are counted and attested at the table."""
WAITS = ("put_box", "take_box", "note_change", "reopen_closing")
"""Acts of the bank that wait for a second person."""


class Moving(NamedTuple):
    """Movement that is open: its number and slip ("" before there is one), what it is, and its step.

    ``pieces`` are those that were requested or, once they are, issued; ``gives`` those that an exchange takes from the
    rack; ``transit`` the cents of it that are in transit. ``by`` requested it. ``awaits`` is what waits to be attested:
    an act, "" for none; ``keyed`` the pieces that were keyed with it, ``to``, ``amount`` and ``reason`` the place, the
    cents and the digest of the words that the cage gave for it, "" or 0 for none. ``closes``: it brings the float back
    at closing. ``over``: it does not, and the rack was counted, so that it moves nothing there any more.
    """

    number: int
    slip: str
    kind: str
    words: str
    status: str
    pieces: Piles
    gives: Piles
    transit: int
    by: str
    awaits: str
    keyed: Piles
    to: str
    amount: int
    reason: str
    closes: bool
    over: bool

    @property
    def due_at_table(self) -> bool:
        """Whether the movement waits for the table: one to the table was issued, or a credit was requested.

        Not once that was counted and waits to be attested, nor once the rack was counted without it (``over``). A step
        that the cage has keyed, that it is lost or void, hinders nothing while it waits to be attested.
        """
        return not (self.signed_at_table or self.over) and self.status == (
            Status.ISSUED if self.to_table else Status.REQUESTED
        )

    @property
    def may_be_found(self) -> bool:
        """Whether something of it left the cage and did not arrive, so that the table may find and receive it still.

        Not while a step of it waits to be attested, nor once the rack was counted without it (``over``).
        """
        return self.to_table and self.status == Status.RECEIVED and self.transit > 0 and not (self.awaits or self.over)

    @property
    def signed_at_table(self) -> bool:
        """Whether something counted at the table waits to be attested; what the cage keyed is signed at the cage."""
        return self.awaits in AT_TABLE

    @property
    def lacks(self) -> int:
        """Cents by which what the table has counted, and has not attested, falls short of what is in transit to it."""
        return self.transit - self.keyed.amount if self.awaits == "receive" else 0

    @property
    def withdrawn_at_cage(self) -> bool:
        """Whether a step keyed by the cage (settling, making void) waits to be attested: the cage may withdraw it."""
        return bool(self.awaits) and not self.signed_at_table

    @property
    def due_at_cage(self) -> bool:
        """Whether the cage has something to do with the movement: to issue it, or to receive it.

        A movement to the table is due there as long as it is not over, also while it is on its way, as it may be issued
        anew; one from the table once it was issued. Nothing is due while it waits for an attestation, nor once it was
        received, even in part: what is in transit then is settled.
        """
        if self.to_table:
            return not (self.awaits or self.over) and self.status in OPEN
        return not self.awaits and self.status == Status.ISSUED

    @property
    def is_made_void(self) -> bool:
        """Whether the cage may make it void: nothing of it was received, and no step of it waits to be attested.

        Also before anything was issued, as who asked for it may have left. Not a credit that has left the rack, once
        that was counted without it (``over``).
        """
        return not self.awaits and self.status in ({Status.REQUESTED} if self.over and not self.to_table else OPEN)

    @property
    def may_be_lost(self) -> bool:
        """Whether the cage may enter that all of it is lost: a fill or a credit on its way, of which nothing arrived.

        Not while a step of it waits to be attested, and not once the rack was counted without it, if it is a credit.
        """
        return (
            self.is_made_void and self.status == Status.ISSUED and self.kind in (MovementKind.FILL, MovementKind.CREDIT)
        )

    @property
    def to_table(self) -> bool:
        """Whether its pieces are meant for the rack: of any kind but a credit, so of an exchange, too."""
        return self.kind != MovementKind.CREDIT


def bank_here(snapshot: Snapshot) -> Bank | None:
    """Return the bank of the table with its latest session; None where its rules have none, or none has begun.

    Call it by ``snapshot.part(bank_here)``, which caches it.
    """
    return bank_of(snapshot.state) if has_bank(snapshot.state.profile) else None


def box_here(snapshot: Snapshot) -> Bank | None:
    """Return the bank with the session whose box is to be counted next, else the latest (see :func:`at_box`).

    None before the first session. Call it by ``snapshot.part(box_here)``, which caches it.
    """
    return at_box(snapshot.state)


def moved_here(snapshot: Snapshot) -> frozenset[CountKind]:
    """Return the kinds of counts that wait to be attested or accepted, and whose chips have moved since their last try.

    They are made again: what they differ by is nothing that anybody found. Only counts of the rack at closing, of tips
    and of custody can be among them (:func:`moved_since_counted`). Empty without a bank. Call it by
    ``snapshot.part(moved_here)``, which caches it.
    """
    bank = snapshot.part(bank_here)
    if bank is None:
        return frozenset()
    return frozenset(kind for kind, it in bank.pure.counts.items() if it.waits and moved_since_counted(bank, kind))


def texts_of(digests: Iterable[str]) -> dict[str, str]:
    """Map digests to their free texts, of an erased one that it was erased; digests without a text are left out."""
    wanted = {it for it in digests if it}
    stored = Note.objects.filter(digest__in=wanted) if wanted else []
    return {it.digest: gettext(ERASED) if it.erased else it.text for it in stored}


def keeps_bank(snapshot: Snapshot) -> bool:
    """Whether the rules of the table have a bank; False as long as the table has no rules."""
    return snapshot.ready and has_bank(snapshot.state.profile)


def kinds_here(snapshot: Snapshot) -> tuple[PieceKind, ...]:
    """List the kinds of pieces that the rules of the table name, the highest first; banknotes are not among them."""
    chips, pieces = snapshot.state.profile.chips, sorted(snapshot.state.profile.pieces)
    places = [*chips, *(it for it in pieces if it not in chips)]
    return tuple(PieceKind(it, snapshot.numbers.chip(it), places.index(it) + 1) for it in reversed(pieces))


def moving(bank: Bank, kinds: tuple[PieceKind, ...]) -> Iterator[Moving]:
    """Yield the open movements of a bank, by number: requested, issued, or received in part and still in transit.

    An opening is left out until its count receives it; what lacks of it then is in transit, and is yielded.
    """
    for number, movement in bank.pure.movements.items():
        if movement.open and not (movement.kind is MovementKind.OPENING and movement.status in OPEN):
            yield _moving(bank, number, movement, kinds)


def float_coming(bank: Bank) -> Iterator[Moving]:
    """Yield the float that is on its way to a table, if one is, without its pieces: these are what its count finds."""
    for number, movement in bank.pure.movements.items():
        if movement.kind is MovementKind.OPENING and movement.status in OPEN:
            yield _moving(bank, number, movement, ())._replace(pieces=piles((), {}), transit=0)


def _moving(bank: Bank, number: int, movement: Movement, kinds: tuple[PieceKind, ...]) -> Moving:
    """Return an open movement as the screens show it: its slip, step, pieces by kind, cents on the way, and what waits.

    Leaves out its waiting step if the rack was counted without it and :func:`_is_too_late` holds, and that it is made
    void once it was received.
    """
    row, over = bank.movement_rows[number], bank.pure.counted_before(number)
    came = movement.status is Status.RECEIVED and row.waiting.get("what") == "void"
    waits = {} if came or (over and _is_too_late(movement, row.waiting)) else row.waiting
    return Moving(
        number,
        row.slip.name if row.slip is not None else "",
        movement.kind.value,
        str(MOVEMENTS[movement.kind]),
        movement.status.value,
        piles(kinds, movement.issued or movement.requested),
        piles(kinds, movement.given),
        movement.in_transit if movement.status is Status.RECEIVED else worth(movement.issued),
        row.by,
        str(waits.get("what", "")),
        piles(kinds, pieces_of(waits.get("pieces", {}))),
        waits.get("to", ""),
        waits.get("amount", 0),
        waits.get("reason", ""),
        number == bank.pure.closing,
        over,
    )


def _is_too_late(movement: Movement, waits: Mapping[str, Any]) -> bool:
    """Whether the waiting step is of a kind that nobody can attest any more once the rack was counted at closing.

    That is to receive, to hand over, and to make void a credit that has left the rack. Whether it was counted is not
    looked at.
    """
    gone = movement.kind is MovementKind.CREDIT and movement.status is Status.ISSUED
    return waits.get("what") in AT_TABLE or (waits.get("what") == "void" and gone)


def waiting(bank: Bank, currency: str, numbers: Numbers, verbs: Iterable[str] = WAITS) -> Iterator[tuple[str, str]]:
    """Yield those of ``verbs`` that wait for a second person, in their order, each with a text on it.

    That is its title, followed by the amount or else the serial that was keyed, if any was.
    """
    for verb in verbs:
        if (keyed := bank.session.waiting.get(verb)) is not None:
            money = numbers.money(keyed["amount"], currency) if "amount" in keyed else ""
            yield verb, ": ".join(filter(None, (str(VERBS[verb].title), money or keyed.get("serial", ""))))
