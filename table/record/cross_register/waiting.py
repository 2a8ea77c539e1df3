"""Waiting list of the pit: nobody is called to two tables at once, and whoever is seated as wished leaves it.

Calls and seats are in a table's register, turns on the list in the house's. An act at a table locks the guest's row
after its own table's, and an act of the house after the house's, so that there is no deadlock.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.timezone import localtime

from table.memory.statements import Query
from table.models import Position, Table, Waiting
from table.models.seating import WAITS
from table.play.act import Act
from table.rules.refusal import Code, Refused, require

MOST_SHOWN = 200
"""Maximum turns that are listed, the first ones."""
WAITING = Query(lambda: Waiting.objects.filter(WAITS).select_related("guest").order_by("passed", "asked")[:MOST_SHOWN])


# --- who waits


class Has(NamedTuple):
    """A seat that somebody on the list was given or sits at; ``wished``: they wait for its table.

    ``called`` is since when they are called there; None if they are not.
    """

    table: str
    position: str
    wished: bool
    called: datetime | None


class Waits(NamedTuple):
    """Somebody on the list as the pit sees them: number and key, for which tables or profile they wait, and since when.

    ``passed`` is how often they were called and did not come; ``has`` are the seats that they have now.
    """

    number: int
    guest: str
    tables: tuple[str, ...]
    profile: str
    since: datetime
    passed: int
    has: tuple[Has, ...]

    @property
    def called(self) -> Has | None:
        """Seat to which they are called now, the first by table; None if to none, even if they have seats."""
        return next((it for it in self.has if it.called is not None), None)

    @property
    def has_one(self) -> Has | None:
        """Seat that makes another call needless: where they are called, else one that they have at a table they want.

        They want it if they wait for a seat there. None if there is none.
        """
        return self.called or next((it for it in self.has if it.wished), None)


def who_waits() -> tuple[Waits, ...]:
    """List the first ``MOST_SHOWN`` of those who wait, by how often they were passed over, least often first.

    Those passed over equally often come in the order in which they were put on the list. Each has number, guest's
    key, what they wait for, since when in house time, and the seats that they have now, but at no training table.
    """
    rows = WAITING()
    seats = _seats_of(rows) if rows else {}
    return tuple(
        Waits(
            number=it.number,
            guest=it.guest.key,
            tables=tuple(it.tables),
            profile=it.profile,
            since=localtime(it.since),
            passed=it.passed,
            has=tuple(seats.get(it.guest_id, ())),
        )
        for it in rows
    )


def _seats_of(rows: list[Waiting]) -> dict[int, list[Has]]:
    """Return the seats of those who wait by the guest's primary key; an empty list for none.

    Each with its table and label, whether they wait for a seat at that table, and since when they are called to it.
    Training tables are left out: nobody sits there.
    """
    found: dict[int, list[Has]] = {it.guest_id: [] for it in rows}
    asks = {it.guest_id: it for it in rows}
    seats = Position.objects.filter(holder_id__in=asks, table__training=False).select_related("table__policy")
    for it in seats.order_by("table_id", "order"):
        assert it.holder_id is not None
        called = localtime(it.called_since) if it.called_since is not None else None
        wished = _wishes(asks[it.holder_id], it.table)
        found[it.holder_id].append(Has(it.table.code, it.label, wished, called))
    return found


def _wishes(row: Waiting, table: Table) -> bool:
    """Whether somebody on the list waits for a seat at this table; False for a table without rules.

    They do if it is among the tables that they named; if they named none, if its profile is the one they named, or
    none.
    """
    return table.policy is not None and row.wishes(table.code, table.policy.profile.key)


def wait_for(waiting: tuple[Waits, ...], code: str, profile: str) -> tuple[Waits, ...]:
    """List those among ``waiting`` who wait for a seat at this table, which plays by the profile with this key.

    Who has named tables waits for these alone; else for those of their profile, or, if they named none, for any.
    """
    return tuple(it for it in waiting if (code in it.tables if it.tables else it.profile in ("", profile)))


# --- side effects of acts


def redraw(act: Act, _given: Mapping[str, Any]) -> None:
    """Redraw the other tables (by an act of the house: all) once committed, as they show what this act has changed.

    Done as :func:`drawn_anew` does, training tables and those without rules left out. The rows are written after the
    commit, as the tables' own acts lock them.
    """
    drawn_anew(but=act.owner.pk if isinstance(act.owner, Table) else 0)


def drawn_anew(*, but: int = 0) -> None:
    """Count a change in the ``inbox`` of every table, once this is committed, by which its screens are redrawn.

    Left out are the table with the primary key ``but``, training tables, and those without rules. Outside a transaction
    it is done at once; a failure is only logged.
    """
    transaction.on_commit(partial(_show_anew, but), robust=True)


def _show_anew(but: int) -> None:
    """Add one to the ``inbox`` of every table but this one (primary key), training tables, and those without rules."""
    Table.real.exclude(pk=but).exclude(policy=None).update(inbox=F("inbox") + 1)


def call(act: Act, given: Mapping[str, Any]) -> None:
    """Lock the turn on the waiting list of the guest who is called to a seat, check it, and redraw the other tables.

    Writes no row: the turn stays as it is, and the call is stored at the seat by the act itself.
    Refuses a ``number`` that does not wait any more or is another guest's (E_STALE), one who does not wait for this
    table (E_NO_RESERVATION), is called to another seat (E_STALE), or has another seat at this table, or at one that
    they wait for as well (E_NOT_FREE).
    """
    number, guest = given["number"], given["guest"]
    row = Waiting.objects.select_for_update(of=("self",)).select_related("guest").filter(WAITS, number=number).first()
    if row is None or row.guest.key != guest:
        raise Refused(
            Code.STALE,
            "Number %(number)s, “%(guest)s”, waits for a seat no more.",
            source=act.cite("seats.waiting"),
            number=number,
            guest=guest,
        )
    require(
        row.wishes(act.table.code, act.state.profile.key),
        Code.NO_RESERVATION,
        "Number %(number)s does not wait for a seat at this table.",
        source=act.cite("seats.waiting"),
        number=number,
    )
    elsewhere = Position.objects.filter(holder=row.guest, table__training=False)
    others = elsewhere.exclude(table=act.table, label=given["position"])
    for it in others.select_related("table__policy"):
        _check_not_there(act, row, it)
    redraw(act, given)


def _check_not_there(act: Act, row: Waiting, place: Position) -> None:
    """Refuse to call a guest on the list who has ``place``, another seat than the one to which they are called now.

    E_STALE if ``place`` is theirs by an earlier call that still stands, E_NOT_FREE if they wait for its table. From any
    other seat they may be called away.
    """
    where = {"number": row.number, "position": place.label, "table": place.table.code}
    require(
        place.called is None,
        Code.STALE,
        "Number %(number)s is called to position %(position)s of table %(table)s already.",
        source=act.cite("seats.waiting"),
        **where,
    )
    require(
        not _wishes(row, place.table),
        Code.NOT_FREE,
        "Number %(number)s has position %(position)s of table %(table)s already.",
        source=act.cite("seats.waiting"),
        **where,
    )


def pass_over(act: Act, given: Mapping[str, Any]) -> None:
    """Add one to how often the guest with ``given["number"]``, whose seat this act frees, was called and did not come.

    Nothing else of the turn changes: it stays on the list, behind all who were passed over less often. Counts nothing
    where they have left the list; the other tables are redrawn in any case.
    """
    Waiting.objects.filter(WAITS, number=given["number"], guest__key__in=_freed(act)).update(passed=F("passed") + 1)
    redraw(act, given)


def seat(act: Act, given: Mapping[str, Any]) -> None:
    """Take the guest who has just sat down off the waiting list, if they waited for this table, called or not.

    In that case the other tables are redrawn. Locks the row on the list, which stays, as ``seated``. AssertionError
    where nobody has the seat ``given["position"]``.
    """
    holder = act.state.positions[given["position"]].holder
    assert holder is not None, "somebody has just sat down"
    row = Waiting.objects.select_for_update().filter(WAITS, guest=holder).first()
    if row is not None and row.wishes(act.table.code, act.state.profile.key):
        row.seated = True
        row.save(update_fields=["seated"])
        redraw(act, given)


def assign(act: Act, given: Mapping[str, Any]) -> None:
    """Redraw the other tables if the guest with the new seat is on the waiting list, for whatever table."""
    _redraw_if_waiting([given["guest"]], act, given)


def free(act: Act, given: Mapping[str, Any]) -> None:
    """Redraw the other tables if a guest whose seat this act frees is on the waiting list, for whatever table."""
    _redraw_if_waiting(_freed(act), act, given)


def _redraw_if_waiting(guests: list[str], act: Act, given: Mapping[str, Any]) -> None:
    """Redraw the other tables, once committed, if any of these guests (by key) waits for a seat at whatever table.

    ``given``, the arguments of the act, changes nothing.
    """
    if Waiting.objects.filter(WAITS, guest__key__in=guests).exists():
        redraw(act, given)


def _freed(act: Act) -> list[str]:
    """Keys of the guests in the act's effects “seat_freed”; closing a table has “seats_cleared” instead."""
    return [facts["guest"] for name, facts in act.effects if name == "seat_freed"]
