"""What a look at an old taglia costs, with and without starts on disk: ``make bench-starts``.

Taglie of about 1,200 entries each are played through the door. Then the last coup of an old one is looked at, by a
process of the past of its own as in a house: with starts on disk and nothing in memory, where the process stands ready
and where it has yet to begin, once more, and without any start. Seconds, and those of the processor that both processes
took, as a busy machine makes the former longer; of a first look the median of ``--looks``.
"""

import os
import resource
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from platform import python_version
from shutil import rmtree
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import django

from tests.rig.choosing import at_least
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from table.record.past.child import Child


class Took(NamedTuple):
    """Seconds that something took, and of the processor: of this process and of that of the past."""

    seconds: float
    processor: float


def main() -> None:
    parser = ArgumentParser(description="Looks at old taglie, with and without starts on disk.")
    parser.add_argument("--taglie", type=at_least(1), default=20, help="how many are played (default: 20)")
    parser.add_argument("--looks", type=at_least(1), default=5, help="how often a first look is measured (default: 5)")
    given = parser.parse_args()
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    django.setup()
    from tests.bench.door import no_log
    from tests.rig.engines import Sqlite, at_home_in

    Path("var").mkdir(exist_ok=True)  # where the house's own database lies: on the same disk
    with (
        tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder,
        no_log(),
        Sqlite(Path(folder).resolve()).fresh() as url,
        at_home_in(url),
    ):
        print(f"Starts on Python {python_version()} ({sys.platform}, {os.cpu_count()} cores)")
        show(given.taglie, given.looks)


class Looking:
    """Stopwatch of what is asked of one process of the past, which is ended or made ready before."""

    def __init__(self, table: Any) -> None:
        from table.record.past import reach
        from table.record.past.child import Child

        self.row, self.child, self.past = table.row, Child(), reach.PAST
        # However busy the machine is: without starts an old table is out of reach of a page.
        self.past.performs, reach.LONGEST_SECONDS = self.child, 10.0**6

    def cold(self) -> None:
        """End the process, and forget all copies."""
        self.past.copies.clear()
        self.child.stop()

    def ready(self) -> None:
        """Have it begun, with nothing in memory."""
        from table.record.past import reach

        self.cold()
        self.child.perform(reach.job(self.row, None, 0), within=10**6)  # no entry: it has begun by then

    def took(self, before: Callable[[], None], does: Callable[[], Any]) -> Took:
        """Measure what is done, without what is done before; what the process of the past takes counts, too."""
        before()
        used, began = processor(self.child), perf_counter()
        does()
        return Took(perf_counter() - began, processor(self.child) - used)


def show(taglie: int, looks: int) -> None:
    """Play, and print a line for each look."""
    from django.conf import settings

    table = played(taglie)
    print(f"{taglie} taglie, {table.number:,} entries")
    at = Looking(table)
    line("a night makes all starts", at.took(at.cold, lambda: at.past.make_starts(at.row, within=10**6)))
    sizes = [it.stat().st_size for it in Path(settings.STARTS).rglob("*.start")]
    print(f"{len(sizes)} starts, the largest {max(sizes) / 1024:,.0f} KB, all of them {sum(sizes) / 1024:,.0f} KB")
    line("the process of the past begins", at.took(at.cold, lambda: look(1, first=True)))
    first = middle([at.took(at.ready, lambda: look(taglie)) for _ in range(looks)])
    line("first look at the last taglia, with its start", first)
    begins = middle([at.took(at.cold, lambda: look(taglie)) for _ in range(looks)])
    line("the same where the process has yet to begin", begins)
    look(taglie)
    line("once more", again := at.took(lambda: None, lambda: look(taglie)))
    rmtree(settings.STARTS)
    line("the same look without starts", without := at.took(at.ready, lambda: look(taglie)))
    print(f"{'without to with, by the processor':<48}{without.processor / first.processor:>8.1f}")
    print(f"{'first look to the next':<48}{first.seconds / again.seconds:>8.1f}")


def processor(child: "Child") -> float:
    """Seconds of the processor: of this process, of those that it has ended, and of the one of the past that runs."""
    both = (resource.getrusage(it) for it in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ended = sum(it.ru_utime + it.ru_stime for it in both)
    if child._process is None:
        return ended
    ticks = Path(f"/proc/{child._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return ended + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def middle(measured: Iterable[Took]) -> Took:
    """The medians of both."""
    return Took(*(median(each) for each in zip(*measured, strict=True)))


def line(what: str, measured: Took) -> None:
    """Print what was done, the seconds that it took, and those of the processor."""
    print(f"{what:<48}{measured.seconds:>8.2f} s{measured.processor:>8.2f} s of the processor", flush=True)


def look(taglia: int, *, first: bool = False) -> None:
    """Draw the last step of the last coup of a taglia (or of its first one) as the page of its history does."""
    from table.models import Coup
    from table.screens.read.coups import acts_of
    from table.screens.read.pictures import pictures_of
    from table.screens.regions import watched_felt

    coups = Coup.objects.filter(shoe__taglia=taglia).select_related("shoe", "table", "policy").order_by("number")
    coup = coups.first() if first else coups.last()
    assert coup is not None
    number = acts_of(coup)[-1].entry.number
    assert pictures_of(coup, number, number, look=watched_felt).looks


def played(taglie: int) -> Any:
    """A table at which so many taglie were played, of 48 coups with fourteen stakes each."""
    from table.rules.houses import VENEZIA
    from tests.bench.acts import BETTORS, layouts
    from tests.rig.cast import everybody_is_taken_on
    from tests.rig.tables import prepare_shoe, ready_table

    everybody_is_taken_on()
    table = ready_table(seats=BETTORS, code="T1")
    for taglia in range(1, taglie + 1):
        if taglia > 1:
            table.cast.direzione.does("void_shoe")
            prepare_shoe(table, VENEZIA, serial=f"S-{taglia}")
        for coup, layout in enumerate(layouts(), start=1):
            for act in acts(f"{taglia}.{coup}", layout):
                table.press(act)
    return table


def acts(coup: str, layout: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The dealer's acts: what a tie has left is cleared, and every stake is laid by a press of its own."""
    from tests.bench.acts import BETTORS, coup_acts

    for verb, given in coup_acts(coup, layout, after_a_tie=True):
        if verb == "close_bets":
            for place in range(BETTORS):
                for box, amount in ((("punto", "banco")[place % 2], 1000 * (place + 1)), ("egalite", 1000)):
                    yield "place", {"coup": coup, "position": str(place + 1), "box": box, "amount": amount}
        if verb not in ("place", "repeat"):
            yield verb, given


if __name__ == "__main__":
    main()
