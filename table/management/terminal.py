"""What commands print goes to a terminal: nothing that they have read from a file or a database is obeyed there."""

from collections.abc import Callable

from django.core.management import base

from table.verifier.shown import shown


class Shown(base.OutputWrapper):
    """The output of a command, also of why it failed; its own colours come after that."""

    def write(  # type: ignore[override]
        self, msg: str = "", style_func: Callable[[str], str] | None = None, ending: str | None = None
    ) -> None:
        """Write out what a terminal would obey, and the rest as it is."""
        super().write(shown(msg), style_func, ending)


def for_every_command() -> None:
    """From now on, in this process; called when the house starts."""
    base.OutputWrapper = Shown  # type: ignore[misc]
