"""In a process of its own, within the copy: for each question the files as they are asked about, and pytest in a fork.

What all questions need of other people's packages is read in once; of the house nothing is, for it differs each time.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

READ_IN = ("channels.layers", "django.test", "hypothesis", "jinja2", "msgspec", "polib")
for name in READ_IN:
    import_module(name)

MADE = (["-m", "tests.paper"], ["manage.py", "catalogues"])
"""What ``make paper`` and ``make catalogues`` run."""
TO_SHARE = 50
"""So many tests are worth a process more."""
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
OPTIONS = [
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:playwright",
    "-Wignore::pytest.PytestAssertRewriteWarning",
    "--no-header",
    "--tb=short",
]


class Results:
    """Which tests failed and which passed."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.passed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        elif report.when == "call":
            self.passed.append(report.nodeid)


def main() -> None:
    task = json.load(sys.stdin)
    answers = [answer(task["exercise"], **question) for question in task["questions"]]
    json.dump(answers, sys.stdout)


def answer(exercise: dict[str, tuple[str | None, str]], without: str, guards: list[str]) -> dict[str, Any]:
    """What the guards say of the copy with everything but one file; with all files, after paper and catalogues."""
    for name, (before, after) in exercise.items():
        _put(Path(name), before if name == without else after)
    if not without:
        for made in MADE:
            subprocess.run([sys.executable, *made], env=os.environ | SETTINGS, stdout=sys.stderr, check=False)
    return _forked(guards)


def _put(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _forked(guards: list[str]) -> dict[str, Any]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "w") as back:
            json.dump(_run(guards), back)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as back:
        found: dict[str, Any] = json.load(back)
    os.waitpid(child, 0)
    return found


def _run(guards: list[str]) -> dict[str, Any]:
    results, said = Results(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            shared = min(os.cpu_count() or 0, len(guards) // TO_SHARE)
            pytest.main([*OPTIONS, "-n", str(shared), *guards], plugins=[results])
        except ImportError:
            # The house does not start, so that no test can be asked: what is missing is named by Python itself.
            traceback.print_exc()
            results.failed = guards
    return {"failed": results.failed, "passed": results.passed, "said": said.getvalue()}


if __name__ == "__main__":
    main()
