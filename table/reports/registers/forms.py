"""File formats of the record as types: the published JSON schemas are made from these, docstrings included.

Entries and refusals have their time in UTC, to the microsecond as in the register, and in house time; other times are
in UTC. Faces of cards stand only in sentences, which name cards that were turned, and where a worn card was replaced.
"""

from typing import Annotated, Any

import msgspec

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Utc = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$")]
VERSION = 1
"""Version of the forms of these files; those of before 0.16 do not name theirs."""
Version = Annotated[int, msgspec.Meta(ge=1)]
Cents = Annotated[int, msgspec.Meta(description="An amount in cents.")]


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coup of which an entry is an act: its taglia, its number in it, and after how many other acts."""

    taglia: int
    coup: int
    step: int


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry: who did what in which role, what came of it in words, and the digests that chain it.

    ``clock_went_back``: its time is earlier than that of the entry before it in its register.
    """

    register: str
    number: Annotated[int, msgspec.Meta(ge=1)]
    utc: Utc
    house_time: str
    actor: str
    role: str
    verb: str
    act: str
    effects: list[str]
    alarming: bool
    clock_went_back: bool
    played: Played | None
    previous: str
    digest: Digest


class RegisterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entries of one register or several, as they were asked for; ``copy`` counts the files of this very kind.

    Those of one register stand by their numbers, those of several by time: of two at the same time first that of the
    table that comes first.
    """

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
    entries: list[Line]


class RefusedAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act that changed nothing: tried after entry ``number``, with the code of its refusal and the source it cites.

    ``repeated`` counts those that followed within the minute and were not kept one by one.
    """

    number: Annotated[int, msgspec.Meta(ge=0)]
    house_time: str
    utc: Utc
    actor: str
    act: str
    code: str
    source: str
    repeated: Annotated[int, msgspec.Meta(ge=0)]


class RefusalsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was refused at a table or in the house, the oldest first."""

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
    refused: list[RefusedAct]


class CardsLie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the cards of a taglia are: ``total`` is the sum of all others."""

    total: int
    dealt: int
    extracted: int
    out_of_turn: int
    aside: int
    missing: int
    left: int


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the record expects, and what was counted at the table; null while it was not."""

    expected: int
    counted: int | None


class WornCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worn card that was replaced: the entry, the card, and the decks of which the new one is."""

    number: int
    card: str
    serial: str
    actor: str


class TagliaFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A taglia: from its ``first`` to its ``last`` entry; coups by how they ended, money in cents by its kind.

    ``of_table`` is what the table has won of its players; ``incidents`` are the entries by which cases were opened.
    """

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
    table: str
    taglia: int
    decks: str
    first: int
    last: int
    cards: CardsLie
    burned: Count
    left: Count
    replaced: list[WornCard]
    coups: dict[str, int]
    results: dict[str, int]
    money: dict[str, Cents]
    of_table: Cents
    incidents: list[int]
    dealers: list[str]


class OnDuty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at a table in a role, from one time to another in UTC; null while they are there."""

    badge: str
    role: str
    since: Utc
    until: Utc | None


class SealTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First seal since the table was closed; ``holds``: the entry that it names has the digest that was sealed."""

    number: int
    utc: str
    digest: Digest
    signature: str
    public_key: str
    holds: bool


class ClosingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The evening of a table, from the entry that opened it to the one that closed it, or to the last one so far."""

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
    table: str
    first: int
    last: int
    closed: bool
    taglie: list[int]
    coups: dict[str, int]
    results: dict[str, int]
    money: dict[str, Cents]
    of_table: Cents
    tronc_chips: Cents
    tronc_cash: Cents
    refused: Annotated[int, msgspec.Meta(ge=0)]
    incidents: list[int]
    on_duty: list[OnDuty]
    seal: SealTold | None


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure: of which row of which picture it is, what was measured, and the number itself."""

    picture: str
    row: str
    label: str
    measure: str
    value: int | float | None


class AlarmTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of alarm with its test, and what was found; nothing where nothing was."""

    alarm: str
    test: str
    looked_at: str
    found: list[str]


class FiguresFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a page; ``more`` tells that there are earlier taglie that were not counted."""

    schema: str
    version: Version
    of: str
    language: str
    copy: Annotated[int, msgspec.Meta(ge=1)]
    taglie: Annotated[int, msgspec.Meta(ge=0)]
    more: bool
    coups: Annotated[int, msgspec.Meta(ge=0)]
    figures: list[Measure]
    threshold: str
    alarms: list[AlarmTold]


FILES: dict[str, type[msgspec.Struct]] = {
    "register": RegisterFile,
    "refusals": RefusalsFile,
    "taglia": TagliaFile,
    "closing": ClosingFile,
    "figures": FiguresFile,
}
"""File formats by the name under which their schemas are published; an extension adds its own."""


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(name: str) -> bytes:
    """Return the published JSON schema of a file format: indented, ending with a new line."""
    made: dict[str, Any] = msgspec.json.schema(FILES[name])
    address = f"/records/schemas/{name}.json"
    published = {"$schema": DIALECT, "$id": address, "title": f"Sabot: {name}", **made}
    return msgspec.json.format(msgspec.json.encode(published, order="deterministic"), indent=2) + b"\n"
