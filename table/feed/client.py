"""An electronic shoe as a program: it tells the cards of a recorded taglia to a served house, one by one.

It is what a builder of shoes may begin with: a fact is kept until the house has taken it, and after a lost connection
what was not taken is told again, from the number on that the house asks for.
"""

import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from table.feed.wire import Line, Lost

ALIVE_SECONDS = 3.0
AGAIN_SECONDS = 1.0
TURNED_AWAY = (403, 4401)
"""The token is none, or is none any more."""
CARD = re.compile("([A2-9TJQK]|10)[SHDC]")
CUT_CARD = {"kind": "cut_card"}
Fact = dict[str, Any]


def recorded(text: str) -> list[Fact]:
    """The facts of a recorded taglia: cards as they are written, or the lines of a script (docs/scripts.md) that hold
    cards. “cut card out” is the cut card. ValueError for a word that is no card."""
    facts = list[Fact]()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if "cut card out" in words:
            facts.append(CUT_CARD)
            continue
        for word in _cards_of(words).replace("+", " ").split():
            if not CARD.fullmatch(word):
                raise ValueError(f"line {number}: “{word[:20]}” is no card")
            facts.append({"kind": "card", "face": word.replace("10", "T")})
    return facts


def _cards_of(line: str) -> str:
    """What of a line are cards; nothing of a line of a script that tells something else."""
    first = line.partition(" ")[0]
    if CARD.fullmatch(first):
        return line
    if first == "coup":
        return line.partition(":")[2]
    return line.partition(" ")[2] if first in ("cards", "remaining") else ""


class Shoe:
    """Facts that were not taken yet, and the line on which they are told. ``say`` is told what a person has to know."""

    def __init__(self, connect: Callable[[], Line], *, say: Callable[[str], object]) -> None:
        self._connect, self._say = connect, say
        self._waiting = deque[Fact]()
        self._line: Line | None = None
        self._next = 0

    def tell(self, fact: Fact) -> None:
        """A fact: it is kept until the house has taken it. Raises :class:`Lost` where the house turns the shoe away."""
        self._waiting.append(fact)
        while self._waiting:
            late = self._line is None and self._next > 0
            line = self.on_line()
            if not self._waiting:
                return  # it was taken, and the answer lost with the line
            try:
                line.say({**self._waiting[0], "number": self._next} | ({"late": True} if late else {}))
                self._answered(line)
            except OSError as lost:
                self._lose(lost)

    def alive(self) -> None:
        """Say that the shoe is there, while nothing leaves it."""
        try:
            self.on_line().say({"kind": "alive"})
            self.on_line().hear()
        except OSError as lost:
            self._lose(lost)

    def close(self) -> None:
        """Nothing is told any more."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def on_line(self) -> Line:
        """The line, opened anew where it was lost; what was taken meanwhile is not told again."""
        while self._line is None:
            try:
                self._line = self._opened()
            except OSError as lost:
                self._lose(lost)
        return self._line

    def _opened(self) -> Line:
        """A line on which the house is ready."""
        line = self._connect()
        try:
            told = line.hear()
            if told["kind"] != "ready":
                raise Lost(str(told["sentence"]))
        except OSError:
            line.close()
            raise
        for _ in range(min(told["next"] - self._next, len(self._waiting)) if self._next else 0):
            self._waiting.popleft()
        self._next = told["next"]
        return line

    def _answered(self, line: Line) -> None:
        told = line.hear()
        if told["kind"] == "taken":
            self._waiting.popleft()
            self._next += 1
            return
        self._say(f"{told['code']}: {told['sentence']}")
        if told["again"]:
            time.sleep(AGAIN_SECONDS)
        else:
            self._waiting.popleft()
        self._next = told["next"]

    def _lose(self, lost: OSError) -> None:
        self.close()
        self._say(str(lost))
        if isinstance(lost, Lost) and lost.code in TURNED_AWAY:
            raise lost
        time.sleep(AGAIN_SECONDS)


def deal(shoe: Shoe, facts: list[Fact], waits: Iterator[bool]) -> int:
    """Tell one fact after the other; gives how many were told.

    ``waits`` gives True when the next may leave the shoe, False to say that the shoe lives, and ends where none may.
    """
    told, left = 0, deque(facts)
    while left and (due := next(waits, None)) is not None:
        if due:
            shoe.tell(left.popleft())
            told += 1
        else:
            shoe.alive()
    return told
