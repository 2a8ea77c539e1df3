"""Lines of a script that compare a table's bank with what is expected."""

from bank.models import BankSession, Slip
from bank.play.tables import Bank, read
from bank.rules.ledger import CHIPS, NOTES
from bank.rules.session import Differences
from bank.script.acts import bank_at
from table.rules.refusal import Cents
from table.script.form import Unmet
from table.script.lines.expect import expects
from table.script.player import Player

expects("bank STAGE", "bank in_play")(lambda player, stage: (stage, bank_at(player).pure.stage.value))


expects("chips in WHERE SIGNED", "chips in rack 49930")(
    lambda player, where, signed: (Cents(signed), Cents(bank_at(player).pure.ledger.balance(where, CHIPS)))
)


expects("notes in WHERE SIGNED", "notes in box 400")(
    lambda player, where, signed: (Cents(signed), Cents(bank_at(player).pure.ledger.balance(where, NOTES)))
)


expects("computed SIGNED", "computed -70")(
    lambda player, signed: (Cents(signed), Cents(bank_at(player).pure.session.computed))
)


expects("physical SIGNED", "physical -6250")(lambda player, signed: (Cents(signed), Cents(_physical(bank_at(player)))))


expects("physical of sessions LOW to HIGH SIGNED", "physical of sessions 1 to 2 +5100")(
    lambda player, low, high, signed: (
        Cents(signed),
        Cents(sum(_physical(_session(player, it)) for it in range(low, high + 1))),
    )
)


expects("differences SIGNED BOX", "differences -500 +500")(
    lambda player, signed, box: _differences(bank_at(player), signed, box)
)


expects("differences of session LOW SIGNED BOX", "differences of session 1 -500 +500")(
    lambda player, low, signed, box: _differences(_session(player, low), signed, box)
)


expects("difference pending", "difference pending")(lambda player: _pending(bank_at(player)))


expects("session LOW pending", "session 1 pending")(lambda player, low: _pending(_session(player, low)))


def _session(player: Player, number: int) -> Bank:
    """Return the bank with the session of this number. Raises Unmet where there is none."""
    row = BankSession.objects.filter(table=player.table, number=number).first()
    if row is None:
        raise Unmet("no such session")
    return read(player.state, row)


def _known(bank: Bank) -> Differences:
    """Return the differences of rack and box of the session that this bank has. Raises Unmet while they are pending."""
    found = bank.pure.differences
    if found is None:
        raise Unmet("pending")
    return found


def _differences(bank: Bank, rack: int, box: int) -> tuple[object, object]:
    """Return a pair to compare: the expected differences of rack and box in cents, and those of the bank's session.

    Raises Unmet while they are pending.
    """
    found = _known(bank)
    return (Cents(rack), Cents(box)), (Cents(found.rack), Cents(found.box))


def _pending(bank: Bank) -> tuple[object, object]:
    """Return a pair to compare: that the differences of the bank's session are pending, and whether they are."""
    return "pending", "pending" if bank.pure.differences is None else "known"


def _physical(bank: Bank) -> int:
    """Return the physical result, in cents, of the session that this bank has. Raises Unmet while it is pending."""
    return bank.pure.session.computed + _known(bank).total


expects("transit of MOVEMENT SIGNED", "transit of 2 100")(
    lambda player, movement, signed: (Cents(signed), Cents(bank_at(player).pure.movements[movement].in_transit))
)


@expects("slip SLIP", "slip A 2026/T1/0001")
def slip(player: Player, *, slip: str) -> tuple[object, object]:
    """Return a pair to compare: the expected slip, and the latest one of its letter at the table, or "none".

    The latter is its name in capitals, as "A 2026/T1/0001".
    """
    last = Slip.objects.filter(table=player.table, letter=slip[0]).last()
    return slip, last.name.upper() if last else "none"
