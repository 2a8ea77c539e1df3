"""Movements of a table as they happen, and the slips of the bank, numbered by table, kind and year."""

from typing import Any

from bank.models import Movement, Slip
from bank.play.policy import BY_ISPETTORE
from bank.play.tables import Bank, make_void, store
from bank.play.watch import watch_rack
from bank.rules.counts import CountKind
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces, worth
from bank.rules.table_bank import BankStage
from table.memory.statements import insert, update
from table.play.act import Act
from table.play.presence import at_work_since, stands
from table.play.state import TableState
from table.rules.profile import Role
from table.rules.refusal import Code, require

OPENING, FILL, CREDIT, EXCHANGE, CLOSING, TIPS, BOX, CUSTODY = "DAVCFMKU"
"""Letters of the slips, by what they are for."""
LETTERS = {
    MovementKind.FILL: FILL,
    MovementKind.CREDIT: CREDIT,
    MovementKind.EXCHANGE: EXCHANGE,
}


def row_of(bank: Bank, number: int) -> Movement:
    """Return the row of a movement of this session. Refuses (E_COUNT) where there is none of this number."""
    require(number in bank.movement_rows, Code.COUNT, "There is no movement %(number)s.", number=number)
    return bank.movement_rows[number]


def check_comes_to_table(act: Act, row: Movement) -> None:
    """Refuse (E_BANK) a credit, which the table hands over, where any other movement is issued or received."""
    require(
        row.kind != MovementKind.CREDIT.value,
        Code.BANK,
        "A credit is handed over at the table, and confirmed at the cage.",
        source=act.cite("bank.movements"),
    )


def wait_to_be_attested(act: Act, row: Movement, what: str, **keyed: Any) -> None:
    """Store a step of a movement, with what was keyed for it, until it is attested. Records "bank_waits".

    ``what`` is "receive", "hand_over", "settle" or "void"; it replaces a step that waited. It is stored with who keyed
    it (``by``), by which entry (``number``), and who has ``attested`` ([office, entry] by badge), empty.
    """
    row.waiting = {"what": what, "by": act.actor, "number": act.number, "attested": {}, **keyed}
    update(row)
    act.effect("bank_waits", what=what, movement=row.number)


def needed_at_table(bank: Bank, what: str) -> frozenset[Role]:
    """Return the offices each of which attests a step that was counted at the table.

    To receive they are those that attest counts of the rack; to hand over, the only other one, the Ispettore di Gioco.
    """
    return bank.pure.needed if what == "receive" else BY_ISPETTORE


def missing_at_table(state: TableState, bank: Bank, waiting: dict[str, Any]) -> frozenset[Role]:
    """Return the offices that still attest a step that was counted at the table.

    An attestation no longer counts once its person has left the table.
    """
    said = waiting["attested"].items()
    present = {Role(role) for badge, (role, number) in said if stands(number, at_work_since(state, badge))}
    return needed_at_table(bank, waiting["what"]) - present


def send(act: Act, bank: Bank, row: Movement, pieces: Pieces) -> None:
    """Enter the pieces that left the cage, or the rack for a credit, under a movement, and save the bank.

    A step that waited is dropped ("bank_withdrawn"). Entered again it replaces what was entered before; the first
    time it takes a slip ("slip_taken"). Records "pieces_issued" (cents), "bank_posted" if that moves anything, and
    "float_low" or "bank_negative" as :func:`bank.play.watch.watch_rack` does. Refuses as :meth:`TableBank.issue`
    does (E_CHIP, E_COUNT, E_FINAL, E_MONEY).
    """
    first, dropped, row.waiting = row.status == Status.REQUESTED.value, row.waiting, {}
    before = bank.session.expected
    bank.pure.issue(row.number, pieces)
    store(act, bank)
    if first:
        row.slip = take_slip(act, bank, LETTERS[MovementKind(row.kind)])
        update(row)
    if dropped:
        act.effect("bank_withdrawn", what=dropped["what"], movement=row.number)
    act.effect("pieces_issued", movement=row.number, amount=worth(bank.pure.movements[row.number].issued))
    watch_rack(act, bank.session, before)


def take_in(act: Act, bank: Bank, row: Movement, pieces: Pieces) -> None:
    """Add the pieces of a movement that were counted where it arrived, and save the bank with its counts and postings.

    A step that waits is dropped ("bank_withdrawn"). Records "bank_posted", "pieces_received" (cents of all that was
    received of it so far), "fill_short" (cents) while something of it is in transit, whatever its kind, and
    "bank_closed" if that ends the session. Refuses as :meth:`TableBank.receive` does (E_PHASE, E_FINAL, E_CHIP,
    E_COUNT).
    """
    dropped, row.waiting = row.waiting, {}
    bank.pure.receive(row.number, pieces)
    store(act, bank)
    if dropped:
        act.effect("bank_withdrawn", what=dropped["what"], movement=row.number)
    now = bank.pure.movements[row.number]
    act.effect("pieces_received", movement=row.number, amount=worth(now.received))
    if now.in_transit:
        act.effect("fill_short", movement=row.number, amount=now.in_transit)
    say_closed(act, bank, row)


def say_closed(act: Act, bank: Bank, row: Movement) -> None:
    """Record "bank_closed" if the bank is closed and this is the movement that ended its session."""
    if bank.pure.stage is BankStage.CLOSED and row.number == bank.pure.closing:
        act.effect("bank_closed", session=bank.session.number)


def cancel(act: Act, bank: Bank, row: Movement) -> None:
    """Make a movement void and save it, with what it moved taken back; an opening's count becomes void, too.

    Without its opening the bank is empty. Records "movement_void", and "bank_posted" if anything was issued.
    Refuses (E_FINAL) one that was received or is void already. ``waiting`` is saved as the caller left it.
    """
    bank.pure.void(row.number)
    store(act, bank)
    if row.kind == MovementKind.OPENING.value:
        make_void(act, bank, CountKind.OPENER)
    act.effect("movement_void", movement=row.number)


# --- slips


def take_slip(act: Act, bank: Bank, letter: str) -> Slip:
    """Insert and return the next slip of this letter, with the entry's number. Records "slip_taken".

    Slips are numbered from 1 at each table, for each letter, in each year of the session's gaming day.
    """
    year = int(bank.session.day[:4])
    taken = Slip.objects.filter(table=act.table, letter=letter, year=year).order_by("-serial")
    last = taken.values_list("serial", flat=True).first() or 0
    slip = Slip(table=act.table, letter=letter, year=year, serial=last + 1, number=act.number)
    insert(slip)
    act.effect("slip_taken", slip=slip.name)
    return slip
