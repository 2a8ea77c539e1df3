"""Entries that name a coup that is over, such as the report of a dispute; a copy must hold it to go on from there."""

import re
from typing import NamedTuple

from table.models import Coup, Entry, Shoe, Table
from table.record.past.pruning import NAMES_COUPS

COUP = re.compile(r'"coup":"(\d{1,9})\.(\d{1,9})"')
"""Matches a coup in the canonical text of arguments; the groups are its taglia and its number."""


class Naming(NamedTuple):
    """Entry ``by`` that names the coup of this key, which ended in the entry ``ended``; None while it has not."""

    by: int
    key: str
    ended: int | None


def namings(table: Table, upto: int) -> list[Naming]:
    """List which coups the entries of a table name, up to the end of the taglia of the entry ``upto``.

    Left out are coups that are not on record.
    """
    found = Entry.objects.filter(register=table.code, verb__in=NAMES_COUPS, arguments__contains='"coup":"').order_by()
    after = Shoe.objects.filter(table=table, loaded_at__gt=upto + 1).order_by("loaded_at").values_list("loaded_at")
    if (later := after.first()) is not None:
        found = found.filter(number__lt=later[0])
    named = [
        (by, int(coup[1]), int(coup[2]))
        for by, text in found.values_list("number", "arguments")
        for coup in COUP.finditer(text)
    ]
    coups = Coup.objects.filter(table=table, shoe__taglia__in={taglia for _by, taglia, _number in named}).order_by()
    ended = {(taglia, number): at for taglia, number, at in coups.values_list("shoe__taglia", "number", "ended_at")}
    return [Naming(by, f"{coup[0]}.{coup[1]}", ended[coup]) for by, *of in named if (coup := (of[0], of[1])) in ended]
