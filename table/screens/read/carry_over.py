"""What a snapshot of a table takes over from the one before: what has not moved since then is not read again.

What the acts since then have written tells what has to be read anew; of what every act writes or may write, the
register and the coups that are over, it is told here.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from table.models import Entry
from table.play.state import TableState
from table.record import kept
from table.record.kept import Kept
from table.screens.read.snapshot import LATEST_ENTRIES, RECENT_ACTS, Snapshot, edition, read_entry, row_of
from table.statements import watched

OF_FINISHED_COUPS = ("results",)
OF_ENDED_COUPS = ("last", "last_payments", "last_adjusted", "lately", "staked_lately")
OF_THE_RECORD = ("entries", "recent")
OF_THE_INBOX = ("all_proposals", "card_reader", "electronic_shoe", "waiting", "awaited_pins", "gaps")
"""What other registers move as well, which counts as the inbox of a table."""
AT_EVERY_LOOK = frozenset({*OF_FINISHED_COUPS, *OF_ENDED_COUPS, *OF_THE_RECORD, *OF_THE_INBOX})


class Look(NamedTuple):
    """A look at a table: what is shown of it, what was known of it, and how much had been asked for before it."""

    snapshot: Snapshot
    known: Kept
    statements: int


def look(code: str, *, own: int | None = None) -> Look | None:
    """The table as it stands; what is known of it is not read again. None if there is none of this name.

    ``own`` is the number to which this process itself brought it, if nobody else is known to have acted there since.
    """
    before = watched().statements
    row = (kept.last_row(code, own) if own is not None else None) or row_of(code)
    if row is None:
        return None
    known = kept.take(row)
    if known.as_shown and isinstance(known.shown, Snapshot) and known.shown.edition == edition(row.number, row.inbox):
        return Look(known.shown, known, before)
    snapshot = Snapshot(row)
    known.state.hand_on(TableState.parts, snapshot.state)
    if isinstance(known.shown, Snapshot):
        carry_over(snapshot, known.shown, known.news)
    return Look(snapshot, known, before)


def still(seen: Look) -> bool:
    """Whether the table is as it was when it was looked at; where nothing was asked for, nothing is of another time."""
    if watched().statements == seen.statements:
        return True
    now = row_of(seen.snapshot.code)
    return now is not None and edition(now.number, now.inbox) == seen.snapshot.edition


def keep(seen: Look) -> None:
    """What was read for this look is known from now on; only where the table has not moved meanwhile."""
    snapshot, known, _statements = seen
    # Told now: the next act changes the rows from which it is told.
    snapshot.put(finished=snapshot.finished, playing=snapshot.playing)
    snapshot.state.hand_on(TableState.parts, known.state)
    kept.put(snapshot.table, known._replace(shown=snapshot))


def carry_over(snapshot: Snapshot, earlier: Snapshot, news: Iterable[Entry] = ()) -> None:
    """Both are of one table; what the earlier one has not read yet is read when it is asked for."""
    earlier.hand_on(Snapshot.parts.keys() - AT_EVERY_LOOK, snapshot)
    if earlier.finished == snapshot.finished:
        earlier.hand_on(OF_FINISHED_COUPS, snapshot)
    if earlier.playing == snapshot.playing:
        earlier.hand_on(OF_ENDED_COUPS, snapshot)
    if earlier.table.inbox == snapshot.table.inbox:
        earlier.hand_on(OF_THE_INBOX, snapshot)
    _take_over_record(snapshot, earlier, [it for it in news if it.number > earlier.number])


def _take_over_record(snapshot: Snapshot, earlier: Snapshot, latest: Sequence[Entry]) -> None:
    """The register only grows: to what was read of it comes what was entered since, which this process may know."""
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
