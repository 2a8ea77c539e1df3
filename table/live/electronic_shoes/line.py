"""Exclusive connection of an electronic shoe to its table, across all processes of the house.

The shoe's row names the connection that holds it and counts its heartbeats. If the process was killed the count stands
still, and the shoe becomes free; how long it has stood still each process measures by its own monotonic clock, so that
setting the wall clock neither frees a shoe nor keeps it taken. Whenever the holder changes the table's screens are
drawn anew.
"""

from collections.abc import Collection

from django.db.models import F, Q, QuerySet

from table.models import ElectronicShoe, Table
from table.record.door import ping_once_committed
from table.record.machine import clocks, database_lock
from table.rules.refusal import Code, require

LEASE_SECONDS = 6.0
"""Time without a heartbeat after which a connection of any process no longer holds its shoe."""


class Beats:
    """Last heartbeat that this process has seen of each shoe, and when it first saw it."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, int, float]] = {}

    def missing(self, line: int, holder: str, beat: int) -> bool:
        """Whether the shoe with the primary key `line` has had this holder and heartbeat for LEASE_SECONDS.

        The time is measured by this process: a holder or heartbeat that is new to it is noted, and time begins anew.
        """
        now, (holding, last, since) = clocks.steady(), self._seen.get(line, ("", 0, 0.0))
        if (holding, last) != (holder, beat):
            self._seen[line], since = (holder, beat, now), now
        return now - since >= LEASE_SECONDS


beats = Beats()
"""Heartbeats that this process has seen."""


def hold(shoe: ElectronicShoe, name: str) -> int:
    """Make the connection with this name the shoe's holder, and return the number of the next fact.

    Releases a holder whose heartbeats have stopped first. Returns 0 if the shoe was revoked, or a connection, be it
    this one, holds it and still sends heartbeats. Else counts a heartbeat, clears a reported gap, and has the table's
    screens drawn anew. Hardly waits for SQLite's lock, and raises OperationalError then: acts wait in the same thread,
    and a shoe comes again.
    """
    let_lapse(Q(pk=shoe.pk))
    with database_lock.waiting(database_lock.HARDLY_SECONDS):
        mine = ElectronicShoe.objects.filter(pk=shoe.pk, holder="", revoked=False)
        if not mine.update(holder=name, beat=F("beat") + 1):
            return 0
        ElectronicShoe.objects.filter(pk=shoe.pk, trouble=ElectronicShoe.Trouble.GAP).update(trouble="")
        show_anew(shoe.table_id)
    return ElectronicShoe.objects.values_list("taken", flat=True).get(pk=shoe.pk) + 1


def holding(names: Collection[str]) -> set[str]:
    """Return those of the named connections that still hold a shoe that is not revoked."""
    return set(ElectronicShoe.objects.filter(holder__in=names, revoked=False).values_list("holder", flat=True))


def is_paired(shoe: ElectronicShoe) -> bool:
    """Whether a shoe still has the token with which this row of it was read: it was not revoked, nor paired anew."""
    return ElectronicShoe.objects.filter(pk=shoe.pk, paired=shoe.paired, revoked=False).exists()


def hold_on(names: Collection[str]) -> None:
    """Count a heartbeat for those of the named connections that hold a shoe that is not revoked.

    Hardly waits for SQLite's lock, and raises OperationalError then: acts wait in the same thread, and the next
    heartbeat comes soon.
    """
    with database_lock.waiting(database_lock.HARDLY_SECONDS):
        ElectronicShoe.objects.filter(holder__in=names, revoked=False).update(beat=F("beat") + 1)


def let_go(name: str) -> None:
    """Release the shoe that the connection with this name holds, if any; its table's screens are drawn anew then.

    Hardly waits for SQLite's lock, and raises OperationalError then: acts wait in the same thread, and a line without
    heartbeats lapses by itself.
    """
    with database_lock.waiting(database_lock.HARDLY_SECONDS):
        _release(Q(holder=name))


def let_lapse(which: Q | None = None) -> None:
    """Release those of the selected shoes (all by default) whose holders' heartbeats have stopped.

    They have once this process has seen none for LEASE_SECONDS (:meth:`Beats.missing`), which a first look never finds.
    The screens of their tables are drawn anew. Hardly waits for SQLite's lock, and raises OperationalError then:
    heartbeats wait in its thread.
    """
    with database_lock.waiting(database_lock.HARDLY_SECONDS):
        for pk, holder, beat in list(_taken(which or Q()).values_list("pk", "holder", "beat")):
            if beats.missing(pk, holder, beat):
                _release(Q(pk=pk, holder=holder, beat=beat))


def compared(table: int, inbox: int | None) -> None:
    """Clear the trouble of a refused fact at the table with this id, as its dealer has compared the cards.

    The table's screens are drawn anew then. Without such a trouble nothing is done or refused, whatever ``inbox`` is.
    Refuses (E_STALE) to clear one where the table's ``inbox`` is not the given one, as each refusal counts it up; None
    is for any.
    """
    refused = ElectronicShoe.objects.filter(table=table, trouble=ElectronicShoe.Trouble.REFUSED)
    as_shown = refused if inbox is None else refused.filter(table__inbox=inbox)
    if as_shown.update(trouble=""):
        show_anew(table)
        return
    require(not refused.exists(), Code.STALE, "The table has moved on; look again and press again.")


def _taken(which: Q) -> QuerySet[ElectronicShoe]:
    """Query those of the selected shoes that have a ``holder``, whether or not that connection still lives."""
    return ElectronicShoe.objects.exclude(holder="").filter(which)


def _release(whose: Q) -> None:
    """Release the selected shoes from the connections that hold them, and have their tables' screens drawn anew."""
    for pk, table in list(_taken(whose).values_list("pk", "table_id")):
        if ElectronicShoe.objects.filter(whose, pk=pk).update(holder=""):
            show_anew(table)


def show_anew(table: int) -> None:
    """Have the screens of the table with this id drawn anew: at commit, outside a transaction at once.

    Counts a change in the table's ``inbox``.
    """
    Table.objects.filter(pk=table).update(inbox=F("inbox") + 1)
    code, number = Table.objects.values_list("code", "number").get(pk=table)
    ping_once_committed(code, number)
