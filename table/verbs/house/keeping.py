"""The house as a whole was put back to an earlier state: the one act of it that no screen offers."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import House
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.declaration import verb

MOST_SIGNS = 4000
"""Of a sentence that counts registers: some hundred of them."""
Plain = Annotated[str, msgspec.Meta(max_length=MOST_SIGNS)]


@verb(
    title=pgettext_lazy("act", "restore the house from a backup"),
    said=(
        pgettext_lazy(
            "record",
            "the house is restored from a backup of %(taken)s, up to %(up_to)s; sealed before and no longer there: "
            "%(lost)s",
        ),
        pgettext_lazy("record", "the house is restored from a backup of %(taken)s, up to %(up_to)s"),
    ),
    roles=(Role.DIREZIONE, Role.OPERATOR),
    owner=House,
    moves=["staff"],
)
def restore(act: Act, *, taken: Plain, up_to: Plain, lost: Plain = "") -> None:
    """Everything is as it was in a backup of that time (UTC), when each register had come so far.

    ``lost`` are entries that a seal speaks of and the backup does not hold, as ``T1 341-350``.
    """
    for told in (taken, up_to, lost):
        require(
            told.isascii() and (told.isprintable() or not told),
            Code.ARGUMENTS,
            "What was restored is told in plain signs.",
        )
