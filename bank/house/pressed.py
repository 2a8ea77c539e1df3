"""Acts at a table with a bank that are refused as they are pressed; what the register has of earlier ones stands.

Each check returns arguments with which the act is completed: none.
"""

from collections.abc import Mapping
from typing import Any

from bank.models import Movement
from bank.play.policy import has_bank
from bank.rules.movement import Status
from table.play.act import Act
from table.rules.refusal import Code, require


def check_issued_otherwise(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_STALE) to issue a movement again with the very pieces with which it is on its way.

    Who presses second would strike out the line of who pressed first, and write the same one below it.
    """
    found = Movement.objects.filter(table=act.table, number=given["movement"], status=Status.ISSUED.value)
    issued = found.values_list("issued", flat=True).first()
    keyed = {value: number for value, number in given["pieces"].items() if number}
    require(
        issued is None or issued != keyed,
        Code.STALE,
        "Movement %(number)s is on its way with these very pieces: nothing is issued again.",
        source=act.cite("bank.movements"),
        number=given["movement"],
    )
    return {}


def check_tip(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_BANK) a tip in banknotes at a table with a bank, where tips are counted as chips."""
    require(
        given["form"] == "chips" or not has_bank(act.state.profile),
        Code.BANK,
        "At this table banknotes for the staff are changed first: the chips for them are the tip.",
        source=act.cite("bank"),
    )
    return {}
