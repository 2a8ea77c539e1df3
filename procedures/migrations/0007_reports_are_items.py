"""How the cards lie is told by reports, each an item of its case; what it was before them stands in the oldest."""

from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIRST_CARDS = 4


def by_items(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Of cases that stand in a coup that is not over: of all others nothing is taken back any more."""
    incidents, cards = apps.get_model("procedures", "Incident"), apps.get_model("table", "DrawnCard")
    standing = incidents.objects.filter(status__in=("open", "referred"), coup__ended=False)
    for case in standing.select_related("coup"):
        hand = list(cards.objects.filter(coup=case.coup).exclude(location="remaining").order_by("number"))
        case.evidence = as_items(case, [(it.number, it.location) for it in hand], {it.number for it in hand if it.face})
        case.save(update_fields=["evidence"])


def as_items(case: Any, hand: list[tuple[int, str]], opened: set[int]) -> dict[str, Any]:
    evidence = dict(case.evidence)
    backs = {str(number): at for number, at in hand if number not in opened}
    evidence["items"] = [it | {"backs": _named(it, backs)} for it in evidence.get("items", [])]
    evidence.setdefault("lost", [])
    laid = case.facts.get("laid")
    if case.lay_before is not None and laid is not None and len(laid) <= len(hand):
        evidence["reports"] = [_report(case, laid, [number for number, _ in hand][: len(laid)])]
    return evidence


def _named(item: dict[str, Any], backs: dict[str, str]) -> dict[str, str]:
    named = {*item["places"], *(str(card) for pair in item["before"] for card in pair)}
    return {card: at for card, at in backs.items() if card in named}


def _report(case: Any, laid: list[str | None], numbers: list[int]) -> dict[str, Any]:
    before = case.lay_before
    return {
        "number": case.number,
        "boxes": laid,
        "origins": [at if at < len(before) else None for at in range(len(laid))],
        "numbers": numbers,
        "base": [[box or "waiting", at >= FIRST_CARDS, False, False, ""] for at, box in enumerate(before)],
        "unsure": [],
    }


class Migration(migrations.Migration):
    dependencies: ClassVar = [("procedures", "0006_cases_are_listed"), ("table", "0039_how_a_face_is_known")]
    operations: ClassVar = [
        migrations.RunPython(by_items, migrations.RunPython.noop),
        migrations.RemoveField("incident", "lay_before"),
    ]
