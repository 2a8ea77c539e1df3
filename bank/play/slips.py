"""Slips of the bank: numbered without a gap for each table, kind and year of the gaming day."""

from bank.models import Slip
from bank.play.tables import Bank
from table.memory.statements import insert
from table.play.act import Act

OPENING, FILL, CREDIT, EXCHANGE, CLOSING, TIPS, BOX, CUSTODY = "DAVCFMKU"
"""Letters of the slips, by what they are for."""


def take_slip(act: Act, bank: Bank, letter: str) -> Slip:
    """Take the next slip of this letter, numbered from 1 at each table and in each year of the session's gaming day.

    Records ``slip_taken``.
    """
    year = int(bank.session.day[:4])
    taken = Slip.objects.filter(table=act.table, letter=letter, year=year).order_by("-serial")
    last = taken.values_list("serial", flat=True).first() or 0
    slip = Slip(table=act.table, letter=letter, year=year, serial=last + 1, number=act.number)
    insert(slip)
    act.effect("slip_taken", slip=slip.name)
    return slip
