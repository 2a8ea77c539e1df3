"""A cast at whose table a screen looks on: what it took over from the act before, what it read, and how that looked."""

from typing import Any

from table.script.player import Player
from tests.rig.diary import Diary
from tests.rig.known import compare

AGAIN = 5
"""Of acts of a kind that was seen before in the evening, at each of so many."""


class WatchedPlayer(Player):
    """A cast whose table is looked at after each act.

    ``diary`` tells how it looked, ``taken_over`` what was not read again at all, and ``differences`` what of it would
    have been read otherwise, with the act after which it was. That is looked for after the first act of each kind, and
    again and again afterwards.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.diary = Diary()
        self.differences: list[tuple[str, str]] = []
        self.taken_over: set[str] = set()
        self._acts: list[str] = []

    def press(self, verb: str, **given: Any) -> None:
        super().press(verb, **given)
        closely = verb not in self._acts or len(self._acts) % AGAIN == 0
        self._acts.append(verb)
        compared = compare(self.code, closely=closely)
        self.diary.write(compared.shown)
        self.taken_over |= compared.known
        self.differences += [(verb, name) for name in compared.differences]
