"""Output of commands, without the control characters that a terminal would obey in what they read."""

from collections.abc import Callable

from django.core.management import base

from table.verifier.shown import shown


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
