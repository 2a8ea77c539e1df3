"""What the machine remembers of the cut card from what was pressed: which coup began with it, how many may follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.machine.record import Record, Row


@dataclass
class Memory:
    """``may_begin`` coups may still begin (None: the cut card is not out); ``began`` is the coup that began with it."""

    may_begin: int | None = None
    waits: bool = False
    began: int | None = None

    def follow(self, before: Record, after: Record, steps: Sequence[tuple[str, Any]]) -> Iterator[str]:
        """Take note of a press, and say where the table's own opinion differs."""
        for verb, given in steps:
            if verb == "cut_card_out":
                self._came_out(before, given.get("hand_cards"))
            if verb == "correct_entry" and given["what"] == "cut_card":
                self._corrected(before, given["new"].get("hand_cards"))
        yield from self._follow_coups(before, after)
        coup = after.coup
        if coup is not None and coup["began_with_mask"] != (coup["id"] == self.began):
            yield f"the coup {'began' if coup['began_with_mask'] else 'did not begin'} with it"

    def _came_out(self, before: Record, hand_cards: int | None) -> None:
        coup = before.coup
        if coup is None:
            self.may_begin, self.waits = 1, True
            return
        lay = len(before.cards_of(coup)) if hand_cards is None else hand_cards
        self._out_in(before, coup, lay)

    def _out_in(self, before: Record, coup: Row, lay: int) -> None:
        self.began = coup["id"] if lay == 0 else None
        if coup["kind"] == "blank":
            one_more = before.rules["art5_cut_in_blank"] == "one_more"
        else:
            one_more = lay > 0 and before.rules["art5_mid_coup"] == "one_more"
        self.may_begin = int(one_more)

    def _corrected(self, before: Record, hand_cards: int | None) -> None:
        if hand_cards is None:
            self.may_begin, self.waits, self.began = None, False, None
        else:
            self._came_out(before, hand_cards)

    def _follow_coups(self, before: Record, after: Record) -> Iterator[str]:
        was, now = before.coup, after.coup
        if was is not None and (now is None or now["id"] != was["id"]):
            self._ended(after, was)
        if (before.shoe or {}).get("id") != (after.shoe or {}).get("id"):
            self.may_begin, self.waits, self.began = None, False, None
        if now is not None and (was is None or was["id"] != now["id"]):
            if self.may_begin == 0:
                yield "a coup began after the last one of the taglia"
            if self.may_begin is not None:
                self.may_begin -= 1
            if self.waits:
                self.began, self.waits = now["id"], False
        if now is None and self.may_begin == 0:
            yield "the last coup is over, and the taglia goes on"

    def _ended(self, after: Record, was: Row) -> None:
        """A coup that was cancelled before its first card was no coup: the next one begins in its place."""
        ended = after.coup_again(was)
        if ended["outcome"] == "cancelled" and self.may_begin is not None:
            self.may_begin += 1
            self.waits = self.waits or self.began == was["id"]
