"""The line of an electronic shoe: one connection tells the facts of a table, and no other does meanwhile.

Who holds it stands in the row of the shoe, for so long and no longer: so every process of the house knows it, and one
that was killed holds nothing for ever. The screens of the table are drawn anew when that changes, as they say it.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from table.models import ElectronicShoe, Table
from table.record.door import ping_once_committed

HELD = timedelta(seconds=6)
"""A connection of which nothing is heard for so long, in whichever process, holds the line no more."""


def hold(shoe: ElectronicShoe, name: str) -> int:
    """The connection with this name holds the line from now on; gives the number of the next fact.

    0 where another connection holds it.
    """
    now = timezone.now()
    free = Q(holder="") | Q(held_until__lte=now)
    mine = ElectronicShoe.objects.filter(free, pk=shoe.pk, revoked=False)
    if not mine.update(holder=name, held_until=now + HELD, trouble=""):
        return 0
    show_anew(shoe.table_id)
    return ElectronicShoe.objects.values_list("taken", flat=True).get(pk=shoe.pk) + 1


def holding(names: Collection[str]) -> set[str]:
    """Those of these connections that hold their line still: their shoe was not revoked, and no other came."""
    return set(ElectronicShoe.objects.filter(holder__in=names, revoked=False).values_list("holder", flat=True))


def hold_on(names: Collection[str]) -> None:
    """These connections hold their lines for a while longer."""
    ElectronicShoe.objects.filter(holder__in=names, revoked=False).update(held_until=timezone.now() + HELD)


def let_go(name: str) -> None:
    """The connection is gone."""
    _release(Q(holder=name))


def let_lapse() -> None:
    """Lines that nobody holds on to any more are free: the process that did was killed."""
    _release(Q(held_until__lte=timezone.now()))


def _release(whose: Q) -> None:
    for pk, table in list(ElectronicShoe.objects.exclude(holder="").filter(whose).values_list("pk", "table_id")):
        if ElectronicShoe.objects.filter(whose, pk=pk).update(holder="", held_until=None):
            show_anew(table)


def show_anew(table: int) -> None:
    """The screens of this table, by its row, have something new to say of its shoe."""
    Table.every.filter(pk=table).update(inbox=F("inbox") + 1)
    code, number = Table.every.values_list("code", "number").get(pk=table)
    ping_once_committed(code, number)
