"""What is told of the cards, tried beside the evening: every one can be shown, and every report be taken back."""

from random import Random

from hypothesis.stateful import rule

from table.rules.refusal import Refused
from tests.machine.attacks import CHANCE, Attacked
from tests.machine.evening import Evening, Press
from tests.machine.laws import Broken
from tests.machine.record import Record, Row

KINDS = ("inverted", "wrong_number", "undue_third")
WHERE = {"punto": "punto", "banco": "banco", "waiting": "beside", "excess": "beside"}
BY_BOX = ("number", "location", "alone", "seen", "undue")
MARKS = (*BY_BOX, "face", "known")
MOVES_ON = ("number", "digest", "grounds", "inbox", "refused", "call_due")
"""Columns that every act changes, or that may be done twice."""


class Reported(Attacked):
    """A table at which something is told of the cards."""

    @rule(chance=CHANCE)
    def a_report_that_is_taken_back_leaves_everything_as_it_was(self, chance: int) -> None:
        """Wherever the evening stands, and whatever it said."""
        dice = self.dice(chance)
        with self.evening.branch() as otherwise:
            was, number = _as_it_was(otherwise.record), otherwise.record.table["number"] + 1
            laid = dice.choices(["punto", "banco"], k=dice.choice([2, 3, 4, 4, 4, 5, 6]))
            report = {"kind": dice.choice(KINDS), "facts": {"laid": laid}}
            answer = otherwise.press(Press(otherwise.by("dealer"), (("report_incident", report),)))
            case = next((it for it in otherwise.record.incidents if it["number"] == number), None)
            if isinstance(answer, Refused) or case is None or case["status"] != "open":
                return
            otherwise.must_press(Press(otherwise.by("dealer"), (("withdraw_incident", {"incident": number}),)))
            now = _as_it_was(otherwise.record)
            if differ := [f"{name}: {was[name]}, {now[name]}" for name in was if was[name] != now[name]]:
                raise Broken("a_withdrawn_report_leaves_everything_as_it_was", f"{report}: {differ}")

    @rule(chance=CHANCE)
    def every_covered_card_can_be_shown(self, chance: int) -> None:
        """While a case holds the coup, in whatever phase, in any order; something is said of each that lies open."""
        dice = self.dice(chance)
        with self.evening.branch() as otherwise:
            while (card := _covered(otherwise, dice)) is not None:
                others = [it for it in _hand(otherwise.record) if it["location"] == card["location"]]
                among = [it for it in others if not it["face"]]
                named = {"number": card["number"]} if card["alone"] and len(among) > 1 else {}
                given = {"where": WHERE[card["location"]], "card": otherwise.shown([card["number"]])[0]} | named
                otherwise.must_press(Press(otherwise.by("dealer"), (("show_card", given),)))
                _say(otherwise, card["number"], dice)


def _say(evening: Evening, number: int, dice: Random) -> None:
    """Somebody says when the card of this row came out."""
    cases = [it for it in evening.record.incidents if it["status"] == "open" and it["blocking"]]
    if cases:
        said = {"incident": cases[-1]["number"], "places": {str(number): [dice.randint(1, 4)]}}
        evening.press(Press(evening.by("dealer"), (("add_evidence", said),)))


def _hand(record: Record) -> list[Row]:
    return record.cards_of(record.coup, *WHERE) if record.coup is not None else []


def _as_it_was(record: Record) -> dict[str, object]:
    """How the cards of the coup lie, and those that wait; and the rows of coup, shoe and table.

    Where only the box of a face is known, any of the cards there may have it. A call of the last coup may be due again.
    """
    cards = [*_hand(record), *record.held()]
    places = [[it[mark] for mark in (MARKS if it["face"] and it["known"] != "box" else BY_BOX)] for it in cards]
    boxes = sorted((str(it["location"]), it["face"]) for it in cards if it["known"] == "box")
    rows = {"coup": record.coup or {}, "shoe": record.shoe or {}, "table": record.table}
    found = {f"{of} {name}": value for of, row in rows.items() for name, value in row.items() if name not in MOVES_ON}
    return {"cards": places, "boxes": boxes} | found


def _covered(evening: Evening, dice: Random) -> Row | None:
    """A card that lies covered in a coup that a case holds."""
    coup, shoe = evening.record.coup, evening.record.shoe
    if coup is None or not coup["held"] or shoe is None or shoe["commitment"]:
        return None
    covered = [card for card in _hand(evening.record) if not card["face"]]
    return dice.choice(covered) if covered else None
