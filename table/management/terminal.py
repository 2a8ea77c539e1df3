"""Output of commands, without the control characters that a terminal would obey in what they read, and its language."""

import os
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.core.management import base
from django.utils import translation

from table.verifier.shown import shown

ENGLISH = "en"
P = ParamSpec("P")
R = TypeVar("R")


class Shown(base.OutputWrapper):
    """Output stream of a command, for errors too; its own colours are added after the escaping."""

    def write(  # type: ignore[override]
        self, msg: str = "", style_func: Callable[[str], str] | None = None, ending: str | None = None
    ) -> None:
        """Write a message with its control characters escaped."""
        super().write(shown(msg), style_func, ending)


def for_every_command() -> None:
    """Make this the output of every command of this process; called at start."""
    base.OutputWrapper = Shown  # type: ignore[misc]


# --- which language is spoken there


def language() -> str:
    """Return the language that LC_ALL or LANG names, if the house speaks it; else ""."""
    spoken = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "")[:2]
    return spoken if spoken in dict(settings.LANGUAGES) else ""


def speak() -> None:
    """Let this process speak the language of its terminal from now on; English where it names none of the house's."""
    translation.activate(language() or ENGLISH)


def spoken_there(handle: Callable[P, R]) -> Callable[P, R]:
    """Decorate what a command does: it speaks the language of the terminal, from wherever it is called."""

    @wraps(handle)
    def speaking(*args: P.args, **given: P.kwargs) -> R:
        with translation.override(language() or ENGLISH):
            return handle(*args, **given)

    return speaking
