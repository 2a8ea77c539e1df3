"""Lines of a script that compare a table's bank with what is expected."""

from bank.models import Slip
from bank.play.sessions import bank_of_session
from bank.play.tables import Bank
from bank.rules.ledger import CHIPS, NOTES, MoneyPlace
from bank.script.acts import bank_at
from table.rules.refusal import Cents
from table.script.form import Unmet
from table.script.lines.expect import expects
from table.script.player import Player


@expects("bank STAGE", "bank in_play")
def stage(player: Player, *, stage: str) -> tuple[object, object]:
    """Return a pair to compare: the expected stage, and that of the table's bank. Raises Unmet without a bank."""
    return stage, bank_at(player).pure.stage.value


@expects("chips in WHERE SIGNED", "chips in rack 49930")
def chips(player: Player, *, where: MoneyPlace, signed: int) -> tuple[object, object]:
    """Return a pair to compare, in cents: the expected chips at a place (``signed``), and those there by the acts.

    Raises Unmet without a bank.
    """
    return Cents(signed), Cents(bank_at(player).pure.ledger.balance(where, CHIPS))


@expects("notes in WHERE SIGNED", "notes in box 400")
def notes(player: Player, *, where: MoneyPlace, signed: int) -> tuple[object, object]:
    """Return a pair to compare, in cents: the expected banknotes at a place (``signed``), and those there by the acts.

    Raises Unmet without a bank.
    """
    return Cents(signed), Cents(bank_at(player).pure.ledger.balance(where, NOTES))


@expects("computed SIGNED", "computed -70")
def computed(player: Player, *, signed: int) -> tuple[object, object]:
    """Return a pair to compare: the expected result of the bank's session, and that by its money lines, in cents.

    Above 0 where the table has won. Of a bank that is closed it is the latest session. Raises Unmet without a bank.
    """
    return Cents(signed), Cents(bank_at(player).pure.session.computed)


@expects("physical SIGNED", "physical -6250")
def physical(player: Player, *, signed: int) -> tuple[object, object]:
    """Return a pair to compare, in cents: the expected result ``signed``, and that by the counts of rack and box.

    Raises Unmet while it is pending.
    """
    return Cents(signed), Cents(_physical(bank_at(player)))


@expects("physical of sessions LOW to HIGH SIGNED", "physical of sessions 1 to 2 +5100")
def physical_of(player: Player, *, low: int, high: int, signed: int) -> tuple[object, object]:
    """Return a pair to compare, in cents: ``signed``, and the sum of the results by counts of sessions low to high.

    ``low`` and ``high`` are numbers of sessions, both included. Raises Unmet while one is pending.
    """
    return Cents(signed), Cents(sum(_physical(_session(player, it)) for it in range(low, high + 1)))


@expects("differences of session LOW SIGNED BOX", "differences of session 1 -500 +500")
def differences_of(player: Player, *, low: int, signed: int, box: int) -> tuple[object, object]:
    """Return a pair to compare, each of two differences in cents, of the rack and of the box: expected and actual.

    ``low`` is the number of the session, ``signed`` the expected difference of its rack. Raises Unmet while pending.
    """
    found = _session(player, low).pure.differences
    if found is None:
        raise Unmet("pending")
    return (Cents(signed), Cents(box)), (Cents(found.rack), Cents(found.box))


@expects("session LOW pending", "session 1 pending")
def session_pending(player: Player, *, low: int) -> tuple[object, object]:
    """Return "pending", and whether session ``low`` is "pending" (rack or box uncounted) or "known".

    Raises Unmet where there is no such session.
    """
    return "pending", "pending" if _session(player, low).pure.differences is None else "known"


def _session(player: Player, number: int) -> Bank:
    """Return the bank of a session. Raises Unmet where there is none."""
    bank = bank_of_session(player.state, number)
    if bank is None:
        raise Unmet("no such session")
    return bank


def _physical(bank: Bank) -> int:
    """Return the physical result of a session in cents. Raises Unmet while it is pending."""
    found = bank.pure.differences
    if found is None:
        raise Unmet("pending")
    return bank.pure.session.computed + found.total


@expects("differences SIGNED BOX", "differences -500 +500")
def differences(player: Player, *, signed: int, box: int) -> tuple[object, object]:
    """Return the expected and the actual differences of the latest session in cents, each of rack (``signed``) and box.

    Raises Unmet while they are pending.
    """
    found = bank_at(player).pure.differences
    if found is None:
        raise Unmet("pending")
    return (Cents(signed), Cents(box)), (Cents(found.rack), Cents(found.box))


@expects("difference pending", "difference pending")
def pending(player: Player) -> tuple[object, object]:
    """Return "pending", and what the latest session is: "pending" until rack and box are counted, then "known".

    Raises Unmet without a bank.
    """
    return "pending", "pending" if bank_at(player).pure.differences is None else "known"


@expects("transit of MOVEMENT SIGNED", "transit of 2 100")
def transit(player: Player, *, movement: int, signed: int) -> tuple[object, object]:
    """Return a pair to compare, in cents: those expected in transit of a movement, and the actual ones.

    The movement is one of the latest session, else KeyError. Raises Unmet without a bank.
    """
    return Cents(signed), Cents(bank_at(player).pure.movements[movement].in_transit)


@expects("slip SLIP", "slip A 2026/T1/0001")
def slip(player: Player, *, slip: str) -> tuple[object, object]:
    """Return a pair to compare: the expected slip, and the latest one of its letter at the table, or "none"."""
    last = Slip.objects.filter(table=player.table, letter=slip[0]).last()
    return slip, last.name.upper() if last else "none"
