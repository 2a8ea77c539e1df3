"""Runner of scripts: unmet expectations are reported and the script goes on, a refusal stops it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from table.rules.refusal import Code, Refused, require
from table.script.form import ScriptLine, Stopped, Unmet, line
from table.script.player import Player

MOST_LINES = 100_000


def read(text: str) -> list[ScriptLine]:
    """Parse a script into its lines, without empty ones and comments.

    Raises Stopped at the first line that cannot be parsed; refuses (E_COUNT) more than MOST_LINES lines, empty ones and
    comments counted.
    """
    rows = text.splitlines()
    require(len(rows) <= MOST_LINES, Code.COUNT, "A script has at most %(most)s lines.", most=MOST_LINES)
    return list(_lines(rows))


def _lines(rows: list[str]) -> Iterator[ScriptLine]:
    """Yield the parsed lines of a script, numbered from 1 as they stand in the text.

    From a ``#`` to its end a line is comment; lines without anything else are skipped, and several spaces count as one.
    Raises Stopped at one that cannot be parsed.
    """
    for number, row in enumerate(rows, start=1):
        text = " ".join(row.partition("#")[0].split())
        if not text:
            continue
        try:
            yield line(text, number=number)
        except Refused as refused:
            raise Stopped(number, text, refused) from refused


@dataclass(frozen=True)
class FollowedLine:
    """Line that was carried out; ``found`` is what was there instead of what it expected, empty if it was met."""

    line: ScriptLine
    found: str = ""

    def __str__(self) -> str:
        """Say in the active language which line found what instead; meant only for a line that was not met."""
        facts = {"line": self.line.number, "text": self.line.text, "found": self.found}
        return _("Line %(line)s, “%(text)s”: instead there is %(found)s.") % facts


def follow(player: Player, script: Iterable[ScriptLine]) -> Iterator[FollowedLine]:
    """Execute the lines one by one as they are taken, and yield each once it is executed.

    An expectation that is not met does not end the script: what was there instead is ``found`` in what is yielded.
    Raises :class:`Stopped` at a line that is refused.
    """
    for it in script:
        try:
            it.does(player, **it.given)
        except Unmet as unmet:
            yield FollowedLine(it, unmet.found)
        except Refused as refused:
            raise Stopped(it.number, it.text, refused) from refused
        else:
            yield FollowedLine(it)
