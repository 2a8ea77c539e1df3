"""What a run takes of the machine, as the system counts it: processor time and memory, ours and everybody's."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

TICK = 1 / os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
PROC = Path("/proc")


class Reading(NamedTuple):
    """Processor seconds up to this moment: of the servers, of their stores, of this client, and of everybody."""

    at: float
    server: float
    stores: float
    client: float
    everybody: float


class Used(NamedTuple):
    """Processor seconds between two readings, and the share of all processors that others used meanwhile."""

    seconds: float
    server: float
    stores: float
    client: float
    others: float


class Meter(NamedTuple):
    """The processes of a server, and of what it keeps its state in."""

    servers: tuple[int, ...]
    stores: tuple[int, ...] = ()

    def read(self) -> Reading:
        """What was used up to now."""
        own = os.times()
        stores = sum(processor(pid, reaped=True) for pid in family(self.stores))
        servers = sum(processor(pid) for pid in self.servers)
        return Reading(perf_counter(), servers, stores, own.user + own.system, everybody())

    def since(self, before: Reading) -> Used:
        """What was used since then."""
        now = self.read()
        seconds, *used = (new - old for new, old in zip(now, before, strict=True))
        server, stores, client, everything = used
        others = (everything - server - stores - client) / (seconds * CORES)
        return Used(seconds, server, stores, client, min(1.0, max(0.0, others)))

    def memory(self) -> int:
        """Bytes of memory that the servers hold now."""
        return sum(resident(pid) for pid in self.servers)


def processor(pid: int, *, reaped: bool = False) -> float:
    """Processor seconds of a process; with ``reaped`` also those of its children that are gone."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # it is gone, and its parent has its time
    return TICK * sum(int(field) for field in fields[11 : 15 if reaped else 13])


def everybody() -> float:
    """Processor seconds of all programs, and those that another machine on the same hardware took from us."""
    user, nice, system, _idle, _wait, _hard, _soft, stolen = map(int, (PROC / "stat").read_text().split()[1:9])
    return TICK * (user + nice + system + stolen)


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    pages = int((PROC / str(pid) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def family(pids: Iterable[int]) -> Iterator[int]:
    """These processes, their children, and the children of those."""
    for pid in pids:
        yield pid
        try:
            children = (PROC / str(pid) / "task" / str(pid) / "children").read_text()
        except OSError:
            continue
        yield from family(map(int, children.split()))
