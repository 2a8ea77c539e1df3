"""Helpers of commands at a terminal: types of arguments, output without control characters, language, progress, log."""

import logging
import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from shutil import get_terminal_size
from typing import ParamSpec, TextIO, TypeVar

from django.conf import settings
from django.core.management import base
from django.utils import translation
from django.utils.translation import gettext as _

from table.verifier.shown import shown

DAY_MINUTES = 24 * 60
ENGLISH = "en"
WIDTH = 30
"""Characters of a progress bar."""
P = ParamSpec("P")
R = TypeVar("R")


class EscapedOutput(base.OutputWrapper):
    """Output stream of a command, for errors too; its own colours are added after the escaping."""

    def write(  # type: ignore[override]
        self, msg: str = "", style_func: Callable[[str], str] | None = None, ending: str | None = None
    ) -> None:
        """Write a message with its control characters escaped, except for newlines and tabs."""
        super().write(shown(msg), style_func, ending)


def for_every_command() -> None:
    """Make :class:`EscapedOutput` the output of every command of this process; called at start."""
    base.OutputWrapper = EscapedOutput  # type: ignore[misc]


# --- arguments; anything but what is meant is refused in a sentence


def number(least: float, most: float) -> Callable[[str], float]:
    """Return the type of an option that is a number from `least` to `most`, with or without a fraction."""

    def within(text: str) -> float:
        """Parse a number from `least` to `most`. Raises ArgumentTypeError for anything else."""
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        if not least <= found <= most:
            facts = {"text": text, "least": f"{least:g}", "most": f"{most:g}"}
            raise ArgumentTypeError(_("“%(text)s” is no number from %(least)s to %(most)s.") % facts)
        return found

    return within


def nonempty(text: str) -> str:
    """Return a text as it is. Raises ArgumentTypeError for one that is empty or of white space alone."""
    if not text.strip():
        raise ArgumentTypeError(_("What is empty names nothing: leave it out, or write what is meant."))
    return text


def path(text: str) -> Path:
    """Return a text as a path, in which ``~`` is not expanded. Raises ArgumentTypeError if it is empty or all blank."""
    return Path(nonempty(text))


def add_passphrase(parser: ArgumentParser) -> None:
    """Add `--passphrase-file`, for runs by a timer, to the options of a command."""
    words = "a file whose first line is the passphrase; without it, it is asked for"
    parser.add_argument("--passphrase-file", type=path, metavar="PATH", help=words)


# --- which language is spoken there


def language() -> str:
    """Return the language that LC_ALL, or where that is empty LANG, begins with, if the house speaks it; else ""."""
    spoken = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "")[:2]
    return spoken if spoken in dict(settings.LANGUAGES) else ""


def speak() -> None:
    """Activate the language of LC_ALL or LANG (:func:`language`) in this thread from now on, or English if it is ""."""
    translation.activate(language() or ENGLISH)


def spoken_there(handle: Callable[P, R]) -> Callable[P, R]:
    """Decorate the `handle` of a command: the language of the terminal, else English, is active while it runs."""

    @wraps(handle)
    def speaking(*args: P.args, **given: P.kwargs) -> R:
        """Call ``handle`` in the language of the terminal, else English, and return what it returns."""
        with translation.override(language() or ENGLISH):
            return handle(*args, **given)

    return speaking


# --- while a command runs


class ProgressBar:
    """Bar of ``total`` steps on a stream; it shows nothing unless the stream is a terminal."""

    def __init__(self, stream: TextIO, total: int) -> None:
        """Prepare a progress bar of `total` steps, at least one; it is drawn by `at` alone, and only on a terminal."""
        self.stream = stream
        self.total = max(total, 1)
        self.shown = stream.isatty()

    def at(self, done: int, note: str = "") -> None:
        """Redraw the bar on its line: `done` of the total steps and a note, cut at the width of the terminal.

        Nothing unless the stream is a terminal.
        """
        if self.shown:
            filled = min(WIDTH, WIDTH * done // self.total)
            line = f"[{'█' * filled}{'·' * (WIDTH - filled)}] {done}/{self.total} {note}"
            self.stream.write(f"\r\x1b[K{line[: get_terminal_size().columns - 1]}")
            self.stream.flush()

    def clear(self) -> None:
        """Clear the terminal's present line, that of the bar, even if none was drawn; nothing without a terminal."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()


@contextmanager
def quiet_door() -> Iterator[None]:
    """Drop log messages of the door below warnings while the block runs; then restore the level."""
    log = logging.getLogger("sabot.door")
    before = log.level
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(before)
