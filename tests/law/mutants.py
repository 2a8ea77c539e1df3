"""`make law-mutants`: break the rule of each sentence of the law, and see whether the tests that it names notice.

Only those tests are run, each mutant in a process of its own that is forked from one that has read everything in. A
mutant is killed where one of them fails that passes without it, and survives where all of them pass. What is no mutant
at all, as nothing changes by it, is named too, and counts for nothing.

``python -m tests.law.mutants`` tries all of them, ``--like WORDS`` those whose sentence has these words. Tests of a
house that is served are left out, and of a scenario what only ``make faults`` asks of its evening. With ``--rules``
only tests of the rules are run, of those that are named: a mutant that they do not kill, and that other tests of its
sentence might, is left to these, and counts neither as killed nor as survived.
"""

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.law.applied import apply
from tests.law.mutant import Mutant
from tests.law.names import TESTS, known
from tests.law.page import DOCUMENTS
from tests.law.sentence import Sentence
from tests.paper.sources import ROOT

MOST_SECONDS = 60
ROOM_OF_SCENARIOS = ROOT / "tests" / "regolamento" / "test_scenarios.py"
SERVED = frozenset({ROOT / "tests" / "browser", ROOT / "tests" / "faults" / "served"})
"""Tests of a house that is served in another process: a mutant is not there."""


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    NO_CHANGE = "no change"
    NOT_TRIED = "could not be tried"
    NO_TEST = "no test"
    TOO_LONG = "too long"
    LEFT = "left to tests outside of the rules"
    FALSE = "killed by a test that fails anyway"


class Case(NamedTuple):
    """A sentence of a document, and how its rule is broken."""

    document: str
    article: str
    sentence: Sentence
    mutant: Mutant

    def __str__(self) -> str:
        return f"{self.document}, {self.article}: {self.sentence.words}"


def cases() -> Iterator[Case]:
    """Every sentence whose rule can be broken, with its mutant."""
    for document, articles in DOCUMENTS.items():
        for article, sentences in articles.items():
            for it in sentences:
                if it.broken is not None:
                    yield Case(document, article, it, it.broken)


class Tried:
    """A plugin of pytest: instead of running what was collected it tries the mutants on it, and keeps their fates."""

    def __init__(self, tried: Sequence[Case], room: Path) -> None:
        self.tried, self.room = tried, room
        self.fates: dict[Case, Fate] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Each in a process of its own; the tests that noticed one are run without it at the end, and have to pass."""
        noticed: dict[Case, str] = {}
        for case in self.tried:
            chosen = items_of(case.sentence.tests, session.items)
            fate, failed = in_a_process(case.mutant, chosen) if chosen else (Fate.NO_TEST, "")
            self.fates[case] = judged(fate, case, room=self.room)
            noticed |= {case: failed} if failed else {}
            _say(f"{self.fates[case]:>10}  {case}")
        failing = _fail_unbroken([it for it in session.items if it.nodeid in noticed.values()])
        self.fates |= {case: Fate.FALSE for case, test in noticed.items() if test in failing}
        return True


def judged(fate: Fate, case: Case, *, room: Path) -> Fate:
    """What is said of a mutant that came to this in a room, where tests elsewhere may hold its sentence too."""
    holders = [it for name in case.sentence.tests for it in known()[name]]
    elsewhere = any(not it.path.is_relative_to(room) for it in holders)
    return Fate.LEFT if elsewhere and fate in (Fate.SURVIVED, Fate.NO_TEST) else fate


def items_of(names: Collection[str], items: Collection[pytest.Item]) -> list[pytest.Item]:
    """The tests that have these names, and of a scenario whatever was collected of its evening."""
    return [it for it in items if it.path.parent not in SERVED and any(_is(name, it) for name in names)]


def _is(name: str, item: pytest.Item) -> bool:
    file, _, function = name.rpartition("::")
    if file and file != item.path.name:
        return False
    plain = item.name.partition("[")[0]
    return plain == function or (item.path == ROOM_OF_SCENARIOS and item.name.endswith(f"[{name}]"))


def _fail_unbroken(items: list[pytest.Item]) -> set[str]:
    """Which of these tests fail though nothing is broken."""
    failing, _status = in_a_fork(lambda: (it.nodeid for it in _failing(items)))
    return set(failing)


def in_a_process(mutant: Mutant, items: list[pytest.Item]) -> tuple[Fate, str]:
    """What becomes of a mutant, and the first test that notices it."""
    lines, status = in_a_fork(lambda: _try(mutant, items))
    if status:
        return (Fate.TOO_LONG if status < 0 else Fate.NOT_TRIED), ""
    fate, *failed = lines or [Fate.NO_CHANGE]
    return Fate(fate), "".join(failed)


def _try(mutant: Mutant, items: list[pytest.Item]) -> Iterator[str]:
    """Its fate, and the test that fails; nothing at all where it could not be put in place."""
    if not apply(mutant):
        return
    failed = next(_failing(items), None)
    yield from [Fate.SURVIVED] if failed is None else [Fate.KILLED, failed.nodeid]


def in_a_fork(work: Callable[[], Iterator[str]]) -> tuple[list[str], int]:
    """The lines that this work gives in a process of its own, and its status: below 0 where it took too long."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)  # of the processor: how busy the machine is decides nothing
        try:
            os.write(writing, "".join(f"{line}\n" for line in work()).encode())
            os._exit(0)
        except BaseException:  # noqa: BLE001 - the process that was forked ends here, whatever happens
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        lines = pipe.read().splitlines()
    return lines, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _failing(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Run them one by one, and give those that fail."""
    from _pytest.runner import runtestprotocol

    for at, it in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if after is None:
            after = next((other for other in it.session.items if other.path != it.path), it)
        if any(report.failed for report in runtestprotocol(it, log=False, nextitem=after)):
            yield it


def try_out(tried: Sequence[Case], *, room: Path = TESTS) -> Tried:
    """Collect the tests in this room that the sentences name, and break one rule after the other."""
    plugin = Tried(tried, room)
    holders = [it for case in tried for name in case.sentence.tests for it in known()[name]]
    files = {it.path if it.path.suffix == ".py" else ROOM_OF_SCENARIOS for it in holders}
    files = {path for path in files if path.is_relative_to(room) and path.parent not in SERVED}
    quiet = ["-p", "no:cacheprovider", "--no-header", "--no-summary", "-qq", "-s", "-m", ""]
    if files:
        pytest.main([*quiet, *sorted(map(str, files))], plugins=[plugin])
    else:  # without a file pytest would collect the whole suite
        plugin.fates = {case: judged(Fate.NO_TEST, case, room=room) for case in tried}
    return plugin


def chosen(like: Sequence[str]) -> list[Case]:
    """Those that were asked for, in the order of the documents."""
    return [case for case in cases() if not like or any(words.lower() in str(case).lower() for words in like)]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Try them, say how it went, and fail where one survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--like", nargs="+", default=(), help="only sentences with one of these words")
    parser.add_argument("--rules", action="store_true", help="only tests of the rules, which need no database")
    options = parser.parse_args()
    tried_out = chosen(options.like)
    if not tried_out:
        parser.error(f"--like {' '.join(options.like)}: no sentence whose rule is broken has one of these words")
    begun = time.process_time()
    tried = try_out(tried_out, room=TESTS / "rules" if options.rules else TESTS)
    fates = list(tried.fates.values())
    others = [case for case, fate in tried.fates.items() if fate not in (Fate.KILLED, Fate.LEFT)]
    for case in others:
        _say(f"{tried.fates[case]}: {case}\n    {case.mutant}")
    times = os.times()
    used = time.process_time() - begun + times.children_user + times.children_system
    left = fates.count(Fate.LEFT)
    _say(f"{fates.count(Fate.KILLED)} of {len(fates) - left} killed, in {used:.0f} seconds of processor.")
    if left:
        _say(f"{left} {Fate.LEFT}.")
    return 0 if Fate.KILLED in fates and not others else 1


if __name__ == "__main__":
    sys.exit(main())
