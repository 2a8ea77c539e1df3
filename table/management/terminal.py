"""Helpers of commands at a terminal: output without control characters, its language, progress bar, quiet log."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from shutil import get_terminal_size
from typing import ParamSpec, TextIO, TypeVar

from django.conf import settings
from django.core.management import base
from django.utils import translation

from table.verifier.shown import shown

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
