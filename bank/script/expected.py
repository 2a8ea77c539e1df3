"""Lines of a script that compare a table's bank with what is expected."""

from bank.models import Slip
from bank.play.sessions import bank_of_session
from bank.play.tables import Bank
from bank.rules.ledger import CHIPS, NOTES
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


@expects("differences of session LOW SIGNED BOX", "differences of session 1 -500 +500")
def differences_of(player: Player, *, low: int, signed: int, box: int) -> tuple[object, object]:
    """Return a pair to compare, each of two differences in cents, of the rack and of the box: expected and actual.

    ``low`` is the session's number at its table, ``signed`` the expected difference of its rack. Raises Unmet where
    there is no such session, and while they are pending.
    """
    found = _session(player, low).pure.differences
    if found is None:
        raise Unmet("pending")
    return (Cents(signed), Cents(box)), (Cents(found.rack), Cents(found.box))


expects("session LOW pending", "session 1 pending")(
    lambda player, low: ("pending", "pending" if _session(player, low).pure.differences is None else "known")
)


def _session(player: Player, number: int) -> Bank:
    """Return the bank of a session. Raises Unmet where there is none."""
    bank = bank_of_session(player.state, number)
    if bank is None:
        raise Unmet("no such session")
    return bank


def _physical(bank: Bank) -> int:
    """Return the physical result, in cents, of the session that this bank has. Raises Unmet while it is pending."""
    found = bank.pure.differences
    if found is None:
        raise Unmet("pending")
    return bank.pure.session.computed + found.total


@expects("differences SIGNED BOX", "differences -500 +500")
def differences(player: Player, *, signed: int, box: int) -> tuple[object, object]:
    """Return the expected and the actual differences of the latest session in cents, each of rack (``signed``) and box.

    Raises Unmet where no session has begun, and while they are pending.
    """
    found = bank_at(player).pure.differences
    if found is None:
        raise Unmet("pending")
    return (Cents(signed), Cents(box)), (Cents(found.rack), Cents(found.box))


expects("difference pending", "difference pending")(
    lambda player: ("pending", "pending" if bank_at(player).pure.differences is None else "known")
)


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
