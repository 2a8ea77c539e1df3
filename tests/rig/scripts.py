"""JavaScript of tests: functions of the ``.js`` files in these folders, for the pages in which they run."""

import json
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
FOLDERS = ("rig", "bench", "browser/scripts", "browser/lab")
EXPORTED = re.compile(r"^export (?=(?:async )?function (\w+)\()", re.MULTILINE)


class Script(str):
    """A function in the form in which Playwright takes one; where an assertion fails, it is shown by its name."""

    name: str

    def __repr__(self) -> str:
        return self.name


def script(subject: str, name: str) -> Script:
    """Return the function of this name, from the file of this subject, which comes with it as a whole.

    Raises LookupError where there is no such file, or where it exports no such function.
    """
    text = source(subject)
    if name not in EXPORTED.findall(text):
        raise LookupError(f"{subject}.js exports no function {name}")
    found = Script("\n".join(["(() => {", EXPORTED.sub("", text), f"return {name};", "})()"]))
    found.name = f"{subject}.{name}"
    return found


def call(subject: str, name: str, *arguments: object) -> str:
    """Return a call of a function with these arguments, for `add_init_script`, which takes none; they go as JSON."""
    return f"({script(subject, name)})({', '.join(json.dumps(it) for it in arguments)})"


@cache
def source(subject: str) -> str:
    """Return the file of this subject as it is. Raises KeyError where there is none."""
    return files()[subject].read_text(encoding="utf-8")


@cache
def files() -> dict[str, Path]:
    """Return the files of scripts by their subjects."""
    return {path.stem: path for folder in FOLDERS for path in (TESTS / folder).glob("*.js")}
