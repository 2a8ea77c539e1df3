"""A table at which everything was done that can be: an evening from the opening to the closing."""

from tests.house import shift
from tests.rig.cast import Cast
from tests.rig.made_before import made_before
from tests.rig.tables import AtTable, new_table


def _found() -> AtTable:
    return AtTable("T3", Cast.at("T3"))


@made_before(_found)
def worked_table() -> AtTable:
    """Every act of the shift, in its order."""
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for who, verb, given in shift.shift(table):
        getattr(table.cast, who).does(verb, **given)
    return table
