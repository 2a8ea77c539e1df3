"""A cast at whose table a screen looks on: what it took over from the act before, what it read, and how that looked."""

from collections import Counter
from typing import Any, ClassVar

from table.script.player import Player
from tests.rig.diary import Diary
from tests.rig.known import compare

FIRST, AGAIN = 3, 5
"""It is looked at closely after so many acts of a kind, and then after each of so many of any kind."""


class WatchedPlayer(Player):
    """A cast whose table is looked at after each act.

    ``diary`` tells how it looked, ``taken_over`` what was not read again at all, and ``differences`` what of it would
    have been read otherwise, with the act after which it was. That is looked for after the first acts of each kind at
    each house, whichever evening they are in, and again and again afterwards.
    """

    looked_at: ClassVar[Counter[tuple[str, str]]] = Counter()

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.diary = Diary()
        self.differences: list[tuple[str, str]] = []
        self.taken_over: set[str] = set()
        self._acts, self._house = 0, ""

    def press(self, verb: str, /, **given: Any) -> None:
        super().press(verb, **given)
        of_a_kind = self._house, verb
        closely = self.looked_at[of_a_kind] < FIRST or self._acts % AGAIN == 0
        self._acts += 1
        self.looked_at[of_a_kind] += closely
        compared = compare(self.code, closely=closely)
        self._house = compared.shown.state.profile.key
        self.diary.write(compared.shown)
        self.taken_over |= compared.known
        self.differences += [(verb, name) for name in compared.differences]
