"""How the face of a card is known, by its place or by its box, takes the place of whether its order was known."""

import json
from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIRST_CARDS = 4
HELD, AT_BOX = ("held_under", "held_seen"), ("punto", "banco")


def mark(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Of cards in a coup that is not over, and of those that wait: with its coup the mark of a card ends."""
    cards, entries = apps.get_model("table", "DrawnCard"), apps.get_model("table", "Entry")
    for card in cards.objects.filter(location__in=HELD):
        card.alone, card.known = True, "place" if card.face else ""
        card.save(update_fields=["alone", "known"])
    for coup in apps.get_model("table", "Coup").objects.filter(ended=False).select_related("table"):
        _mark_coup(cards, entries, coup)


def _mark_coup(cards: Any, entries: Any, coup: Any) -> None:
    hand = list(cards.objects.filter(coup=coup).exclude(location="remaining").order_by("number"))
    before = cards.objects.filter(shoe=coup.shoe, coup=None, location__in=HELD, number__lt=min_of(hand)).count()
    together = _dealt_together(entries, coup, hand)
    for place, card in enumerate(hand, start=before):
        last = place >= FIRST_CARDS and card.order_known
        card.alone = last and card.number not in together
        card.known = _known(card, together) if card.face else ""
        card.save(update_fields=["alone", "known"])


def _known(card: Any, together: set[int]) -> str:
    if not card.order_known:
        return "box"
    return "open" if card.number in together and not card.seal else "place"


def _dealt_together(entries: Any, coup: Any, hand: list[Any]) -> set[int]:
    """The cards that were dealt open in one press: by the entries of the register, the last first."""
    last = entries.objects.filter(register=coup.table.code, verb="deal").order_by("-number").first()
    told = json.loads(last.outcome)["effects"] if last is not None else []
    drawn = {facts["card"] for name, facts in told if name == "card_drawn"}
    turned = {facts["card"] for name, facts in told if name == "card_turned"}
    return drawn & turned & {card.number for card in hand}


def min_of(hand: list[Any]) -> int:
    """The number of the first card of a hand."""
    return min((card.number for card in hand), default=0)


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
