"""Types of the arguments of commands: numbers within bounds, names, paths; anything else is refused in a sentence."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from django.utils.translation import gettext as _

DAY_MINUTES = 24 * 60


def number(least: float, most: float) -> Callable[[str], float]:
    """Return the type of an option that is a number from `least` to `most`, with or without a fraction."""

    def within(text: str) -> float:
        """Parse such a number. Raises ArgumentTypeError for anything else."""
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
