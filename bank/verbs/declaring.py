"""Declaration of the bank's verbs: what most of them have in common, and the types of their arguments.

Pieces are numbers by the cents of one, as text, since an entry has them so.
"""

from functools import partial
from typing import Annotated

import msgspec

from bank.play.tables import Bank
from bank.rules.pieces import MOST_PIECES, Pieces, checked
from table.play.declaration import ANYTIME, verb
from table.rules.refusal import Code, require

MOST_KINDS = 40
Keyed = Annotated[
    dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_PIECES)]],
    msgspec.Meta(max_length=MOST_KINDS),
]
"""Numbers of pieces by the cents of one."""
Number = Annotated[int, msgspec.Meta(gt=0, le=10**9)]
"""Number of a movement, or of a slip of custody."""
Foreign = Annotated[int, msgspec.Meta(ge=0, le=MOST_PIECES)]
"""Number of false or foreign pieces."""
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
MOST_DIGITS = 12

of_bank = partial(verb, tables=ANYTIME, while_held=True, source="bank")
"""Declare a verb of a table's bank: at any time, even while an incident holds the coup."""
of_movement = partial(of_bank, source="bank.movements")
"""Declare a verb about what goes from the cage to the table or back."""


def keyed(given: Keyed) -> Pieces:
    """Return pieces that were keyed, as numbers by cents, with zeros and in any kinds, which the rules check later.

    Refuses (E_CHIP) a key that is no value in cents.
    """
    for value in given:
        require(
            value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS and str(int(value)) == value,
            Code.CHIP,
            "“%(value)s” is no value of a piece.",
            value=value[:20],
        )
    return {int(value): number for value, number in given.items()}


def keyed_in(bank: Bank, pieces: Keyed) -> dict[int, int]:
    """Return keyed pieces by descending value, without zeros. Refuses (E_CHIP) kinds that the house does not have."""
    return checked(bank.pure.kinds, keyed(pieces))
