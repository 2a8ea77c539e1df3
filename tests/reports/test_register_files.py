"""Registers as files: what an Italian spreadsheet opens, and JSON as its published schema says."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import AsyncClient, Client
from django.urls import reverse

from table.models import HOUSE, Entry, Export, Refusal
from table.record.chain import stamp
from table.reports.registers.forms import FILES, RefusalsFile, RegisterFile, schema
from table.reports.registers.spreadsheet import amount, cell, lines
from table.rules.profile import Role
from table.rules.refusal import Code
from table.views.reports.handing_out import PIECE_BYTES
from tests.croupier.coups import play
from tests.house.long_record import lay_entries
from tests.rig.rows import every_row
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, ready_table

SCHEMAS = Path(settings.BASE_DIR) / "docs" / "schemas"


@pytest.fixture
def table(db: None) -> AtTable:
    """A table with a coup, and a remark that a spreadsheet might take for something to do."""
    found = ready_table()
    play(found, "P100@2", "B50@3")
    found.cast.comunale.does("annotate", text="=HYPERLINK(1;2)\r\n@second line")
    return found


def handed_out(client: Client, name: str, *args: object, form: str, nonce: str = "one", query: str = "") -> bytes:
    answer: Any = client.post(reverse(name, args=args) + query, {"form": form, "nonce": nonce})
    assert answer.status_code == 200, answer.content.decode()
    assert answer.streaming
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    return b"".join(answer.streaming_content)


# --- for a spreadsheet


@every_row("sign", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "\t=", "＝", "＋", "－", "＠"])
def test_no_cell_begins_like_a_formula(sign: str) -> None:
    assert cell(f"{sign}1+1").startswith("'")
    assert cell("1=1") == "1=1"


@every_row("text", ["1\n2", "\n5", "5\n", "-1\r\n2"])
def test_no_cell_has_a_second_line_though_it_is_of_digits(text: str) -> None:
    assert len(cell(text).splitlines()) == 1
    assert (cell("−1 250,50 €"), cell("€\u00a05")) == ("-1 250,50 €", "€\u00a05")


def test_amounts_are_written_as_italy_writes_them() -> None:
    assert [amount(cents) for cents in (125050, 5, -1900, 0)] == ["1250,50", "0,05", "-19,00", "0,00"]
    assert lines([["a;b", 'c"d', None, "e\r\nf"]]) == b'"a;b";"c""d";;e f\r\n'


def test_a_register_for_a_spreadsheet_has_a_line_for_each_entry(table: AtTable) -> None:
    raw = handed_out(signed_in(Role.AUDITOR, language="it"), "register", "T3", form="csv")
    assert raw.startswith(b"\xef\xbb\xbfRegistro;Numero;")
    assert raw.count(b"\n") == raw.count(b"\r\n") == table.number + 1
    heads, *rows = csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=";")
    assert [row[1] for row in rows] == [str(number) for number in range(1, table.number + 1)]
    entries = dict(Entry.objects.filter(register="T3").values_list("number", "digest"))
    assert [row[-1] for row in rows] == [entries[number] for number in range(1, table.number + 1)]
    assert not [value for row in rows for value in row if value.startswith(("=", "+", "-", "@"))]
    noted = rows[-1]
    assert "=HYPERLINK(1;2) @second line" in noted[heads.index("Atto")]
    burned = next(row for row in rows if row[heads.index("Colpo")] == "1")
    assert burned[heads.index("Taglia")] == "1"


def test_a_file_has_what_the_page_was_asked_for(table: AtTable) -> None:
    client = signed_in(Role.AUDITOR)
    raw = handed_out(client, "register", "T3", form="csv", query="?verb=place")
    rows = raw.decode("utf-8-sig").splitlines()[1:]
    assert len(rows) == Entry.objects.filter(register="T3", verb="place").count() == 2
    [export] = Export.objects.values_list("report", "of", "form", "copy")
    assert export == ("register", "T3?verb=place", "csv", 1)


def test_a_long_register_is_never_read_as_a_whole(table: AtTable) -> None:
    lay_entries(table.row, 1500)
    answer: Any = signed_in(Role.AUDITOR).post(reverse("register", args=["T3"]), {"form": "csv", "nonce": "one"})
    assert answer.streaming
    pieces = list(answer.streaming_content)
    assert sum(piece.count(b"\n") for piece in pieces) == table.number + 1
    assert len(pieces) > 2
    assert max(map(len, pieces)) < 2 * PIECE_BYTES


# --- as JSON


def test_json_is_as_its_schema_says(table: AtTable) -> None:
    raw = handed_out(signed_in(Role.AUDITOR, language="en"), "register", "T3", form="json")
    file = msgspec.json.decode(raw, type=RegisterFile)
    assert (file.of, file.language, file.copy) == ("T3", "en", 1)
    entries = list(Entry.objects.filter(register="T3").order_by("number"))
    assert [(it.number, it.utc, it.digest) for it in file.entries] == [
        (it.number, stamp(it.at), it.digest) for it in entries
    ]
    placed = next(it for it in file.entries if it.verb == "place")
    assert placed.played is not None
    assert (placed.played.taglia, placed.played.coup, placed.played.step) == (1, 1, 1)


def test_an_empty_file_is_json_too(table: AtTable) -> None:
    raw = handed_out(signed_in(Role.AUDITOR), "register", "T3", form="json", query="?verb=void_shoe")
    assert msgspec.json.decode(raw, type=RegisterFile).entries == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", FILES)
def test_every_schema_is_published_as_the_code_has_it(name: str, client: Client, db: None) -> None:
    stored = (SCHEMAS / f"{name}.json").read_bytes()
    assert stored == schema(name), "docs/schemas is made from the types: make paper"
    assert client.get(reverse("schema", args=[name])).content == stored
    published = json.loads(stored)
    assert published["$id"] == reverse("schema", args=[name])
    [of_file] = [it for key, it in published["$defs"].items() if published["$ref"].endswith(f"/{key}")]
    assert {"schema", "version", "of", "language", "copy"} <= of_file["properties"].keys()
    assert client.get("/records/schemas/nothing.json").status_code == 404


# --- what was refused


def test_refused_acts_are_handed_out_as_their_page_has_them(table: AtTable) -> None:
    table.cast.dealer.is_refused(Code.PHASE, "burn")
    table.cast.dealer.is_refused(Code.PHASE, "settle")
    client = signed_in(Role.AUDITOR, language="en")
    file = msgspec.json.decode(handed_out(client, "refused", "T3", form="json"), type=RefusalsFile)
    assert [(it.number, it.actor, it.code) for it in file.refused] == [
        (it.number, it.actor, it.code) for it in Refusal.objects.filter(register="T3").order_by("pk")
    ]
    assert len(file.refused) == 2
    raw = handed_out(client, "refused", "T3", form="csv", nonce="two", query="?verb=burn").decode("utf-8-sig")
    heads, *rows = csv.reader(io.StringIO(raw), delimiter=";")
    assert [len(heads)] == [len(row) for row in rows] == [8]
    assert list(Export.objects.order_by("pk").values_list("of", flat=True)) == ["T3 refused", "T3 refused?verb=burn"]


# --- what leaves the house is on record


def test_every_copy_is_entered_and_the_same_press_gets_the_same_one(table: AtTable) -> None:
    client = signed_in(Role.AUDITOR)
    for nonce in ("one", "one", "two"):
        handed_out(client, "register", "T3", form="json", nonce=nonce)
    assert list(Export.objects.order_by("copy").values_list("copy", flat=True)) == [1, 2]
    assert Entry.objects.filter(register=HOUSE, verb="export").count() == 2


def test_a_day_and_the_house_are_handed_out_too(table: AtTable) -> None:
    client = signed_in(Role.DIREZIONE)
    day = msgspec.json.decode(handed_out(client, "day", form="json"), type=RegisterFile)
    assert {it.register for it in day.entries} == {"T3"}
    house = msgspec.json.decode(handed_out(client, "house_register", form="json", nonce="two"), type=RegisterFile)
    assert {it.register for it in house.entries} == {HOUSE}
    assert house.entries[-1].verb == "export"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("given", [{"form": "pdf", "nonce": "one"}, {"form": "csv", "nonce": ""}, {}])
def test_a_press_that_cannot_be_is_answered_with_a_sentence_and_nothing_leaves(
    table: AtTable, given: dict[str, str]
) -> None:
    answer = signed_in(Role.AUDITOR).post(reverse("register", args=["T3"]), given)
    assert answer.status_code == 422
    assert not Export.objects.exists()


def test_who_may_not_read_a_register_gets_no_file_of_it(table: AtTable) -> None:
    for role, name in ((Role.DEALER, "register"), (Role.ISPETTORE_GIOCO, "house_register")):
        given = ["T3"] if name == "register" else []
        answer = signed_in(role).post(reverse(name, args=given), {"form": "csv", "nonce": "one"})
        assert answer.status_code == 403
    assert not Export.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_the_server_is_given_a_file_piece_by_piece() -> None:
    from asgiref.sync import sync_to_async

    def prepare() -> tuple[dict[str, str], bytes]:
        ready_table()
        client: Any = signed_in(Role.AUDITOR, language="de")
        whole = client.post(reverse("register", args=["T3"]), {"form": "csv", "nonce": "whole"})
        return {name: it.value for name, it in client.cookies.items()}, b"".join(whole.streaming_content)

    client = AsyncClient()
    cookies, whole = await sync_to_async(prepare)()
    client.cookies.load(cookies)
    answer: Any = await client.post(reverse("register", args=["T3"]), {"form": "csv", "nonce": "one"})
    assert answer.streaming
    sent = b"".join([piece async for piece in answer])
    assert b"Hauszeit" in sent
    assert sent == whole
