"""What the machine remembers of the cut card from what was pressed: its place, and which coup is the last by it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.machine.record import Record, Row

FIRST_CARDS = 4


@dataclass
class Memory:
    """``at`` cards were out when it came (None: it is not out); ``may_begin`` coups may begin once its own is over."""

    at: int | None = None
    may_begin: int | None = None

    def follow(self, before: Record, after: Record, steps: Sequence[tuple[str, Any]]) -> Iterator[str]:
        """Take note of a press, and say where the table's own opinion differs."""
        for verb, given in steps:
            if verb == "cut_card_out":
                self._came_out(before, given.get("hand_cards"))
            if verb == "correct_entry" and given["what"] == "cut_card":
                self._corrected(before, given["new"].get("hand_cards"))
        if self.at is not None and after.shoe is not None and self.may_begin is None:
            self.at = min(self.at, after.shoe["out"])
        yield from self._follow_coups(before, after)
        coup = after.coup
        if coup is not None and self._is_shown(after, coup) and coup["began_with_mask"] != self._begins(after, coup):
            yield f"the coup {'began' if coup['began_with_mask'] else 'did not begin'} with it"

    def _came_out(self, before: Record, hand_cards: int | None) -> None:
        assert before.shoe is not None
        cards = before.cards_of(before.coup) if before.coup is not None else []
        lay = len(cards) if hand_cards is None else hand_cards
        later = [card["number"] for card in cards[lay:] if not card["waited"]]
        self.at = later[0] - 1 if later else before.shoe["out"]

    def _corrected(self, before: Record, hand_cards: int | None) -> None:
        if hand_cards is None:
            self.at = None
        else:
            self._came_out(before, hand_cards)

    def _is_shown(self, record: Record, coup: Row) -> bool:
        """Whether the hand shows it: one of cards that had waited may be complete without a card of the sabot."""
        hand = _hand(record, coup)
        complete = len(hand) >= FIRST_CARDS or coup["outcome"]
        return self.at is None or not complete or any(card["number"] > self.at for card in hand)

    def _begins(self, record: Record, coup: Row) -> bool:
        """No card of the sabot was drawn for this hand before the cut card came."""
        if self.at is None or self.may_begin is not None:
            return False
        return not any(card["number"] <= self.at and not card["waited"] for card in _hand(record, coup))

    def _follow_coups(self, before: Record, after: Record) -> Iterator[str]:
        was, now = before.coup, after.coup
        if was is not None and (now is None or now["id"] != was["id"]):
            self._ended(before, after, was)
        if (before.shoe or {}).get("id") != (after.shoe or {}).get("id"):
            self.at, self.may_begin = None, None
        if now is not None and (was is None or was["id"] != now["id"]) and self.may_begin is not None:
            if self.may_begin == 0:
                yield "a coup began after the last one of the taglia"
            self.may_begin -= 1
        if now is None and self.may_begin == 0:
            yield "the last coup is over, and the taglia goes on"

    def _ended(self, before: Record, after: Record, was: Row) -> None:
        """Its own coup is the one whose hand took a card that came after it; one that was cancelled took none."""
        cancelled = after.coup_again(was)["outcome"] == "cancelled"
        if cancelled and self.may_begin is not None:
            self.may_begin += 1
        if cancelled or self.at is None or self.may_begin is not None:
            return
        if any(card["number"] > self.at for card in _hand(before, was)):
            blank, began = before.coup_again(was)["kind"] == "blank", self._begins(before, was)
            reading = before.rules["art5_cut_in_blank" if blank else "art5_mid_coup"]
            self.may_begin = int(reading == "one_more" and (blank or not began))


def _hand(record: Record, coup: Row) -> list[Row]:
    """The cards at the boxes."""
    return record.cards_of(coup, "punto", "banco")
