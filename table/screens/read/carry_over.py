"""What a snapshot of a table takes over from the one before: what has not moved since then is not read again.

The grounds of the table tell when its seats and limits moved last, the entries since then whether an alert was raised.
What a coup itself moves, its cards and stakes, is read every time.
"""

from collections.abc import Hashable, Mapping, Sequence

from table.play.effects import alerts
from table.screens.read.snapshot import LATEST_ENTRIES, RECENT_ACTS, ReadEntry, Snapshot

ON_GROUND: Mapping[str, tuple[str, ...]] = {
    "seats": ("positions", "standing", "reservations"),
    "limits": ("limit_ranges",),
}
OF_FINISHED_COUPS = ("last", "results", "last_payments")
OF_THE_RECORD = {"entries", "recent", "alerts"}


def carry_over(snapshot: Snapshot, earlier: Snapshot) -> None:
    """Both are of one table; what the earlier one has not read yet is read when it is asked for."""
    for ground, names in ON_GROUND.items():
        if _moved(earlier, ground) == _moved(snapshot, ground):
            _hand_on(earlier.state, snapshot.state, names)
            _hand_on(earlier, snapshot, names)
    if _finished(earlier) == _finished(snapshot):
        _hand_on(earlier, snapshot, OF_FINISHED_COUPS)
    if earlier.table.inbox == snapshot.table.inbox:
        _hand_on(earlier, snapshot, ("all_proposals",))
    if OF_THE_RECORD & vars(earlier).keys():
        _take_over_record(snapshot, earlier)


def _moved(snapshot: Snapshot, ground: str) -> int:
    number: int = snapshot.table.grounds.get(ground, 0)
    return number


def _finished(snapshot: Snapshot) -> Hashable:
    """Which coups of which taglia have a result, or are over; between two coups any may have been played meanwhile."""
    coup = snapshot.state.coup
    playing = (coup.pk, coup.result, coup.outcome) if coup is not None else _moved(snapshot, "coup")
    return snapshot.shoe and snapshot.shoe.pk, playing


def _hand_on(earlier: object, later: object, names: Sequence[str]) -> None:
    vars(later).update({name: vars(earlier)[name] for name in names if name in vars(earlier)})


def _take_over_record(snapshot: Snapshot, earlier: Snapshot) -> None:
    """The register only grows: to what was read of it comes what was entered since."""
    news = snapshot.entries_since(earlier.number)
    if len(news) >= LATEST_ENTRIES:
        return
    read, kept = vars(earlier), vars(snapshot)
    if "entries" in read:
        kept["entries"] = [*news, *earlier.entries][:LATEST_ENTRIES]
    if "recent" in read:
        acts = [(done.entry.verb, done.entry.at) for done in reversed(news)]
        kept["recent"] = [*earlier.recent, *acts][-RECENT_ACTS:]
    if not any(_alerts(done) for done in news):
        _hand_on(earlier, snapshot, ("alerts", "alert_counts"))


def _alerts(done: ReadEntry) -> bool:
    """Whether this act raised an alert, or took note of one."""
    return done.entry.verb == "acknowledge_alert" or any(alerts(name) for name, _ in done.effects)
