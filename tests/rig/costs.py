"""What the suite costs: processor seconds of every file, test and fixture, of the programs that they start too.

A plugin of pytest (`make suite-costs`). Linux tells which processes a process has started; elsewhere only pytest's
own time is counted. A server that several processes share is counted where it was started.
"""

import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SENT = "costs"
"""Under this name a process of pytest-xdist hands over what it measured."""
TICK = os.sysconf("SC_CLK_TCK")
MOST = 60
"""So many rows of each table are printed."""
SHORT_SECONDS = 0.005
"""What takes less starts no program, and nobody looks for one."""
FILES, TESTS, FIXTURES = "files", "tests", "fixtures, without what they ask for"


class Spent(NamedTuple):
    """Calls, seconds of processor (pytest's own, and of the programs it started), seconds that passed."""

    times: int = 0
    own: float = 0.0
    programs: float = 0.0
    passed: float = 0.0

    def plus(self, other: "Spent") -> "Spent":
        """Both together."""
        return Spent(
            self.times + other.times,
            self.own + other.own,
            self.programs + other.programs,
            self.passed + other.passed,
        )

    @property
    def processor(self) -> float:
        """Seconds of processor in all."""
        return self.own + self.programs


Costs = dict[str, dict[str, Spent]]
"""What was spent, by title and name."""


def nothing() -> Costs:
    """Before anything was measured."""
    return {title: defaultdict(Spent) for title in (FILES, TESTS, FIXTURES)}


def started(pid: int) -> Iterator[int]:
    """The processes that this one has started and that still run, and theirs."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found = task.read_text().split()
        except OSError:
            continue  # a thread that has just ended
        for child in found:
            yield int(child)
            yield from started(int(child))


def ticks(pid: int) -> int:
    """Processor time of a process and of those it has waited for; 0 where it is gone."""
    try:
        behind_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(it) for it in behind_name[11:15])


class Measuring:
    """Measures in one process of pytest."""

    def __init__(self) -> None:
        self.costs = nothing()
        self.programs = 0.0
        """Seconds of processor of all programs that this process has started, as last looked up."""

    @contextmanager
    def measured(self) -> Iterator[list[Spent]]:
        """What is spent meanwhile: it lies in the list at the end."""
        found: list[Spent] = []
        own, passed, programs = time.process_time(), time.monotonic(), self.programs
        try:
            yield found
        finally:
            passed = time.monotonic() - passed
            if passed > SHORT_SECONDS:
                ended = os.times()
                running = sum(ticks(pid) for pid in started(os.getpid())) / TICK
                # What ends without being waited for takes its seconds with it.
                self.programs = max(self.programs, ended.children_user + ended.children_system + running)
            found.append(Spent(1, time.process_time() - own, self.programs - programs, passed))

    def note(self, title: str, name: str, spent: Spent) -> None:
        """Adds it to what is known of this name."""
        self.costs[title][name] = self.costs[title][name].plus(spent)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """A test with all that is set up and taken down for it."""
        with self.measured() as found:
            result = yield
        self.note(FILES, item.nodeid.partition("::")[0], found[0])
        self.note(TESTS, item.nodeid.partition("[")[0], found[0])
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        """A fixture, without those that it asks for by its arguments."""
        with self.measured() as found:
            result = yield
        self.note(FIXTURES, f"{fixturedef.scope:8} {fixturedef.argname}", found[0])
        return result


class HandingOver:
    """Hands over what a process of pytest-xdist has measured."""

    def __init__(self, measuring: Measuring) -> None:
        self.measuring = measuring

    @pytest.hookimpl
    def pytest_sessionfinish(self, session: Any) -> None:
        """The last thing before the process ends."""
        session.config.workeroutput[SENT] = {
            title: {name: tuple(spent) for name, spent in rows.items()} for title, rows in self.measuring.costs.items()
        }


class Printing:
    """Puts together what all processes have measured, and prints it."""

    def __init__(self, measuring: Measuring) -> None:
        self.measuring = measuring

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A process of pytest-xdist has ended."""
        for title, rows in getattr(node, "workeroutput", {}).get(SENT, {}).items():
            for name, spent in rows.items():
                self.measuring.note(title, name, Spent(*spent))

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """A table each, dearest first."""
        for title, rows in self.measuring.costs.items():
            terminalreporter.write_sep("=", f"what {title} cost")
            for line in table_of(rows):
                terminalreporter.write_line(line)


def table_of(rows: dict[str, Spent]) -> Iterator[str]:
    """Lines: processor seconds in all, pytest's own, of its programs, seconds that passed, times, name."""
    in_all = Spent()
    for spent in rows.values():
        in_all = in_all.plus(spent)
    dearest = sorted(rows.items(), key=lambda row: -row[1].processor)[:MOST]
    yield f"{'cpu s':>8} {'own':>8} {'programs':>8} {'passed':>8} {'times':>7}"
    for name, it in [*dearest, (f"in all, of {len(rows)}", in_all)]:
        yield f"{it.processor:8.1f} {it.own:8.1f} {it.programs:8.1f} {it.passed:8.1f} {it.times:7} {name}"


def pytest_configure(config: pytest.Config) -> None:
    """Measures in each process, and prints in the one that was called."""
    measuring = Measuring()
    config.pluginmanager.register(measuring)
    config.pluginmanager.register((HandingOver if hasattr(config, "workerinput") else Printing)(measuring))
