"""Rows that the effects of the bank leave: slips, and what its acts have moved, as a table's register makes them."""

from collections.abc import Mapping
from typing import Any

from bank.models import Posting, Slip
from table.record.chain import Row
from table.record.compared import Compared
from table.record.proof.table_rows import Leaves, TableMade

COMPARED = {
    "bank_slip": Compared("bank slip", Slip, "letter year serial", ("number",)),
    "bank_posting": Compared(
        "posting of the bank", Posting, "number place", ("commodity", "source", "to", "amount", "session__number")
    ),
}
Given = Mapping[str, Any]


def _slip(made: TableMade, row: Row, facts: Given) -> None:
    """Add the row of a slip, by letter, year and serial as its name "F 2026/T1/12" has them, to a table made anew."""
    letter, numbered = facts["slip"].split(" ", 1)
    year, _table, serial = numbered.split("/")
    made.put("bank_slip", f"{letter} {int(year)} {int(serial)}", number=row.number)


def _posted(made: TableMade, row: Row, facts: Given) -> None:
    """Add a row for each move of a "bank_posted", named by the entry and its place among the moves."""
    for place, (commodity, source, to, amount) in enumerate(facts["lines"]):
        moved = {"commodity": commodity, "source": source, "to": to, "amount": amount}
        made.put("bank_posting", f"{row.number} {place}", **moved, session__number=facts["session"])


LEAVES: dict[str, Leaves] = {"slip_taken": _slip, "bank_posted": _posted}
"""By effect: what it leaves in the rows of its table."""
