"""`make law-mutants`: break the rule of each sentence of the law, and see whether the tests that it names notice.

Only those tests are run, each mutant in a process of its own that is forked from one that has read everything in. A
mutant is killed where one of them fails, and survives where all of them pass. What is not a mutant at all, as nothing
changes by it, and tests that fail without it, are named too: neither counts.

``python -m tests.law.mutants`` tries all of them, ``--like WORDS`` those whose sentence has these words, ``--pure``
those that the tests of the rules alone hold, ``--first N`` at most N of them.
"""

import argparse
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.law.applied import apply
from tests.law.mutant import Mutant
from tests.law.names import known
from tests.law.page import DOCUMENTS
from tests.law.sentence import Sentence
from tests.paper.sources import ROOT

MOST_SECONDS = 120
ROOM_OF_SCENARIOS = ROOT / "tests" / "regolamento" / "test_scenarios.py"


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    NO_CHANGE = "no change"
    NO_TEST = "no test of it was found"
    TOO_LONG = "took too long"


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

    def __init__(self, tried: Sequence[Case]) -> None:
        self.tried = tried
        self.fates: dict[Case, Fate] = {}
        self.failing: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Each in a process of its own; first what is run at all, unbroken."""
        items = {it.nodeid: it for case in self.tried for it in items_of(case.sentence.tests, session.items)}
        self.failing = _fail_unbroken(list(items.values()))
        for case in self.tried:
            chosen = items_of(case.sentence.tests, session.items)
            chosen = [it for it in chosen if it.nodeid not in self.failing]
            self.fates[case] = _in_a_process(case.mutant, chosen) if chosen else Fate.NO_TEST
            _say(f"{self.fates[case]:>10}  {case}")
        return True


def items_of(names: Collection[str], items: Collection[pytest.Item]) -> list[pytest.Item]:
    """The tests that have these names, and of a scenario whatever is asked of its evening."""
    return [it for it in items if any(_is(name, it) for name in names)]


def _is(name: str, item: pytest.Item) -> bool:
    file, _, function = name.rpartition("::")
    if file and file != item.path.name:
        return False
    plain = item.name.partition("[")[0]
    return plain == function or (item.path == ROOM_OF_SCENARIOS and item.name.endswith(f"[{name}]"))


def _fail_unbroken(items: list[pytest.Item]) -> set[str]:
    """The tests that fail though nothing is broken, told by a process that has run all of them."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        os.close(reading)
        with os.fdopen(writing, "w", encoding="utf-8") as tell:
            for it in _failing(items):
                tell.write(it.nodeid + "\n")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        found = set(told.read().split("\n")) - {""}
    os.waitpid(child, 0)
    return found


def _in_a_process(mutant: Mutant, items: list[pytest.Item]) -> Fate:
    if (child := os.fork()) == 0:
        signal.alarm(MOST_SECONDS)
        fate = Fate.NO_CHANGE
        try:
            fate = _try(mutant, items)
        finally:  # whatever went wrong while it was put in place is no answer of a test
            os._exit(list(Fate).index(fate))
    status = os.waitpid(child, 0)[1]
    return Fate.TOO_LONG if os.WIFSIGNALED(status) else list(Fate)[os.waitstatus_to_exitcode(status)]


def _try(mutant: Mutant, items: list[pytest.Item]) -> Fate:
    if not apply(mutant):
        return Fate.NO_CHANGE
    return Fate.SURVIVED if next(iter(_failing(items)), None) is None else Fate.KILLED


def _failing(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Run them one by one, and give those that fail."""
    from _pytest.runner import runtestprotocol

    for at, it in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if after is None:
            after = next((other for other in it.session.items if other.path != it.path), it)
        if any(report.failed for report in runtestprotocol(it, log=False, nextitem=after)):
            yield it


def try_out(tried: Sequence[Case]) -> Tried:
    """Collect the tests that these sentences name, and break one rule after the other."""
    plugin = Tried(tried)
    names = {name for case in tried for name in case.sentence.tests}
    files = {held.path for name in names for held in known()[name] if held.path.suffix == ".py"}
    if any(known()[name][0].path.suffix != ".py" for name in names):
        files.add(ROOM_OF_SCENARIOS)
    quiet = ["-p", "no:cacheprovider", "-p", "no:terminal", "--no-header", "-q"]
    pytest.main([*quiet, *sorted(map(str, files))], plugins=[plugin])
    return plugin


def chosen(arguments: argparse.Namespace) -> list[Case]:
    """Those that were asked for, in the order of the documents."""
    found = [case for case in cases() if arguments.like.lower() in str(case).lower()]
    if arguments.pure:
        found = [case for case in found if _is_pure(case)]
    return found[arguments.skip :][: arguments.first or None]


def _is_pure(case: Case) -> bool:
    rules = ROOT / "tests" / "rules"
    return all(Path(held.path).is_relative_to(rules) for name in case.sentence.tests for held in known()[name])


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Try them, say how it went, and fail where one survived."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--like", default="", help="only sentences with these words")
    asked.add_argument("--pure", action="store_true", help="only those that tests of the rules alone hold")
    asked.add_argument("--first", type=int, default=0, help="so many of them")
    asked.add_argument("--skip", type=int, default=0, help="after so many of them")
    begun = time.process_time()
    tried = try_out(chosen(asked.parse_args()))
    fates = list(tried.fates.values())
    for test in sorted(tried.failing):
        _say(f"fails unbroken: {test}")
    others = [case for case, fate in tried.fates.items() if fate is not Fate.KILLED]
    for case in others:
        _say(f"{tried.fates[case]}: {case}\n    {case.mutant}")
    times = os.times()
    used = time.process_time() - begun + times.children_user + times.children_system
    _say(f"{fates.count(Fate.KILLED)} of {len(fates)} killed, in {used:.0f} seconds of processor.")
    return 0 if fates and not others else 1


if __name__ == "__main__":
    sys.exit(main())
