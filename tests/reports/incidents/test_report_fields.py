"""Every field of a report that has a label stands on its paper, as its writer has it, and has its words everywhere."""

import json
import types
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from django.utils.functional import Promise
from msgspec import Struct
from msgspec.structs import replace

from procedures.reports import build
from procedures.reports.files import as_csv, inputs_of
from procedures.reports.incident import Felt, IncidentReport, Line
from procedures.reports.record import Record
from procedures.reports.sections import paper_of
from procedures.reports.telling import Teller
from table.reports.fields import Field, fields_of
from table.reports.registers.forms import FILES
from table.words.numbers import Numbers
from tests.procedures import reported_cases
from tests.rig.tables import AtTable
from tests.rig.words import TRANSLATED, untranslated

SPECIAL = {"side": "punto", "face": "9S", "at": "2026-11-26T20:00:00+00:00"}
"""Values of texts that are of a form of their own."""


def structs(hint: Any, found: set[type[Struct]] | None = None) -> set[type[Struct]]:
    """The structs of a type, and all that these hold."""
    found = set() if found is None else found
    if isinstance(hint, type) and issubclass(hint, Struct) and hint not in found:
        found.add(hint)
        for of_field in get_type_hints(hint).values():
            structs(of_field, found)
    for part in get_args(hint):
        structs(part, found)
    return found


def labels(field: Field, writer: Any = None) -> list[Promise | str]:
    """What a field is called: one label, or one for each key of its value."""
    if callable(field.label):
        return [] if writer is None else [field.label(writer)]
    return [field.label] if isinstance(field.label, Promise | str) else [*field.label.values()]


def filled(hint: Any, name: str = "") -> Any:
    """A value of a type, in which nothing is missing."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return filled(parts[0], name)
    if origin in (Union, types.UnionType):
        return filled(parts[0], name)
    if origin is Literal:
        return parts[-1]
    if origin is tuple:
        return ((1, 1),) if hint == tuple[tuple[int, ...], ...] else (filled(parts[0], name),)
    if origin is dict:
        return {"1": filled(parts[1])}
    if issubclass(hint, Struct):
        return hint(**{it: filled(of_field, it) for it, of_field in get_type_hints(hint, include_extras=True).items()})
    by_type = {datetime: datetime(2026, 11, 26, tzinfo=UTC), bool: True, int: 1}
    return by_type.get(hint, SPECIAL.get(name, name))


@pytest.fixture
def writer(in_english: None) -> Teller:
    """Whoever writes a report in which nothing is missing."""
    report = filled(IncidentReport)
    return Teller(replace(report, house=replace(report.house, words="")), Numbers("en"))


def test_every_field_with_a_label_stands_on_the_paper_of_a_report_in_which_nothing_is_missing(writer: Teller) -> None:
    paper = paper_of(writer.report, writer.numbers)
    printed, listed = json.loads(inputs_of(paper)["paper"]), as_csv(paper).decode()
    blocks = [block for section in printed["sections"] for block in section["blocks"]]
    facts = [*printed["facts"], *(row for it in blocks if it["kind"] in ("facts", "grid") for row in it["rows"])]
    there = {*(row[0] for row in facts), *(head for it in blocks for head in it.get("heads", []))}
    fields = [field for it in structs(IncidentReport) for field in fields_of(it).values()]
    wanted = {str(label) for field in fields for label in labels(field, writer)}
    assert wanted - there == set()
    # In the CSV entries have no heads: each row is of its section.
    columns = {it.title() for it in fields_of(Line).values()}
    assert {label for label in wanted - columns if label not in listed} == set()


def test_a_field_that_may_be_missing_is_written_where_it_is(writer: Teller) -> None:
    for struct in structs(IncidentReport):
        for name, hint in get_type_hints(struct).items():
            if name in fields_of(struct) and types.NoneType in get_args(hint):
                fields_of(struct)[name].text(writer, replace(filled(struct), **{name: None}), name)


def test_a_number_that_is_nought_is_written_and_one_that_nobody_knows_is_not(writer: Teller) -> None:
    out = fields_of(Felt)["out"]
    assert [out.text(writer, Felt(entry=1, hands=(), out=number), "out") for number in (0, None)] == ["0", ""]


def test_a_report_is_made_with_all_its_fields(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that have a value where nobody gives one are given it by the record, but for what comes later."""
    record = Record.of_case(table.code, reported_cases.late(table).number)
    assert record is not None
    given: dict[str, Any] = {}

    def made(**fields: Any) -> IncidentReport:
        given.update(fields)
        return IncidentReport(**fields)

    monkeypatch.setattr(build, "IncidentReport", made)
    build.unsealed(record)
    assert set(IncidentReport.__struct_fields__) - given.keys() == {"proof", "schema", "version", "guest", "full"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_label_of_a_report_is_translated(language: str) -> None:
    fields = (field for it in FILES.values() for struct in structs(it) for field in fields_of(struct).values())
    assert untranslated((label for it in fields for label in labels(it) if isinstance(label, Promise)), language) == []
