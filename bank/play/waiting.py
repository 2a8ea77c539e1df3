"""Acts of the bank that wait until a second person agrees to them."""

from typing import Any

from bank.play.tables import Bank
from table.memory.statements import update
from table.play.act import Act


def wait_for_second(act: Act, bank: Bank, verb: str, **keyed: Any) -> None:
    """Store an act of the bank, with what was keyed for it, until a second person agrees. Records "bank_waits".

    It replaces one of the same verb that waited.
    """
    waiting = {"by": act.actor, "number": act.number, **keyed}
    bank.session.waiting = bank.session.waiting | {verb: waiting}
    update(bank.session)
    act.effect("bank_waits", what=verb)
