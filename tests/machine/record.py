"""All rows of the database as they are, and those of one table as plain values, read past the house's own floor."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models

from table.models import Refusal
from tests.paper.sources import PACKAGES

Row = dict[str, Any]
Rows = dict[str, list[tuple[Any, ...]]]


def everything() -> Rows:
    """Every row of every table of the database but the refusals, which are kept beside the record."""
    with connection.cursor() as cursor:
        return {name: cursor.execute(query).fetchall() for name, query in QUERIES.items()}


@dataclass(frozen=True)
class Record:
    """What a table's rows say, in the order in which they were written."""

    table: Row
    rules: Row
    shoes: list[Row]
    coups: list[Row]
    cards: list[Row]
    stakes: list[Row]
    money: list[Row]
    adjustments: list[Row]
    positions: list[Row]
    reservations: list[Row]
    standing: list[Row]
    limits: list[Row]
    alerts: list[Row]
    uncollected: list[Row]
    incidents: list[Row]
    attestations: list[Row]
    staff: list[Row]
    entries: list[Row]

    @property
    def coup(self) -> Row | None:
        """The coup that is being played."""
        return next((coup for coup in self.coups if not coup["ended"]), None)

    @property
    def shoe(self) -> Row | None:
        """The shoe on the table."""
        return next((shoe for shoe in self.shoes if shoe["status"] not in ("ended", "void")), None)

    @property
    def present(self) -> list[str]:
        """The positions whose holder sits there."""
        return [place["label"] for place in self.positions if place["state"] == "occupied"]

    def coup_again(self, coup: Row) -> Row:
        """The same coup as it is in this record."""
        return next(it for it in self.coups if it["id"] == coup["id"])

    def cards_of(self, coup: Row, *locations: str) -> list[Row]:
        """The cards of a coup in the order of extraction, those at some places if any are named."""
        cards = [card for card in self.cards if card["coup_id"] == coup["id"]]
        return [card for card in cards if not locations or card["location"] in locations]

    def stakes_of(self, coup: Row) -> list[Row]:
        """The stakes of a coup in the order laid."""
        return [stake for stake in self.stakes if stake["coup_id"] == coup["id"]]

    def held(self) -> list[Row]:
        """The cards that wait for the next hand."""
        return [it for it in self.cards if self.shoe and it["location"] in ("held_under", "held_seen")]

    def all_out(self) -> list[str]:
        """The faces of the shoe on the table that have come as often as its decks hold them."""
        shoe = self.shoe or {"id": None}
        faces = Counter(card["face"] for card in self.cards if card["face"] and card["shoe_id"] == shoe["id"])
        return [face for face, times in faces.items() if times == self.rules["decks"]]

    def key_of(self, coup: Row) -> str:
        """How acts name a coup."""
        taglia = next(shoe["taglia"] for shoe in self.shoes if shoe["id"] == coup["shoe_id"])
        return f"{taglia}.{coup['number']}"


def record(rows: Rows, code: str) -> Record:
    """The rows of one table."""
    table = next(row for row in _read("Table", rows) if row["code"] == code)
    policy = [row["values"] for row in _read("Policy", rows) if row["id"] == table["policy_id"]]

    def of(model: str, column: str, among: list[Row], order: str) -> list[Row]:
        ids = {row["id"] for row in among}
        return sorted((row for row in _read(model, rows) if row[column] in ids), key=lambda row: int(row[order]))

    shoes = of("Shoe", "table_id", [table], "taglia")
    coups = of("Coup", "table_id", [table], "id")
    keys = {row["id"]: row["key"] for row in _read("Guest", rows)}
    badges = {row["id"]: row["badge"] for row in _read("Person", rows)}
    return Record(
        table=table,
        rules=policy[0] if policy else {},
        shoes=shoes,
        coups=coups,
        cards=sorted(of("DrawnCard", "shoe_id", shoes, "number"), key=lambda card: int(card["shoe_id"])),
        stakes=of("Stake", "coup_id", coups, "id"),
        money=of("Money", "coup_id", coups, "id"),
        adjustments=of("Adjustment", "coup_id", coups, "id"),
        positions=[it | {"holder": keys.get(it["holder_id"])} for it in of("Position", "table_id", [table], "order")],
        reservations=[it | {"guest": keys[it["guest_id"]]} for it in of("Reservation", "table_id", [table], "id")],
        standing=[it | {"guest": keys[it["guest_id"]]} for it in of("Standing", "table_id", [table], "id")],
        limits=of("LimitRange", "table_id", [table], "id"),
        alerts=of("Alert", "table_id", [table], "id"),
        uncollected=of("Uncollected", "table_id", [table], "slip"),
        incidents=(incidents := of("Incident", "table_id", [table], "id")),
        attestations=of("Attestation", "incident_id", incidents, "id"),
        staff=[it | {"badge": badges[it["person_id"]]} for it in of("StaffPresence", "table_id", [table], "id")],
        entries=[row for row in _read("Entry", rows) if row["register"] == code],
    )


def effects_of(entry: Row) -> list[str]:
    """The names of what an entry brought about."""
    return [name for name, _ in json.loads(entry["outcome"])["effects"]]


def _read(model: str, rows: Rows) -> list[Row]:
    return [
        {name: convert(value) for (name, convert), value in zip(READERS[model], row, strict=True)}
        for row in rows[model]
    ]


def _same(value: Any) -> Any:
    return value


def _json(value: Any) -> Any:
    return value if value is None else json.loads(value)


def _reader(field: "models.Field[Any, Any]") -> Callable[[Any], Any]:
    if isinstance(field, models.JSONField):
        return _json
    return bool if isinstance(field, models.BooleanField) else _same


def _columns(fields: "Sequence[models.Field[Any, Any]]") -> str:
    return ", ".join(f'"{field.column}"' for field in fields)


NO_ENTRY_YET = "refused"
"""What a table was refused since its last entry is no part of its state."""
FIELDS = {
    model: [field for field in model._meta.concrete_fields if field.name != NO_ENTRY_YET]
    for room in PACKAGES
    for model in apps.get_app_config(room).get_models()
    if model is not Refusal
}
READERS = {model.__name__: [(field.attname, _reader(field)) for field in fields] for model, fields in FIELDS.items()}
QUERIES = {
    model.__name__: f"SELECT {_columns(fields)} FROM {model._meta.db_table} ORDER BY {model._meta.pk.column}"
    for model, fields in FIELDS.items()
}
