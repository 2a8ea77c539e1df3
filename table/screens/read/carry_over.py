"""Snapshots of a table that take over from the previous one whatever has not changed since.

Parts read from rows that an act has written are forgotten by the cache of tables. The register and the coups that are
over, which any act may move, have no such rows and are compared here.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from table.memory import table_cache
from table.memory.parts import CachedPart
from table.memory.statements import watched
from table.memory.table_cache import CachedTable
from table.models import Entry
from table.play.state import TableState
from table.rules.regola import Outcome
from table.screens.read.snapshot import LATEST_COUPS, LATEST_ENTRIES, RECENT_ACTS, Snapshot, edition, read_entry, row_of

Shared = TypeVar("Shared")
OF_FINISHED_COUPS = ("results",)
OF_ENDED_COUPS = ("last", "last_payments", "last_adjusted", "lately", "staked_lately")
OF_THE_RECORD = ("entries", "recent")
OF_THE_INBOX = {"all_proposals", "card_reader", "electronic_shoe", "waiting", "awaited_pins", "gaps", "stalls"}
"""Parts that the displays, the feed and other registers change: valid as long as the table's ``inbox`` is the same."""
AT_EVERY_LOOK = frozenset({*OF_FINISHED_COUPS, *OF_ENDED_COUPS, *OF_THE_RECORD})


def of_the_inbox(part: CachedPart[Snapshot, Shared]) -> CachedPart[Snapshot, Shared]:
    """Register a part of snapshots that an extension reads from rows other than a table's, and return it.

    It is read anew once the table's ``inbox`` has changed, which acts on such rows have to count up. Raises
    AssertionError if there is a part of that name.
    """
    OF_THE_INBOX.add(Snapshot.register(part).name)
    return part


class TakenSnapshot(NamedTuple):
    """Snapshot of a table, the cached state behind it, and the connection's statement count from before it was read."""

    snapshot: Snapshot
    known: CachedTable[TableState]
    statements: int


def take_snapshot(code: str, *, own: int | None = None) -> TakenSnapshot | None:
    """Take a snapshot of the table as it stands, reusing what is cached of it; None if there is no such table.

    In the :class:`TakenSnapshot`, which goes to :func:`still` and :func:`keep`, it is the cached snapshot itself if
    nothing has changed since. What is cached leaves the cache until :func:`keep` stores it again. ``own`` is the number
    to which this process brought the table: a cached row of at least that number is used without a query, unless this
    process wrote rows of tables outside acts meanwhile; without it the row is always read.
    """
    before = watched().statements
    row = (table_cache.last_row(code, own) if own is not None else None) or row_of(code)
    if row is None:
        return None
    known = table_cache.check_out(row, TableState)
    if known.unchanged and isinstance(known.shown, Snapshot) and known.shown.edition == edition(row.number, row.inbox):
        return TakenSnapshot(known.shown, known, before)
    snapshot = Snapshot(row)
    known.state.share_with(TableState.parts, snapshot.state)
    if isinstance(known.shown, Snapshot):
        carry_over(snapshot, known.shown, known.latest_entries)
    return TakenSnapshot(snapshot, known, before)


def still(seen: TakenSnapshot) -> bool:
    """Whether the table still is at the edition (``number`` plus ``inbox``) of the snapshot; False if it is gone.

    True without a query if the connection has run no statement since :func:`take_snapshot` began: then all that was
    read came from the cache, as of one edition, whatever other processes have done since.
    """
    if watched().statements == seen.statements:
        return True
    now = row_of(seen.snapshot.code)
    return now is not None and edition(now.number, now.inbox) == seen.snapshot.edition


def keep(seen: TakenSnapshot) -> None:
    """Store the snapshot and its state in the cache of tables, for the next :func:`take_snapshot` of this process.

    Not if a later state of the table was cached meanwhile. Callers have checked with :func:`still` that all of it was
    read at one edition.
    """
    snapshot, known, _statements = seen
    # Computed now: the next act changes the rows that these two are computed from.
    snapshot.put(finished=snapshot.finished, playing=snapshot.playing)
    snapshot.state.share_with(TableState.parts, known.state)
    table_cache.check_in(known._replace(shown=snapshot))


def carry_over(snapshot: Snapshot, earlier: Snapshot, news: Iterable[Entry] = ()) -> None:
    """Copy into `snapshot` those parts that the `earlier` one of the same table has read and that still hold.

    Parts of what displays and other registers change only with the same ``inbox``, of coups that ended only with the
    same ``playing``, of results only with the same ``finished``, or after one entry as :func:`_take_over_coups` has it.
    Latest entries and acts are continued by ``news``, entries that this process knows, or by a query where one made
    since is missing; not after LATEST_ENTRIES or more. All others always: what was written since is forgotten there.
    """
    earlier.share_with(Snapshot.parts.keys() - AT_EVERY_LOOK - OF_THE_INBOX, snapshot)
    if earlier.finished == snapshot.finished:
        earlier.share_with(OF_FINISHED_COUPS, snapshot)
    if earlier.playing == snapshot.playing:
        earlier.share_with(OF_ENDED_COUPS, snapshot)
    if snapshot.number == earlier.number + 1:
        _take_over_coups(snapshot, earlier)
    if earlier.table.inbox == snapshot.table.inbox:
        earlier.share_with(OF_THE_INBOX, snapshot)
    shown = earlier.number
    _take_over_record(snapshot, earlier, [it for it in news if it.number > shown])


def _take_over_coups(snapshot: Snapshot, earlier: Snapshot) -> None:
    """Copy into `snapshot` what the `earlier` one, exactly one entry older, has read of the coups that are over.

    All of it if the entry between began a coup and ended none, where the earlier one has read that none was played. If
    it ended one that was not cancelled: ``lately``, if read, with that coup put at its head, and with it an empty
    ``last_adjusted``; and ``results`` only if its result was in them already. Nothing after any other entry.
    """
    over, known = snapshot.state.read_of(["coup_before"]).get("coup_before"), earlier.read_of(["lately"])
    if over is not None and over.ended_at == snapshot.number:
        if known and over.outcome != Outcome.CANCELLED:
            snapshot.put(lately=[over, *earlier.lately][:LATEST_COUPS], last_adjusted=[])
        if earlier.finished == (over.shoe_id, (over.pk, over.result, "")) and over.outcome in ("", Outcome.SETTLED):
            earlier.share_with(OF_FINISHED_COUPS, snapshot)
    elif earlier.state.read_of(["coup"]) == {"coup": None} and snapshot.state.coup is not None:
        earlier.share_with((*OF_FINISHED_COUPS, *OF_ENDED_COUPS), snapshot)


def _take_over_record(snapshot: Snapshot, earlier: Snapshot, latest: Sequence[Entry]) -> None:
    """Take over ``entries`` and ``recent``, as far as the earlier snapshot has read them, with the entries made since.

    These are ``latest``, oldest first, if those are all, else they are queried. ``entries`` stay newest first, at most
    LATEST_ENTRIES; ``recent``, verbs and times, oldest first, at most RECENT_ACTS. Nothing is taken over if
    LATEST_ENTRIES or more were made.
    """
    read = earlier.read_of(OF_THE_RECORD)
    known = len(latest) == snapshot.number - earlier.number
    news = [*map(read_entry, reversed(latest))] if known else snapshot.entries_since(earlier.number) if read else []
    if len(news) >= LATEST_ENTRIES:
        return
    if "entries" in read:
        snapshot.put(entries=[*news, *earlier.entries][:LATEST_ENTRIES])
    if "recent" in read:
        acts = [(done.entry.verb, done.entry.at) for done in reversed(news)]
        snapshot.put(recent=[*earlier.recent, *acts][-RECENT_ACTS:])
