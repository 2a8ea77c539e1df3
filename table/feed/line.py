"""The line of an electronic shoe: one connection tells the facts of a table, and no other does meanwhile.

Who holds it stands in the row of the shoe, and holds on to it with a beat that is counted there: so every process of
the house knows it. One that was killed beats no more, and holds nothing for ever. How long nobody beat each process
finds out by the machine's own clock; what somebody does to the one on the wall frees no line and keeps none. The
screens of the table are drawn anew when that changes, as they say it.
"""

from collections.abc import Collection

from django.db.models import F, Q, QuerySet

from table.models import ElectronicShoe, Table
from table.record.door import ping_once_committed
from table.record.machine import clocks

HELD_SECONDS = 6.0
"""A connection of which nothing is heard for so long, in whichever process, holds the line no more."""


class Beats:
    """What this process has seen of the lines that are held: the last beat of each, and when it was new to it."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, int, float]] = {}

    def missing(self, line: int, holder: str, beat: int) -> bool:
        """Whether who holds this line, by its row, has not been heard of for too long."""
        now, (held, last, since) = clocks.steady(), self._seen.get(line, ("", 0, 0.0))
        if (held, last) != (holder, beat):
            self._seen[line], since = (holder, beat, now), now
        return now - since >= HELD_SECONDS

    def forget(self) -> None:
        """As at the start."""
        self._seen.clear()


beats = Beats()
"""What this process has seen of them."""


def hold(shoe: ElectronicShoe, name: str) -> int:
    """The connection with this name holds the line from now on; gives the number of the next fact.

    0 where another connection holds it.
    """
    let_lapse(Q(pk=shoe.pk))
    mine = ElectronicShoe.objects.filter(pk=shoe.pk, holder="", revoked=False)
    if not mine.update(holder=name, beat=F("beat") + 1):
        return 0
    ElectronicShoe.objects.filter(pk=shoe.pk, trouble=ElectronicShoe.Trouble.GAP).update(trouble="")
    show_anew(shoe.table_id)
    return ElectronicShoe.objects.values_list("taken", flat=True).get(pk=shoe.pk) + 1


def holding(names: Collection[str]) -> set[str]:
    """Those of these connections that hold their line still: their shoe was not revoked, and no other came."""
    return set(ElectronicShoe.objects.filter(holder__in=names, revoked=False).values_list("holder", flat=True))


def hold_on(names: Collection[str]) -> None:
    """These connections hold their lines for a while longer."""
    ElectronicShoe.objects.filter(holder__in=names, revoked=False).update(beat=F("beat") + 1)


def let_go(name: str) -> None:
    """The connection is gone."""
    _release(Q(holder=name))


def let_lapse(which: Q | None = None) -> None:
    """Those of these lines that nobody holds on to any more are free: the process that did was killed."""
    for pk, holder, beat in list(_held(which or Q()).values_list("pk", "holder", "beat")):
        if beats.missing(pk, holder, beat):
            _release(Q(pk=pk, holder=holder, beat=beat))


def compared(table: int) -> None:
    """The dealer of this table, by its row, has compared the cards that are out with what the shoe had told."""
    refused = ElectronicShoe.objects.filter(table=table, trouble=ElectronicShoe.Trouble.REFUSED)
    if refused.update(trouble=""):
        show_anew(table)


def _held(which: Q) -> QuerySet[ElectronicShoe]:
    return ElectronicShoe.objects.exclude(holder="").filter(which)


def _release(whose: Q) -> None:
    for pk, table in list(_held(whose).values_list("pk", "table_id")):
        if ElectronicShoe.objects.filter(whose, pk=pk).update(holder=""):
            show_anew(table)


def show_anew(table: int) -> None:
    """The screens of this table, by its row, have something new to say of its shoe."""
    Table.every.filter(pk=table).update(inbox=F("inbox") + 1)
    code, number = Table.every.values_list("code", "number").get(pk=table)
    ping_once_committed(code, number)
