"""The one table that the bench prints: a row for each load at each server."""

from collections.abc import Sequence
from statistics import quantiles

from tests.bench.floor.loads import Load, Measured

MOST_OTHERS = 0.10
"""Share of the machine that others may use while a row is measured; with more of it the row does not count."""
COLUMNS = (
    f"{'server':<24}{'acts/s':>8}{'wanted':>8}{'answer, ms':>17}{'last screen, ms':>19}{'refused':>9}"
    f"{'server':>9}{'stores':>8}{'core':>8}{'bytes':>11}{'memory':>9}{'a screen':>10}{'client':>8}{'others':>8}\n"
    f"{'':<24}{'through':>8}{'':>8}{'p50':>8}{'p99':>9}{'p50':>9}{'p99':>10}{'':>9}"
    f"{'ms/act':>9}{'ms/act':>8}{'':>8}{'an act':>11}{'MB':>9}{'KB':>10}{'core':>8}{'':>8}"
)


def row(server: str, load: Load, measured: Measured) -> str:
    """A line of the table, and what has to be said of it."""
    timings, used = measured.timings, measured.used
    acts = 0 if load.kind == "return" else timings.through  # what comes back costs far more than an act
    each = f"{1000 * used.server / acts:>9.2f}{1000 * used.stores / acts:>8.2f}" if acts else f"{'–':>9}{'–':>8}"
    size = f"{(measured.bytes - measured.idle_bytes) / acts:>11,.0f}" if acts else f"{'–':>11}"
    wanted = f"{load.wanted:>8.1f}" if load.wanted else f"{'–':>8}"
    return (
        f"{server:<24}{timings.through / used.seconds:>8.1f}{wanted}{_pair(timings.answered, 8, 9)}"
        f"{_pair(timings.shown, 9, 10)}{len(timings.refused):>9}{each}"
        f"{used.server / used.seconds:>8.1%}{size}{measured.memory / 1e6:>9.0f}"
        f"{measured.a_screen / 1e3:>10.1f}{used.client / used.seconds:>8.1%}{used.others:>8.1%}{_said(load, measured)}"
    )


def _pair(seconds: Sequence[float], first: int, second: int) -> str:
    """Median and 99th percentile in milliseconds."""
    if len(seconds) < 2:
        return f"{'–':>{first}}{'–':>{second}}"
    cuts = quantiles(seconds, n=100, method="inclusive")
    return f"{1000 * cuts[49]:>{first}.1f}{1000 * cuts[98]:>{second}.1f}"


def _said(load: Load, measured: Measured) -> str:
    timings, said = measured.timings, []
    if measured.used.others > MOST_OTHERS:
        said.append("does not count: others were at work")
    if load.kind == "return":
        said.append(f"all back after {measured.back:.1f} s" if measured.back else "not all came back")
    for code, sockets in sorted(measured.lost.items()):
        said.append(f"{sockets} sockets lost" + (f", closed with {code}" if code else ""))
    if timings.unfinished:
        said.append(f"{timings.unfinished} acts never shown everywhere")
    if timings.refused:
        said.append(f"refused: {timings.refused[0]}")
    return "".join(f"  [{words}]" for words in said)
