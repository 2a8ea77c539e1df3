"""How the processes of a run share the suite: file by file, what takes longest first, so that none waits at the end.

The files of the browser come last in every process, and in one of them nothing else does: once Playwright's loop runs,
asynchronous tests and the ORM cannot.
"""

import importlib
from collections import Counter
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

SUITE = Path(__file__).parents[1]
BROWSER = SUITE / "browser"
LONGEST = (
    "regolamento/test_scenarios.py",
    "live/test_demo.py",
    "live/test_processes.py",
    "upgrade/test_houses.py",
    "reports/incidents/test_incident_reports.py",
    "reports/incidents/test_proven_reports.py",
    "proof/test_papers.py",
    "proof/test_promises.py",
    "live/test_secrecy.py",
    "live/test_screens.py",
    "bank/test_scenarios.py",
    "house/test_serving.py",
    "house/test_past.py",
    "house/test_starts.py",
    "house/test_demo.py",
    "house/test_security.py",
    "machine/test_machine.py",
    "faults/test_crashes.py",
    "service/test_documents_run.py",
    "browser/test_console.py",
    "browser/test_displays.py",
    "browser/test_reporting_a_case.py",
    "browser/test_desk.py",
    "browser/test_link.py",
    "browser/lab/test_lab.py",
    "browser/test_deciding_a_case.py",
    "browser/test_demo.py",
    "browser/test_pieces.py",
    "browser/test_a_dispute.py",
    "browser/test_pit.py",
    "browser/test_evenings.py",
    "browser/test_by_the_book.py",
    "browser/test_sign_in.py",
    "browser/test_house_rules.py",
    "browser/test_office.py",
    "browser/test_registers.py",
)
"""Whatever takes eight seconds and more, or did; among the others those with many tests come first."""
PARTED = {"tests/regolamento/test_scenarios.py": 4}
"""Files that several processes may share, and in how many parts: all that is asked of one case stays together."""


def in_order(items: list[pytest.Item]) -> None:
    """The longest files first, and those of the browser behind all others."""
    sizes = Counter(item.path for item in items)
    ranks = {SUITE / name: rank for rank, name in enumerate(LONGEST)}

    def place(item: pytest.Item) -> tuple[bool, int, int]:
        return BROWSER in item.path.parents, ranks.get(item.path, len(ranks)), -sizes[item.path]

    items.sort(key=place)


def read_in(number: int, processes: int) -> None:
    """Import the modules of the suite, beginning with this process's own share of them.

    pytest rewrites a module when it is first imported, and writes down what it made of it: each process rewrites its
    share and finds that of the others ready. A module that cannot be imported is left to pytest, which says why.
    """
    files = sorted(SUITE.rglob("test_*.py"))
    begin = number * len(files) // processes
    for file in files[begin:] + files[:begin]:
        name = ".".join(file.relative_to(SUITE.parent).with_suffix("").parts)
        with suppress(Exception):
            importlib.import_module(name)


class ByFiles(LoadFileScheduling):
    """Gives each process one file after the other, or a part of one; to one those of the browser from the start.

    While a page waits for its house, the other processes have work: were all browsers left to the end, all would wait.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        case = test.partition("[")[2]
        return f"{file} {crc32(case.encode()) % PARTED[file]}" if file in PARTED else file

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Give a process its next file: of the browser where it is the one that looks at pages, or has looked."""
        if self._looks_at_pages(node) and (of_browser := self._next_of_browser()):
            self.workqueue.move_to_end(of_browser, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        """Give a process its next file when it needs one; one that has looked at pages, and finds none, ends."""
        has_looked = any(map(is_of_browser, self.assigned_work[node]))
        if has_looked and not self._next_of_browser() and not node.shutting_down:
            node.shutdown()
        super()._reschedule(node)

    def _looks_at_pages(self, node: WorkerController) -> bool:
        return node is self.nodes[-1] or any(map(is_of_browser, self.assigned_work[node]))

    def _next_of_browser(self) -> str | None:
        return next(filter(is_of_browser, self.workqueue), None)


def is_of_browser(scope: str) -> bool:
    """Whether a file, or a part of one, is of the browser."""
    return scope.startswith(f"{SUITE.name}/{BROWSER.name}/")
