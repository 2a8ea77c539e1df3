"""How the face of a card is known, by its place or by its box, takes the place of whether its order was known."""

import json
from collections.abc import Callable
from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIRST_CARDS = 4
BOXES, HELD = ("punto", "banco"), ("held_under", "held_seen")
WAITS = ("waiting", *HELD)
AS_A_PAIR = ("turn_battuta", "turn_banco", "turn_punto")
ALONE_OR_BY_BOX = ("turn_third", "show_card")
REPORT = "add_evidence"
"""Whoever says how the cards lie, whether with a new case or of an open one."""
Facts = dict[str, Any]


def mark(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Of cards in a coup that is not over, and of those that wait: with its coup the mark of a card ends."""
    cards, entries = apps.get_model("table", "DrawnCard"), apps.get_model("table", "Entry")
    of_today = models.Q(coup__ended=False) | models.Q(location__in=HELD)
    for code in cards.objects.filter(of_today).order_by().values_list("shoe__table__code", flat=True).distinct():
        told = Told()
        for how, effects in _of_its_taglia(entries, code):
            told.follow(how, effects)
        for card in cards.objects.filter(of_today, shoe__table__code=code).select_related("shoe"):
            card.alone = card.number in told.alone
            card.known = told.known.get(card.number, "place") if card.face else ""
            card.save(update_fields=["alone", "known"])


def _of_its_taglia(entries: Any, code: str) -> list[tuple[str, list[list[Any]]]]:
    """The acts of a register since the first card of its last taglia left the shoe, with their effects."""
    found = list[tuple[str, list[list[Any]]]]()
    for entry in entries.objects.filter(register=code).order_by("-number").iterator():
        reported = "laid" in json.loads(entry.arguments).get("facts", {})
        found.append((REPORT if reported else entry.verb, json.loads(entry.outcome)["effects"]))
        if any(name == "card_drawn" and facts["card"] == 1 for name, facts in found[-1][1]):
            break
    return found[::-1]


class Told:
    """What a register tells of the cards of a hand: where each lies, how its face is known, whether it came alone."""

    def __init__(self) -> None:
        self.lie: dict[int, str] = {}
        self.known: dict[int, str] = {}
        self.alone: set[int] = set()
        self.orders, self.entered = 0, 0

    def follow(self, verb: str, effects: list[list[Any]]) -> None:
        """What this act made of it."""
        self.orders, self.entered = 0, 0
        for name, facts in effects:
            if name in FOLLOWED:
                FOLLOWED[name](self, verb, facts)

    def drawn(self, verb: str, facts: Facts) -> None:
        """Behind the first four a card came by a press of its own, unless a report or a deal told of it."""
        third = facts["at"] in BOXES and sum(at in BOXES for at in self.lie.values()) >= FIRST_CARDS
        by_itself = verb not in ("deal", REPORT)
        if by_itself and (third or facts["at"] in WAITS):
            self.alone.add(facts["card"])
        self.lie[facts["card"]] = facts["at"]

    def turned(self, verb: str, facts: Facts) -> None:
        """Where a card that had come alone lay covered, or is known by its box, a pair can be that one."""
        card = facts["card"]
        by_box = verb in AS_A_PAIR or (verb in ALONE_OR_BY_BOX and card not in self.alone)
        if "salt" in facts or not (by_box or verb == "deal"):
            self.known[card] = "place"
        elif by_box and any(self.known.get(it) != "place" for it in self.alone):
            self.known[card] = "late"
        else:
            self.known[card] = "box" if by_box else "open"

    def enters(self, _verb: str, facts: Facts) -> None:
        """A card that waited is one of the hand: behind the first four it came alone."""
        third = self.entered >= FIRST_CARDS
        self.lie[facts["card"]] = "waiting" if third else BOXES[self.entered % 2]
        self.alone = self.alone | {facts["card"]} if third else self.alone - {facts["card"]}
        self.entered += 1

    def held(self, _verb: str, facts: Facts) -> None:
        """A card waits for the next hand."""
        self.lie[facts["card"]] = HELD[facts["seen"]]
        self.alone.add(facts["card"])
        self._by_place([facts["card"]])

    def placed(self, _verb: str, facts: Facts) -> None:
        """A card that came out early lies at its box."""
        self.lie[facts["card"]] = facts["side"]

    def burned(self, _verb: str, facts: Facts) -> None:
        """Cards are out of the hand."""
        self._forget(facts["cards"])

    def struck(self, _verb: str, facts: Facts) -> None:
        """A card is in the shoe after all: what came alone came last still."""
        came = len(self.alone)
        self._forget([facts["card"]])
        self.alone = {*sorted(self.lie)[len(self.lie) - came :]}

    def lies(self, _verb: str, facts: Facts) -> None:
        """So all cards lie now; a face that is new in its row was moved there with those of its box."""
        self.lie = {card: at for card, _face, at in facts["cards"]}
        self.known = {card: self.known.get(card, "box") for card, face, _at in facts["cards"] if face}

    def reconstructed(self, _verb: str, facts: Facts) -> None:
        """In so many orders the cards can have come out."""
        self.orders = facts["orders"]

    def laid_anew(self, _verb: str, _facts: Facts) -> None:
        """They lie by their order; of a third it is known, and of all where one order alone was possible."""
        hand = sorted(card for card, at in self.lie.items() if at not in ("burned", "missing", "remaining"))
        self.alone = {*hand[FIRST_CARDS:]}
        self._by_place(hand if self.orders == 1 else hand[FIRST_CARDS:])
        self.known = {card: "place" if how == "place" else "box" for card, how in self.known.items()}

    def over(self, _verb: str, _facts: Facts) -> None:
        """The coup is over: what waits for the next one is left."""
        self._forget([card for card, at in self.lie.items() if at not in HELD])

    def _by_place(self, cards: list[int]) -> None:
        self.known |= dict.fromkeys([card for card in cards if card in self.known], "place")

    def _forget(self, cards: list[int]) -> None:
        for card in cards:
            self.lie.pop(card, None)
            self.known.pop(card, None)
            self.alone.discard(card)


FOLLOWED: dict[str, Callable[[Told, str, Facts], None]] = {
    "card_drawn": Told.drawn,
    "card_turned": Told.turned,
    "held_card_enters": Told.enters,
    "card_held": Told.held,
    "early_card_placed": Told.placed,
    "cards_burned": Told.burned,
    "card_not_out": Told.struck,
    "cards_lie": Told.lies,
    "reconstruction": Told.reconstructed,
    "cards_laid_anew": Told.laid_anew,
    "coup_burned": Told.over,
    "coup_cancelled": Told.over,
}


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0038_set_aside")]
    operations: ClassVar = [
        migrations.AddField(
            "drawncard",
            "known",
            models.CharField(
                blank=True,
                choices=[("box", "Box"), ("late", "Late"), ("open", "Open"), ("place", "Place")],
                default="",
                max_length=5,
            ),
            preserve_default=False,
        ),
        migrations.AddField("drawncard", "alone", models.BooleanField(default=False)),
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.RemoveField("drawncard", "order_known"),
    ]
