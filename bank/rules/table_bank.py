"""Bank of a table from the count at opening to the count at closing: its stages, and the acts that each admits.

From every stage a legal act leads to a bank that is closed or sealed. A *stage* says how far a session is; *imprest*
means that the float is brought back to a fixed amount at closing; the *opener* is the float as counted at opening.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from bank.rules.counts import Count, CountKind, Try
from bank.rules.ledger import (
    BOX,
    CAGE,
    CHIPS,
    CUSTODY,
    DIFFERENCE,
    FELT,
    LOCKED,
    NOTES,
    RACK,
    TIPS,
    Ledger,
    MoneyPlace,
    Move,
    computed,
    moves,
    notes_changed,
    settled,
)
from bank.rules.movement import Movement, MovementKind, Status
from bank.rules.pieces import Pieces, checked, worth
from bank.rules.session import Differences, Session
from table.rules.payout import MoneyKind
from table.rules.profile import Role
from table.rules.refusal import Cents, Code, require

ClosesBy = Literal["imprest", "inventory", "cage"]
"""What becomes of the float at closing: it is brought back to its amount, stays as it is, or goes back to the cage."""


class BankStage(StrEnum):
    """Stage of a table's bank; ``SEALED`` is locked uncounted, to be counted before the next opening."""

    EMPTY = "empty"
    BRINGING = "bringing"
    TO_COUNT = "to_count"
    READY = "ready"
    IN_PLAY = "in_play"
    TO_CLOSE = "to_close"
    CLOSED = "closed"
    SEALED = "sealed"


REST = frozenset({BankStage.EMPTY, BankStage.CLOSED})
"""Stages between two sessions."""
RUNNING = frozenset({BankStage.IN_PLAY, BankStage.TO_CLOSE})
REQUESTED_IN_PLAY = frozenset({MovementKind.FILL, MovementKind.CREDIT, MovementKind.EXCHANGE})


@dataclass
class TableBank:
    """Bank of one table: where its money is, and what its sessions, movements and counts have come to.

    ``kinds`` are the pieces of the house, in cents, ``notes`` the banknotes where they are known; ``float_amount``
    are the cents to which imprest brings the rack back: those that were planned, or else counted at opening.
    ``movements`` are kept by their number, which follows on ``numbered``, that of the last one before; ``closing`` is
    the number of the one that brings the float back to its amount, 0 for none. An exchange counts as a credit of what
    was given and a fill of what came.

    ``ends_day`` says that a count in between was ordered that ends the gaming day; ``at_midway`` is the session as it
    was when that count was last made, None before. ``carried`` are the cents of notes of earlier days in the box.

    ``against_last_try`` says that a count for control is held against what the rack held at its last try, the cents of
    ``at_control``, and not against what it holds when the count is attested or accepted; ``notes_at_control`` are the
    cents of the session's notes at that try.

    Each act either is refused and changes nothing, or is done as a whole.
    """

    closes_by: ClosesBy
    kinds: Collection[int]
    needed: frozenset[Role]
    ledger: Ledger = field(default_factory=Ledger)
    stage: BankStage = BankStage.EMPTY
    plan: Pieces = field(default_factory=dict)
    float_amount: int = 0
    session: Session = field(default_factory=lambda: Session(0))
    movements: dict[int, Movement] = field(default_factory=dict)
    counts: dict[CountKind, Count] = field(default_factory=dict)
    closing: int = 0
    numbered: int = 0
    ends_day: bool = False
    at_midway: Session | None = None
    carried: int = 0
    against_last_try: bool = False
    at_control: int | None = None
    notes_at_control: int = 0
    notes: Collection[int] = ()

    # --- before play

    def set_float(self, pieces: Pieces) -> None:
        """Set the planned float of the next session.

        Refuses (E_PHASE) unless the bank is empty or closed, (E_CHIP) pieces that the house does not have, and
        (E_COUNT) none at all, or more of a kind than :data:`MOST_PIECES`. One that is locked uncounted is not closed.
        """
        self.check_stage(*REST)
        planned = checked(self.kinds, pieces)
        require(worth(planned) > 0, Code.COUNT, "A float of nothing is none.")
        self.plan = planned

    def bring(self, pieces: Pieces) -> None:
        """Send these pieces from the cage to the table as its float, and begin a session without counts (BRINGING).

        They are in transit under a new movement (OPENING, issued) until their count is accepted; the plan is not looked
        at. Refuses (E_PHASE) unless the bank is empty or closed and no float is locked at the table, (E_CHIP) pieces
        that the house does not have, and (E_COUNT) none at all, or more of a kind than :data:`MOST_PIECES`.
        """
        self.check_stage(*REST)
        require(not self.ledger.balance(LOCKED), Code.PHASE, "The float is at the table: it is unlocked and counted.")
        request = Movement.request(MovementKind.OPENING, checked(self.kinds, pieces))
        issued, moved = request.issue(request.requested)
        self.ledger.post(moved)
        self.movements[self._next()] = issued
        self._begin(BankStage.BRINGING)

    def unlock(self) -> None:
        """Unlock the float that stayed at the table, and begin a session in which it is to be counted (TO_COUNT).

        Its chips move from LOCKED to the rack; the counts of the session before are dropped. Refuses (E_PHASE) unless
        the bank is empty or closed (for one locked uncounted see :meth:`count_sealed`), and where no float is locked.
        """
        self.check_stage(*REST)
        locked = self.ledger.balance(LOCKED)
        require(locked, Code.PHASE, "No float is locked at the table: the cage brings one.")
        self.ledger.post(moves(locked, LOCKED, RACK))
        self._begin(BankStage.TO_COUNT)

    def _begin(self, stage: BankStage) -> None:
        """Begin a session of the cents that the rack holds by the ledger, at this stage.

        Drops the counts of the session before, and the number of the movement that closes it (``closing``).
        """
        self.stage, self.closing = stage, 0
        self.session, self.counts = Session(self.ledger.balance(RACK)), {}

    def open_table(self) -> None:
        """Begin play (IN_PLAY). Refuses (E_PHASE) unless the float was counted and accepted, and play has not begun."""
        self.check_stage(BankStage.READY)
        self.stage = BankStage.IN_PLAY

    # --- counts

    def is_accepted(self, kind: CountKind) -> bool:
        """Whether a count of this kind was made and accepted."""
        return kind in self.counts and self.counts[kind].accepted

    def goes_on(self, kind: CountKind) -> bool:
        """Whether a count of this kind has a try and is not accepted, also where it is to be made again."""
        return kind in self.counts and not self.counts[kind].accepted

    def count(self, kind: CountKind, made: Try) -> None:
        """Add a try to the count of this kind. A midway count begins anew if the one before was accepted.

        So does one of custody, once something else lies there.

        Refuses (E_PHASE) a count that is not made in this stage, (E_CHIP, E_COUNT) pieces as :func:`checked` does, and
        as :meth:`Count.count` does. At closing the felt has to be empty (E_COUP_OPEN), for a count that ends the day no
        movement may be open (E_MOVEMENT_OPEN). A midway count that ends the day, or with ``against_last_try``, stores
        what the rack has to hold at this try.
        """
        self.check_stage(*_DUE[kind])
        ends_day = kind is CountKind.MIDWAY and self.ends_day
        if ends_day:
            self._check_none_open()
        if kind is CountKind.CLOSER:
            laid = self.ledger.balance(FELT) + self.ledger.balance(FELT, NOTES)
            require(not laid, Code.COUP_OPEN, "Stakes lie on the felt: the coup is ended first.")
        made = self.checked_try(kind, made)
        before = self.counts.get(kind)
        anew = kind is CountKind.MIDWAY or (kind is CountKind.CUSTODY and not self.custody_counted)
        if before is None or (before.accepted and anew):
            before = Count(kind)
        self.counts[kind] = before.count(made)
        self.at_midway = self.session if ends_day else self.at_midway
        if kind is CountKind.MIDWAY and self.against_last_try:
            self.at_control, self.notes_at_control = self.ledger.balance(RACK, CHIPS), self.session.notes

    def checked_try(self, kind: CountKind, made: Try) -> Try:
        """Return a try with its pieces by descending value, without kinds of which there are none.

        In the box notes are counted as well as pieces of the house. Refuses as :func:`checked` does (E_CHIP,
        E_COUNT).
        """
        kinds = {*self.kinds, *self.notes} if kind is CountKind.BOX else self.kinds
        return made._replace(pieces=checked(kinds, made.pieces))

    def attest(self, kind: CountKind, badge: str, role: Role) -> None:
        """Attest the last try of a count, in any office. Refuses (E_COUNT) where there is no such count.

        Refuses, too, as :meth:`Count.attest` does (E_FINAL, E_COUNT, E_PRESENCE_SELF).
        """
        self.counts[kind] = self._counted(kind).attest(badge, role)

    def recount(self, kind: CountKind, badge: str, reason: str, *, needed: frozenset[Role] | None = None) -> None:
        """Mark the last try of a count as one to be made again for this reason, and drop its attestations.

        ``badge`` decides so; ``needed`` are the offices that have to have attested it, by default those of the table.
        The figures stored at the last try of a midway count that ends the day (``at_midway``) are dropped. Refuses
        (E_COUNT) where there is no count, and as :meth:`Count.recount` does.
        """
        self.counts[kind] = self._counted(kind).recount(badge, self.needed if needed is None else needed, reason)
        if kind is CountKind.MIDWAY:
            self.at_midway = None

    def difference(self, kind: CountKind) -> int:
        """Return the last try of a count less what is expected now, in cents. Refuses (E_COUNT) where there is none.

        Accepting any count but a midway one posts its difference: afterwards this is not the one that was found.
        """
        return self._counted(kind).last.amount - self._expected(kind)

    def accept(self, kind: CountKind, badge: str, reason: str = "", *, needed: frozenset[Role] | None = None) -> None:
        """Accept a count, and post its difference, so that rack, tips or custody hold what was counted.

        That of a box is posted, too, and its notes go on to the cage; a midway count posts nothing. An opener sets the
        stage READY, and leaves in transit what lacks of a float from the cage. ``badge`` is who accepts it,
        ``needed`` the offices that must have attested it, None for those of the table. Refuses (E_COUNT) where there is
        none, as :meth:`Count.accept` does, and (E_COUNT) of a float from the cage nothing, or more of a kind than was
        issued. The stage is not looked at.
        """
        counted, offices = self._counted(kind), self.needed if needed is None else needed
        done = counted.accept(badge, offices, difference=self.difference(kind), reason=reason)
        if kind is CountKind.OPENER:
            self._accept_opener(counted.last)
        elif kind is not CountKind.MIDWAY:
            self._post_counted(kind, counted.last.amount)
        self.counts[kind] = done

    def _post_counted(self, kind: CountKind, amount: int) -> None:
        """Post the difference of a count, so that its place holds ``amount`` cents; the box's notes go to the cage."""
        place, commodity = _COUNTED_AT.get(kind, (RACK, CHIPS))
        self.ledger.post(moves(amount - self.ledger.balance(place, commodity), DIFFERENCE, place, commodity))
        if kind is CountKind.BOX:
            self.ledger.post(moves(amount, BOX, CAGE, NOTES))

    def _accept_opener(self, counted: Try) -> None:
        """Begin a session of the counted amount: receive a float from the cage, or post the difference of any other.

        The bank is ready for play then, and the amount to be restored at closing is the planned float, else the counted
        one. Refuses (E_COUNT) a float from the cage as :meth:`Movement.receive` does: of which nothing was counted, or
        more than was issued; less passes.
        """
        if self.stage is BankStage.BRINGING:
            number = max(self.movements)
            self.movements[number], moved = self.movements[number].receive(counted.pieces)
            self.ledger.post(moved)
        else:
            self._post_counted(CountKind.OPENER, counted.amount)
        self.stage, self.session = BankStage.READY, Session(counted.amount)
        self.float_amount = worth(self.plan) or counted.amount

    def _expected(self, kind: CountKind) -> int:
        """Return the cents that a count should find.

        Of a float from the cage those that were issued; of a midway count those at its last try, if they were stored
        then (``at_midway``, ``at_control``); else those that its place holds by the acts.
        """
        if kind is CountKind.OPENER and self.stage is BankStage.BRINGING:
            return worth(self.movements[max(self.movements)].issued)
        if kind is CountKind.MIDWAY and self.at_midway is not None:
            return self.at_midway.expected
        if kind is CountKind.MIDWAY and self.at_control is not None:
            return self.at_control
        return self.ledger.balance(*_COUNTED_AT.get(kind, (RACK, CHIPS)))

    # --- the gaming day

    def end_day(self, *, box_apart: bool) -> "TableBank":
        """Close this bank by its accepted midway count, and return another, of the session with which play goes on.

        That count becomes the one at closing of this session, and its difference is posted; the next session opens with
        what was counted, has what was played since, no counts and no movements, and goes on with their numbers. With
        ``box_apart`` the notes of this one are in a box of their own; else they are carried over in the box that stays,
        and this session's box is never counted. Asserts that the count was accepted, and ordered to end the day.
        """
        then, counted = self.at_midway, self.counts.pop(CountKind.MIDWAY)
        assert counted.accepted, "the day ends with a count"
        assert then is not None, "it was ordered as the day ends"
        amount = counted.last.amount
        self.ledger.post(moves(amount - then.expected, DIFFERENCE, RACK), forced=True)
        notes = self.carried + then.notes if box_apart else 0
        balances = {**self.ledger.balances, (NOTES, BOX): self.ledger.balance(BOX, NOTES) - notes}
        following = replace(
            self,
            ledger=Ledger(balances),
            session=self.session.since(amount, then),
            movements={},
            counts={},
            numbered=max(self.movements, default=self.numbered),
            ends_day=False,
            at_midway=None,
            at_control=None,
            carried=0 if box_apart else self.carried + then.notes,
        )
        self.ledger = self.ledger.left_with({(NOTES, BOX): notes})
        self.counts[CountKind.CLOSER] = replace(counted, kind=CountKind.CLOSER)
        self.session, self.stage, self.ends_day, self.at_midway = then, BankStage.CLOSED, False, None
        return following

    # --- movements

    def request(self, kind: MovementKind, pieces: Pieces, given: Pieces | None = None) -> int:
        """Request a fill, a credit or an exchange, and return its number; nothing moves yet.

        For an exchange ``given`` are the pieces that the rack gives. Refuses (E_PHASE) while the bank is not in play,
        (E_COUNT) once the rack is counted as the day ends, pieces as :func:`checked` does (E_CHIP, E_COUNT), and as
        :meth:`Movement.request` does (E_COUNT, E_UNEQUAL, E_MONEY).
        """
        self.check_stage(BankStage.IN_PLAY)
        assert kind in REQUESTED_IN_PLAY, kind
        require(
            self.at_midway is None,
            Code.COUNT,
            "The rack was counted as the day ends: the count is accepted before anything is asked of the cage.",
        )
        wanted, gives = checked(self.kinds, pieces), checked(self.kinds, given or {})
        number = self._next()
        rack = max(0, self.ledger.balance(RACK))
        self.movements[number] = Movement.request(kind, wanted, given=gives, expected=rack)
        return number

    def issue(self, number: int, pieces: Pieces) -> None:
        """Enter what left the cage, or for a credit the rack; entered again, it replaces what was entered before.

        What leaves the rack is added to the session's credits: of a credit all of it, and as it is entered again the
        difference, also below 0; of an exchange what the rack gives, only the first time. The movement that ends the
        session changes none. Refuses an unknown number, and a count of a piece that cannot be (E_COUNT); pieces that
        the house does not have (E_CHIP); as :meth:`Movement.issue` does one that is received, lost or void (E_FINAL),
        and what is nothing (E_COUNT); and more than the rack holds if it leaves the rack (E_MONEY).
        """
        before = self._movement(number)
        changed, moved = before.issue(checked(self.kinds, pieces))
        self._enter(number, changed, moved, credited=changed.left_rack - before.left_rack)

    def receive(self, number: int, pieces: Pieces) -> None:
        """Enter pieces as received, besides those before, and add to the session's fills those that came to the rack.

        The movement that ends the session changes no fills, and ends it once nothing is in transit. Refuses (E_CHIP)
        pieces that the house does not have, and as :meth:`check_comes` and :meth:`Movement.receive` do.
        """
        before = self._movement(number)
        self.check_comes(number)
        changed, moved = before.receive(checked(self.kinds, pieces))
        came = worth(changed.received) - worth(before.received) if before.to is RACK else 0
        self._enter(number, changed, moved, filled=came)

    def check_leaves(self, number: int) -> None:
        """Refuse (E_FINAL) a credit or an exchange that takes from a rack counted at closing; the one that ends it may.

        Any other movement passes. Refuses (E_COUNT) an unknown number, and as :meth:`check_comes_back` does a credit
        that had left before.
        """
        self.check_comes_back(number)
        takes = self._movement(number).kind in (MovementKind.CREDIT, MovementKind.EXCHANGE)
        require(
            not (takes and self.counted_before(number)),
            Code.FINAL,
            "The rack was counted: nothing leaves it under movement %(number)s, which is made void.",
            number=number,
        )

    def check_closes(self, number: int, pieces: Pieces) -> None:
        """Refuse (E_MONEY) another value than was asked for of the movement that ends the session, in whatever pieces.

        Any other movement passes. Refuses (E_COUNT) an unknown number.
        """
        requested = worth(self._movement(number).requested)
        require(
            number != self.closing or worth(pieces) == requested,
            Code.MONEY,
            "The movement that ends the session is worth what was asked for: %(requested)s, not %(pieces)s.",
            requested=Cents(requested),
            pieces=Cents(worth(pieces)),
        )

    def check_comes(self, number: int) -> None:
        """Refuse (E_FINAL) that a movement comes to a rack that was counted at closing; the one that ends it may.

        Refuses (E_COUNT) an unknown number, and (E_PHASE) one to the rack while the float is locked uncounted,
        or an opening that its count receives.
        """
        coming = self._movement(number)
        locked = coming.to is RACK and self.stage is BankStage.SEALED
        require(not locked, Code.PHASE, "The float is locked: it is counted first.")
        opening = coming.kind is MovementKind.OPENING and self.stage is BankStage.BRINGING
        require(not opening, Code.PHASE, "An opening is received by its count.")
        require(
            coming.to is not RACK or not self.counted_before(number),
            Code.FINAL,
            "The rack was counted: what comes now goes back to the cage.",
        )

    def check_comes_back(self, number: int) -> None:
        """Refuse (E_FINAL) to put what a credit took from the rack back into it, if the rack was counted without it.

        The credit that ends the session may. Any other movement passes, and so does a credit that has arrived, even in
        part, or is void. Refuses (E_COUNT) an unknown number.
        """
        it = self._movement(number)
        gone = it.kind is MovementKind.CREDIT and it.status is Status.ISSUED
        require(
            not (gone and self.counted_before(number)),
            Code.FINAL,
            "Movement %(number)s had left the rack before that was counted: the cage confirms it.",
            number=number,
        )

    def counted_before(self, number: int) -> bool:
        """Whether a count of the rack at closing was accepted, and this is not the movement that ends the session."""
        return self.is_accepted(CountKind.CLOSER) and number != self.closing

    def check_exchanged(self) -> None:
        """Refuse (E_MOVEMENT_OPEN) while an exchange was issued and nothing of it received; names the lowest number.

        One that was only requested passes, and one of which a part was received.
        """
        issued = ((number, it.kind) for number, it in self.movements.items() if it.status is Status.ISSUED)
        self._check_ended(number for number, kind in issued if kind is MovementKind.EXCHANGE)

    def settle(self, number: int, to: MoneyPlace, amount: int) -> None:
        """Enter where ``amount`` cents in transit were found (CAGE, RACK), or (DIFFERENCE) that they are lost.

        What is found in the rack is added to the session's fills, or for a credit taken off its credits; if the rack
        was counted at closing it is posted to the differences and not to the rack. The movement that ends the session
        changes neither, and ends it once nothing is in transit. Refuses (E_COUNT) an unknown number, and as
        :meth:`Movement.settle` does.
        """
        changed, moved = self._movement(number).settle(to, amount)
        found = amount if to is RACK else 0
        if to is RACK and self.is_accepted(CountKind.CLOSER) and number != self.closing:
            moved = [it._replace(to=DIFFERENCE) for it in moved]
        filled, credited = (found, 0) if changed.to is RACK else (0, -found)
        self._enter(number, changed, moved, filled=filled, credited=credited)

    def void(self, number: int) -> None:
        """Make a movement void that was not received, and take back what it moved, also from the session's credits.

        With its opening void the bank is EMPTY. If it was the movement to end the session, none is: closing the bank
        once more requests a new one. Refuses (E_COUNT) an unknown number, and as :meth:`Movement.void` does.
        """
        before = self._movement(number)
        changed, moved = before.void()
        self._enter(number, changed, moved, credited=-before.left_rack)
        self.closing = 0 if number == self.closing else self.closing
        if before.kind is MovementKind.OPENING:
            self.stage = BankStage.EMPTY

    def _enter(self, number: int, changed: Movement, moved: list[Move], *, filled: int = 0, credited: int = 0) -> None:
        """Post the moves of a movement and store it; close the session if it is ``closing`` and all of it is received.

        ``filled`` and ``credited`` cents are added to the session's, but never for the ``closing`` movement.
        """
        self.ledger.post(moved)
        self.movements[number] = changed
        if number != self.closing:
            entered = self.session
            self.session = replace(entered, fills=entered.fills + filled, credits=entered.credits + credited)
        elif changed.status is Status.RECEIVED and not changed.open:
            self._end(BankStage.CLOSED)

    # --- play

    def play(self, posted: Iterable[Move], lines: Iterable[tuple[MoneyKind, int]] = ()) -> None:
        """Post what an act of a coup moves: the moves ``posted``, and those of the money ``lines`` (kind, cents).

        Before the table opens, and once the count at closing was accepted, the session ended, or the float was locked
        uncounted, the cage takes the place of the rack, and the figures of the session stay as they are. Refuses
        (E_MONEY) to take more from a place than it holds; rack, cage, guests and differences may fall below zero.
        """
        entered = tuple(lines)
        counted = self.is_accepted(CountKind.CLOSER) or self.stage not in RUNNING
        moved = [*posted, *settled(entered)]
        self.ledger.post([_instead(it, RACK, CAGE) for it in moved] if counted else moved, forced=True)
        if not counted:
            self.session = replace(self.session, computed=self.session.computed + computed(entered))

    def change_notes(self, amount: int, *, late: bool = False) -> None:
        """Enter a change of banknotes into chips, in cents, or take one back (below 0), also in the session's notes.

        Once the count at closing is accepted the chips are posted against the differences instead of the rack, and once
        that of the box is, the notes instead of the box. A ``late`` change also corrects the figures of a midway count
        (of one for control only until it is accepted), but only as far as what is taken back was not changed after its
        try. Refuses (E_PHASE) unless the bank is in play or to be closed, or, for a ``late`` one,
        closed; and (E_MONEY) to take back more notes than are in a box whose count was not accepted yet.
        """
        if late:
            self.check_late_change()
        else:
            self.check_stage(*RUNNING)
        moved = notes_changed(amount)
        if self.is_accepted(CountKind.CLOSER):
            moved = [_instead(it, RACK, DIFFERENCE) for it in moved]
        if self.is_accepted(CountKind.BOX):
            moved = [_instead(it, BOX, DIFFERENCE) for it in moved]
        self.ledger.post(moved, forced=True)
        self.session = replace(self.session, notes=self.session.notes + amount)
        if late and self.at_midway is not None:
            then = self.at_midway
            self.at_midway = replace(then, notes=then.notes + self._changed_by_then(then.notes, amount))
        if late and self.at_control is not None and not self.is_accepted(CountKind.MIDWAY):
            changed = self._changed_by_then(self.notes_at_control, amount)
            self.at_control, self.notes_at_control = self.at_control - changed, self.notes_at_control + changed

    def _changed_by_then(self, notes: int, amount: int) -> int:
        """Return the cents of a late change, which the session has already, by which its ``notes`` at a try change.

        Below 0 cents one is taken back, from the notes that were changed by then. If these are fewer, it is taken first
        from those that were changed since, and only what is left from these.
        """
        return min(0, self.session.notes - notes) if notes + amount < 0 else amount

    def check_late_change(self) -> None:
        """Refuse (E_PHASE) a change of notes that is entered late, unless the bank is in play, to be closed, or closed.

        A bank that is locked uncounted (SEALED) refuses it, too.
        """
        self.check_unlocked()
        require(
            self.stage in (*RUNNING, BankStage.CLOSED),
            Code.PHASE,
            "This session has not been in play; what counts of the one before differ by stays, with their reasons.",
        )

    def check_unlocked(self) -> None:
        """Refuse (E_PHASE) what is not done while the float is locked uncounted (SEALED)."""
        require(
            self.stage is not BankStage.SEALED,
            Code.PHASE,
            "The float is locked uncounted: it is taken up and counted first.",
        )

    # --- after play

    def close_table(self) -> None:
        """End play, so that the rack is to be counted (TO_CLOSE). Refuses (E_PHASE) unless the bank is in play.

        Stakes on the felt and open movements do not hinder it. A count that was to end the gaming day is no longer due:
        the one at closing ends it.
        """
        self.check_stage(BankStage.IN_PLAY)
        self.stage, self.ends_day, self.at_midway = BankStage.TO_CLOSE, False, None

    def close_bank(self, pieces: Pieces | None = None) -> int:
        """Close the session, and return the number of the movement that it waits for; 0 where it is closed.

        With imprest the float is brought back to its amount, with cage all of it goes there: ``pieces`` are those of
        that movement, given unless :attr:`surplus` is 0. Refuses (E_PHASE) unless it is to be closed, (E_COUNT) before
        the counts of the rack and of what lies in custody were accepted, (E_MOVEMENT_OPEN) while a movement is open,
        (E_CHIP) pieces that the house does not have, and (E_MONEY) those that do not come to the surplus, or to what
        lacks if that is below 0.
        """
        self.check_stage(BankStage.TO_CLOSE)
        counted = self._closer()
        require(
            not self.ledger.balance(CUSTODY) or self.is_accepted(CountKind.CUSTODY),
            Code.COUNT,
            "Chips lie in custody: they are counted first.",
        )
        self._check_none_open()
        wanted, surplus = checked(self.kinds, pieces or {}), self.surplus
        require(
            worth(wanted) == abs(surplus),
            Code.MONEY,
            "%(surplus)s go to the cage or come from it, not %(pieces)s.",
            surplus=Cents(abs(surplus)),
            pieces=Cents(worth(wanted)),
        )
        if not surplus:
            self._end(BankStage.CLOSED)
            return 0
        kind = MovementKind.CREDIT if surplus > 0 else MovementKind.FILL
        self.closing = self._next()
        self.movements[self.closing] = Movement.request(kind, wanted, expected=counted)
        return self.closing

    @property
    def custody_counted(self) -> bool:
        """Whether nothing lies in custody, or as much as its accepted count has found there."""
        amount, kind = self.ledger.balance(CUSTODY), CountKind.CUSTODY
        return not amount or (self.is_accepted(kind) and self.counts[kind].last.amount == amount)

    @property
    def surplus(self) -> int:
        """Cents that go to the cage when the bank is closed; below 0 those that come from it.

        With imprest they are what was counted less the float's amount, with cage all that was counted, with inventory
        0. Refuses (E_COUNT) before the count at closing was accepted.
        """
        counted = self._closer()
        return {"inventory": 0, "imprest": counted - self.float_amount, "cage": counted}[self.closes_by]

    def seal(self) -> None:
        """Lock the float uncounted (SEALED): the result of the session is not known before it is counted.

        A movement that was to bring it back to its amount becomes a fill or a credit of the session. Refuses (E_PHASE)
        unless the bank is to be closed.
        """
        self.check_stage(BankStage.TO_CLOSE)
        self._as_any_other()
        self._end(BankStage.SEALED)

    def _as_any_other(self) -> None:
        """Add what moved under the ``closing`` movement to the session's fills or credits; none is to end it then.

        Of a fill that is what was received, of a credit what was issued. Cents in transit that were settled as found in
        the rack (:meth:`settle`) are added to those of a fill, and taken off a credit. Does nothing without such a
        movement.
        """
        if self.closing:
            begun, entered = self.movements[self.closing], self.session
            is_fill = begun.kind is MovementKind.FILL
            moved = worth(begun.received) if is_fill else -worth(begun.issued)
            more = self.ledger.balance(RACK) - self._closer() - moved
            moved += max(0, min(begun.returned, more))
            fills, credited = (moved, 0) if is_fill else (0, -moved)
            self.session = replace(entered, fills=entered.fills + fills, credits=entered.credits + credited)
            self.closing = 0

    def count_sealed(self) -> None:
        """Unlock the float of a sealed session and drop its count at closing, so that it can be counted (TO_CLOSE).

        Refuses (E_PHASE) any other stage.
        """
        self.check_stage(BankStage.SEALED)
        self.ledger.post(moves(self.ledger.balance(LOCKED), LOCKED, RACK))
        self.stage = BankStage.TO_CLOSE
        self.counts.pop(CountKind.CLOSER, None)

    def reopen(self) -> None:
        """Make a closed session one to be closed again: its count at closing is dropped, its difference taken back.

        A movement that had brought the float back to its amount becomes a fill or a credit of the session. Refuses
        (E_PHASE) another stage.
        """
        self.check_stage(BankStage.CLOSED)
        self.ledger.post(moves(self.ledger.balance(LOCKED), LOCKED, RACK))
        self._as_any_other()
        rack = self.ledger.balance(RACK)
        self.ledger.post(moves(self.session.expected - rack, DIFFERENCE, RACK), forced=True)
        self.stage = BankStage.TO_CLOSE
        self.counts.pop(CountKind.CLOSER, None)

    def split_tips(self, percent: int) -> tuple[int, int]:
        """Move the tips to the cage, and return the cents of the house and of the staff.

        The house has ``percent`` of them, rounded down. Refuses (E_COUNT) before they were counted and accepted, and
        (E_FINAL) where none are left.
        """
        require(self.is_accepted(CountKind.TIPS), Code.COUNT, "The tips are counted first.")
        tips = self.ledger.balance(TIPS)
        require(tips, Code.FINAL, "No tips are left to be split.")
        self.ledger.post(moves(tips, TIPS, CAGE))
        house = tips * percent // 100
        return house, tips - house

    def _end(self, stage: BankStage) -> None:
        """Move all chips of the rack to LOCKED in the ledger, and set this stage (CLOSED or SEALED).

        Nothing is moved of a rack that is below zero, which stays as it is.
        """
        # A rack that was paid below zero holds nothing to be locked.
        self.ledger.post(moves(max(0, self.ledger.balance(RACK)), RACK, LOCKED))
        self.stage = stage

    # --- what it comes to

    @property
    def differences(self) -> Differences | None:
        """Differences of rack and box; None before both counts were accepted. Notes ``carried`` over are in neither."""
        if not (self.is_accepted(CountKind.CLOSER) and self.is_accepted(CountKind.BOX)):
            return None
        closer, box = self.counts[CountKind.CLOSER].last.amount, self.counts[CountKind.BOX].last.amount
        return self.session.differences(rack=closer, box=box - self.carried)

    # --- below the acts

    def check_stage(self, *stages: BankStage) -> None:
        """Refuse (E_PHASE), naming the present stage, unless the bank is at one of these."""
        require(
            self.stage in stages,
            Code.PHASE,
            "This is not possible now: the bank of this table is at “%(stage)s”.",
            stage=self.stage.value,
        )

    def _check_none_open(self) -> None:
        self._check_ended(number for number, it in self.movements.items() if it.open)

    @staticmethod
    def _check_ended(numbers: Iterable[int]) -> None:
        """Refuse (E_MOVEMENT_OPEN) if there are any numbers of movements here; the lowest is named."""
        waiting = min(numbers, default=0)
        require(not waiting, Code.MOVEMENT_OPEN, "Movement %(number)s is open: it is ended first.", number=waiting)

    def _closer(self) -> int:
        """Return the cents of the count at closing. Refuses (E_COUNT) before it was accepted."""
        accepted = self.is_accepted(CountKind.CLOSER)
        require(accepted, Code.COUNT, "The count at closing is accepted first.")
        return self.counts[CountKind.CLOSER].last.amount

    def _counted(self, kind: CountKind) -> Count:
        """Return the count of a kind, accepted or not, or to be made again. Refuses (E_COUNT) where there is none."""
        counted = self.counts.get(kind)
        require(counted is not None, Code.COUNT, "Nothing was counted yet.")
        assert counted is not None
        return counted

    def _movement(self, number: int) -> Movement:
        """Return a movement by its number. Refuses (E_COUNT) an unknown one."""
        found = self.movements.get(number)
        require(found is not None, Code.COUNT, "There is no movement %(number)s.", number=number)
        assert found is not None
        return found

    def _next(self) -> int:
        return max(self.movements, default=self.numbered) + 1


def _instead(move: Move, place: MoneyPlace, other: MoneyPlace) -> Move:
    """Return a move with ``other`` wherever it has ``place`` as source or target."""
    return move._replace(
        source=other if move.source is place else move.source, to=other if move.to is place else move.to
    )


_COUNTED_AT = {
    CountKind.BOX: (BOX, NOTES),
    CountKind.TIPS: (TIPS, CHIPS),
    CountKind.CUSTODY: (CUSTODY, CHIPS),
}
"""What each count is of; all others are of the rack."""
_DUE = {
    CountKind.OPENER: (BankStage.BRINGING, BankStage.TO_COUNT),
    CountKind.MIDWAY: (BankStage.IN_PLAY,),
    CountKind.CLOSER: (BankStage.TO_CLOSE,),
    CountKind.BOX: (BankStage.TO_CLOSE, BankStage.CLOSED, BankStage.SEALED),
    CountKind.TIPS: (BankStage.TO_CLOSE, BankStage.CLOSED, BankStage.SEALED, BankStage.EMPTY),
    CountKind.CUSTODY: (BankStage.TO_CLOSE, BankStage.CLOSED),
}
"""Stages in which each count is made; tips that lie there as a float goes back do not wait for the next play."""
