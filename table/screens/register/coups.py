"""The coups of a table again: a list of those of a taglia, and the acts of each as the register has them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from typing import Any

from table.models import Coup, Entry, Table, Uncollected
from table.rules.regola import Outcome
from table.screens.read.snapshot import ReadEntry, read_entry
from table.screens.register.stretches import stretch_of

MOST_SLIPS = 50


Afterwards = Callable[[Collection[Coup]], Mapping[int, Sequence[int]]]
AFTERWARDS: list[Afterwards] = []
"""Who tells which entries spoke of a coup once it was over, by its row; whoever adds to the table signs up here."""


# --- the coups of a taglia


def coups_of(table: Table, taglia: str) -> dict[str, Any]:
    """A taglia of the table, the latest unless another is named, with its coups and the taglie that there are.

    A coup whose betting was given up keeps its number, and is not counted among those that were played.
    """
    shoes = list(table.shoes.order_by("-taglia"))
    shoe = next((it for it in shoes if str(it.taglia) == taglia), shoes[0] if shoes else None)
    coups = list(shoe.coups.select_related("shoe").order_by("-number")) if shoe else []
    played = sum(coup.outcome != Outcome.CANCELLED for coup in coups)
    return {"shoe": shoe, "coups": coups, "played": played, "shoes": shoes, "disputed": {*_afterwards(coups)}}


def uncollected(table: Table) -> list[Uncollected]:
    """What nobody collected at this table, the latest first, whether it is in custody or was disposed of."""
    return list(table.uncollected.select_related("coup__shoe").order_by("-slip")[:MOST_SLIPS])


def neighbours(coup: Coup) -> dict[str, Coup | None]:
    """The coups of the taglia before and after this one."""
    of_taglia = Coup.objects.filter(shoe=coup.shoe_id).select_related("shoe")
    before, after = of_taglia.filter(number__lt=coup.number), of_taglia.filter(number__gt=coup.number)
    return {"before": before.order_by("-number").first(), "after": after.order_by("number").first()}


# --- one coup


def afterwards(coup: Coup) -> list[ReadEntry]:
    """The entries that spoke of this coup once it was over."""
    found = Entry.objects.filter(register=coup.table.code, number__in=_afterwards([coup]).get(coup.pk, []))
    return list(map(read_entry, found.order_by("number")))


def _afterwards(coups: Collection[Coup]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for tells in AFTERWARDS:
        for coup, numbers in tells(coups).items():
            found.setdefault(coup, []).extend(numbers)
    return found


def acts_of(coup: Coup) -> list[ReadEntry]:
    """The entries of a coup, from the one that opened it to the one that ended it, or to the latest."""
    here = Entry.objects.filter(register=coup.table.code, number__gte=stretch_of(coup).opened)
    upto = here if coup.ended_at is None else here.filter(number__lte=coup.ended_at)
    return list(map(read_entry, upto.order_by("number")))


def told(acts: Sequence[ReadEntry]) -> list[ReadEntry]:
    """The acts of a coup as its history tells them: where it was opened by a burning, of that only the opening."""
    opening, *more = acts
    if opening.entry.verb != "burn":
        return [opening, *more]
    entry, names = copy(opening.entry), [name for name, _ in opening.effects]
    entry.verb = "open_bets"
    return [ReadEntry(entry, {}, opening.effects[names.index("coup_burned") + 1 :]), *more]
