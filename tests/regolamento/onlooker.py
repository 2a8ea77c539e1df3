"""A cast at whose table a screen looks on: what it took over from the act before, what it read, and how that looked."""

from typing import Any

from table.script.player import Player
from tests.rig.diary import Diary
from tests.rig.known import compare


class WatchedPlayer(Player):
    """A cast whose table is looked at after each act.

    ``diary`` tells how it looked, ``differences`` what was taken over and would have been read otherwise, with the act
    after which it was, and ``taken_over`` what was not read again at all.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.diary = Diary()
        self.differences: list[tuple[str, str]] = []
        self.taken_over: set[str] = set()

    def press(self, verb: str, **given: Any) -> None:
        super().press(verb, **given)
        anew, known, differences = compare(self.code)
        self.diary.write(anew)
        self.taken_over |= known
        self.differences += [(verb, name) for name in differences]
