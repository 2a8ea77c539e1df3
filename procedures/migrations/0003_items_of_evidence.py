"""What was said of the cards becomes items that count each by itself; what a case lost of their order stands apart."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def by_items(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Places used to replace what the layout told: cards that shared some were lost, and the rest was said."""
    incidents = apps.get_model("procedures", "Incident")
    for case in incidents.objects.exclude(evidence={}).iterator():
        if "places" in case.evidence:
            case.evidence = as_items(case.evidence, number=case.number, by=case.reported_by)
            case.save(update_fields=["evidence"])


def as_items(evidence: dict[str, Any], *, number: int, by: str) -> dict[str, Any]:
    places, before = evidence.get("places", {}), evidence.get("before", [])
    shared = {tuple(among) for among in places.values() if len(among) > 1}
    lost = [sorted(int(card) for card, among in places.items() if tuple(among) == its) for its in sorted(shared)]
    told = {card: among for card, among in places.items() if len(among) == 1}
    item = {"number": number, "by": by, "source": "statement", "places": told, "before": before, "aside": 0}
    return {"lost": [cards for cards in lost if len(cards) > 1], "items": [item] if told or before else []}


class Migration(migrations.Migration):
    dependencies = [("procedures", "0002_decision_awaited")]

    operations = [migrations.RunPython(by_items, migrations.RunPython.noop)]
