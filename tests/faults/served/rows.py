"""The one table that ``make faults`` prints of served houses: a line for each fault and engine."""

from typing import TYPE_CHECKING

from tests.faults.served.history import Fate

if TYPE_CHECKING:
    from tests.faults.served.runs import Played

COLUMNS = (
    f"{'fault':<24}{'engine':<12}{'times':>6}{'acknowledged':>14}{'refused':>9}{'unanswered':>12}"
    f"{'lost':>6}{'doubled':>9}{'out of order':>14}{'untrue':>8}{'seconds until every screen was right':>38}"
)
MOST_SAID = 5


def row(name: str, engine: str, played: "Played") -> str:
    """A line of the table, and under it what has to be said of it."""
    verdict, every = played.verdict, sorted(played.seconds)
    wrong = (verdict.lost, verdict.doubled, verdict.reordered, (*verdict.untrue, *verdict.unexplained))
    counts = "".join(f"{len(it):>{width}}" for it, width in zip(wrong, (6, 9, 14, 8), strict=True))
    said = f"{every[len(every) // 2]:.1f}, at most {every[-1]:.1f}" if len(every) > 1 else f"{every[0]:.1f}"
    again = [f"signed in again: {played.signed_in_again}"] if played.signed_in_again else []
    gone = [f"gone with what was younger than the backup: {played.gone}"] if played.rewinds else []
    notes = "".join(f"\n    {it}" for it in [*again, *gone, *played.wrong[:MOST_SAID]])
    return (
        f"{name:<24}{engine:<12}{len(every):>6}{played.count(Fate.DONE):>14}{played.count(Fate.REFUSED):>9}"
        f"{played.unanswered:>12}{counts}{said:>38}{notes}"
    )


def not_here(name: str, engine: str, why: str) -> str:
    """The line of a fault that this machine cannot do."""
    return f"{name:<24}{engine:<12}     –  not on this machine: {why}"
