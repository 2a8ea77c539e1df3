"""File formats of the record as types: the published JSON schemas are made from these, docstrings included.

Entries and refusals have their time in UTC, to the microsecond as in the register, and in house time; other times are
in UTC. Faces of cards stand only in sentences, which name cards that were turned, and where a worn card was replaced.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.reports.fields import Field
from table.words.terms import ENDINGS, MONEY, RESULTS

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Utc = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$")]
VERSION = 1
"""Version of the forms of these files; those of before 0.16 do not name theirs."""
Version = Annotated[int, msgspec.Meta(ge=1)]
Copy = Annotated[int, msgspec.Meta(ge=1)]
AtLeast0 = Annotated[int, msgspec.Meta(ge=0)]
Cents = Annotated[int, msgspec.Meta(description="An amount in cents.")]
# Columns of several tables of the figures of a day.
Coups = Annotated[AtLeast0, Field(_("coups"))]
Turnover = Annotated[Cents, Field(pgettext_lazy("figures", "turnover"))]
Win = Annotated[Cents, Field(pgettext_lazy("figures", "win"))]
Expected = Annotated[Cents, Field(_("theoretical win"))]
Cases = Annotated[AtLeast0, Field(pgettext_lazy("figures", "cases"))]
Decided = Annotated[AtLeast0, Field(pgettext_lazy("figures", "decided"))]
Median = Annotated[int | None, Field(_("seconds, median"))]
Longest = Annotated[int | None, Field(_("seconds, longest"))]


class HandedOutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Head of every file: its schema and version, what was asked for, the language, and the number of the copy."""

    schema: str
    version: Version
    of: str
    language: str
    copy: Copy


def head_of(schema: str, *, of: str, language: str, copy: int) -> dict[str, Any]:
    """Return the fields of :class:`HandedOutFile` by name, in their order, for a file of this schema."""
    return {"schema": schema, "version": VERSION, "of": of, "language": language, "copy": copy}


def json_pieces(head: dict[str, Any], name: str, pieces: Iterable[Sequence[msgspec.Struct]]) -> Iterator[bytes]:
    """Yield a JSON file in pieces: the fields of its head, and under a name a list of all structs, each in a line."""
    yield msgspec.json.encode(head)[:-1] + f',"{name}":['.encode()
    before = b"\n"
    for structs in filter(None, pieces):
        yield before + b",\n".join(map(msgspec.json.encode, structs))
        before = b",\n"
    yield b"\n]}\n"


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coup of which an entry is an act: its taglia, its number in it, and after how many other acts."""

    taglia: int
    coup: int
    step: int


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry: who did what in which role, what came of it in words, and the digests that chain it.

    ``clock_went_back``: its time is earlier than that of the entry before it in its register.
    """

    register: Annotated[str, Field(_("Register"))]
    number: Annotated[int, msgspec.Meta(ge=1), Field(_("Number"))]
    utc: Annotated[Utc, Field("UTC", after="house_time")]
    house_time: Annotated[str, Field(_("House time"))]
    actor: Annotated[str, Field(_("Badge"))]
    role: Annotated[str, Field(_("Role"))]
    verb: str
    act: Annotated[str, Field(_("Act"))]
    effects: Annotated[list[str], Field(_("What came of it"))]
    alarming: Annotated[bool, Field(_("Alert"))]
    clock_went_back: Annotated[bool, Field(_("Clock put back"))]
    played: Played | None
    previous: Annotated[str, Field(_("Digest before"))]
    digest: Annotated[Digest, Field(_("Digest"))]


class RegisterFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """The entries of one register or several, as they were asked for.

    ``copy`` counts how often these left the house, in whatever form and language.

    Those of one register stand by their numbers, those of several by time: of two at the same time first that of the
    table that comes first.
    """

    entries: list[Line]


class RefusedAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act that changed nothing: tried after entry ``number``, with the code of its refusal and the source it cites.

    ``repeated`` counts those that followed within the minute and were not kept one by one.
    """

    number: Annotated[AtLeast0, Field(_("after no."))]
    house_time: Annotated[str, Field(_("House time"))]
    utc: Annotated[Utc, Field("UTC")]
    actor: Annotated[str, Field(_("Badge"))]
    act: Annotated[str, Field(_("What was tried"))]
    code: Annotated[str, Field(_("Why it was refused"))]
    source: Annotated[str, Field(_("Source"))]
    repeated: Annotated[AtLeast0, Field(_("more like it within the minute"))]


class RefusalsFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """What was refused at a table or in the house, the oldest first."""

    refused: list[RefusedAct]


class CardsLie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the cards of a taglia are: ``total`` is the sum of all others."""

    total: Annotated[int, Field(_("all cards of the decks"), after="left")]
    dealt: Annotated[int, Field(pgettext_lazy("cards", "dealt to hands"))]
    extracted: Annotated[int, Field(pgettext_lazy("cards", "extracted and counted at the end"))]
    out_of_turn: Annotated[int, Field(pgettext_lazy("cards", "burned out of turn, or unused at the end"))]
    aside: Annotated[int, Field(pgettext_lazy("cards", "set aside now"))]
    missing: Annotated[int, Field(pgettext_lazy("cards", "missing"))]
    left: Annotated[int, Field(pgettext_lazy("cards", "left in the sabot"))]

    @property
    def burned(self) -> int:
        """Cards that should be in the discard once the taglia is over: dealt, extracted, out of turn and set aside."""
        return self.dealt + self.extracted + self.out_of_turn + self.aside

    @property
    def adds_up(self) -> bool:
        """Whether the parts add up to the cards of the shoe; which card is where is not compared."""
        return self.total == self.burned + self.missing + self.left


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the record expects, and what was counted at the table; null while it was not."""

    expected: int
    counted: int | None

    @property
    def differs(self) -> bool:
        """Whether the cards were counted and are not as many as expected."""
        return self.counted is not None and self.counted != self.expected


class WornCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worn card that was replaced: the entry, the card, and the decks of which the new one is."""

    number: int
    card: str
    serial: str
    actor: str


class TagliaFile(HandedOutFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A taglia: from its ``first`` to its ``last`` entry; coups by how they ended, money in cents by its kind.

    ``adjusted`` is what disputes moved since, ``of_table`` what the table has won of its players with it, in
    ``currency``; ``incidents`` are the entries by which cases were opened. Earlier files name neither ``adjusted`` nor
    ``currency``.
    """

    table: Annotated[str, Field(_("Table"))]
    taglia: Annotated[int, Field("Taglia")]
    decks: str
    first: int
    last: int
    cards: CardsLie
    burned: Annotated[Count, Field(_("counted in the discard"), written="counted")]
    left: Annotated[Count, Field(_("counted in the sabot"), written="counted")]
    replaced: list[WornCard]
    coups: Annotated[dict[str, int], Field(ENDINGS)]
    results: Annotated[dict[str, int], Field(RESULTS)]
    currency: Annotated[str, Field(_("Currency"))] = ""
    money: Annotated[dict[str, Cents], Field(MONEY, written="amounts")]
    adjusted: Annotated[Cents, Field(_("moved by disputes since"), written="amounts")] = 0
    of_table: Annotated[Cents, Field(_("result of the table"), written="amounts")]
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
    digest: Annotated[Digest, Field(_("Digest"))]
    signature: str
    public_key: str
    holds: bool


class ClosingFile(HandedOutFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The evening of a table, from the entry that opened it to the one that closed it, or to the last one so far.

    ``adjusted`` is what disputes moved since, ``currency`` that in which was played; earlier files name neither.
    """

    table: Annotated[str, Field(_("Table"))]
    first: Annotated[int, Field(pgettext_lazy("evening", "from number"))]
    last: Annotated[int, Field(pgettext_lazy("evening", "up to number"))]
    closed: bool
    taglie: Annotated[list[int], Field(_("Taglie"))]
    coups: Annotated[dict[str, int], Field(ENDINGS)]
    results: Annotated[dict[str, int], Field(RESULTS)]
    currency: Annotated[str, Field(_("Currency"))] = ""
    money: Annotated[dict[str, Cents], Field(MONEY, written="amounts")]
    adjusted: Annotated[Cents, Field(_("moved by disputes since"), written="amounts")] = 0
    of_table: Annotated[Cents, Field(_("result of the table"), written="amounts")]
    tronc_chips: Annotated[Cents, Field("Tronc", composed="tronc")]
    tronc_cash: Cents
    refused: Annotated[AtLeast0, Field(pgettext_lazy("page", "Refusals"))]
    incidents: Annotated[list[int], Field(_("Incidents"))]
    on_duty: list[OnDuty]
    seal: SealTold | None


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure: of which row of which picture it is, what was measured, and the number itself; amounts are cents."""

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


class FiguresFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """The figures of a page; ``more`` tells that there are earlier taglie that were not counted."""

    taglie: AtLeast0
    more: bool
    coups: AtLeast0
    figures: list[Measure]
    threshold: str
    alarms: list[AlarmTold]


class DaySums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A day in one currency: at how many tables coups ended, the coups, what was in action and what the tables won."""

    day: str
    currency: str
    tables: Annotated[AtLeast0, Field(pgettext_lazy("figures", "tables"))]
    coups: Coups
    turnover: Turnover
    win: Win


class BoxSums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box at a table; ``expected`` is the theoretical win of its turnover, rounded to a cent."""

    box: str
    turnover: Turnover
    win: Win
    expected: Expected


class TableSums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in one currency: coups that ended, those of them that were paid, and the sums of its boxes.

    ``win`` has what disputes moved as well, when the coup was over: ``disputes``. ``later`` is what of the win was
    posted after the day, of boxes and of none.
    """

    table: str
    currency: str
    coups: Coups
    paid: AtLeast0
    turnover: Turnover
    win: Win
    expected: Expected
    disputes: Cents
    later: Cents
    boxes: list[BoxSums]


class TableHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds in which a table was open, and stood still: in all, and for each reason, of which two may hold at once.

    ``an_hour`` are the coups an hour of the time in which it was open and did not stand still; null for fewer than six.
    """

    table: str
    open: Annotated[AtLeast0, Field(pgettext_lazy("figures", "open"), written="hours")]
    still: Annotated[AtLeast0, Field(_("stood still"), written="hours")]
    suspended: Annotated[AtLeast0, Field(pgettext_lazy("figures", "suspended"), written="hours")]
    decision: Annotated[AtLeast0, Field(_("case to be decided"), written="hours")]
    cards: Annotated[AtLeast0, Field(_("change of cards"), written="hours")]
    coups: Coups
    an_hour: Annotated[float | None, Field(_("coups an hour"))]


class CaseTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cases of an article that were opened at a table, those that somebody decided, and in how many seconds."""

    table: str
    article: int
    cases: Cases
    decided: Decided
    median: Median
    longest: Longest


class DealerPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dealer: the coups whose cards they burned, and the seconds of play in which they were in charge of a table."""

    badge: str
    coups: Annotated[AtLeast0, Field(_("coups burned"))]
    seconds: Annotated[AtLeast0, Field(_("at the table"), written="hours")]


class DecisionTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who decided cases, and in how many seconds."""

    badge: str
    cases: Cases
    decided: Decided
    median: Median
    longest: Longest


class DropSums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bank of a table over a gaming day: banknotes counted in its boxes, and its physical result."""

    day: str
    table: str
    currency: str
    drop: Annotated[int | None, msgspec.Meta(description="An amount in cents; null where it is not counted yet.")]
    result: Annotated[int | None, msgspec.Meta(description="An amount in cents; null where it is not counted yet.")]


class DayFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """The figures of a day at the tables, from six to six in house time; ``over``: it had ended.

    Beside its sums stand those of the day before and of the same weekday before. ``dealers`` and ``deciders`` are null
    unless the rules of the tables, and the office of the reader, let them be counted by person. ``drops`` are the banks
    of these three days, left out where there was none.
    """

    over: bool
    day: list[DaySums]
    day_before: list[DaySums]
    week_before: list[DaySums]
    tables: list[TableSums]
    hours: list[TableHours]
    cases: list[CaseTimes]
    dealers: list[DealerPace] | None
    deciders: list[DecisionTimes] | None
    drops: list[DropSums] | msgspec.UnsetType = msgspec.UNSET


FILES: dict[str, type[msgspec.Struct]] = {
    "register": RegisterFile,
    "refusals": RefusalsFile,
    "taglia": TagliaFile,
    "closing": ClosingFile,
    "figures": FiguresFile,
    "day": DayFile,
}
"""File formats by the name under which their schemas are published; an extension adds its own."""


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(name: str) -> bytes:
    """Return the published JSON schema of one of `FILES`, by its name: indented UTF-8, ending with a new line.

    To that of the struct, which msgspec makes, are added ``$schema``, ``$id`` (``/records/schemas/NAME.json``) and a
    title. Raises KeyError for any other name.
    """
    made: dict[str, Any] = msgspec.json.schema(FILES[name])
    address = f"/records/schemas/{name}.json"
    published = {"$schema": DIALECT, "$id": address, "title": f"Sabot: {name}", **made}
    return msgspec.json.format(msgspec.json.encode(published, order="deterministic"), indent=2) + b"\n"
