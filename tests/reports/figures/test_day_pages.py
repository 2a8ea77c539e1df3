"""The page of a day's figures and its files: who reads them, what an address may ask for, and what leaves the house."""

import json
import re
from datetime import UTC, datetime

import msgspec
import pytest
import time_machine

from table.models import Export
from table.reports.registers.forms import VERSION, DayFile
from table.rules.profile import Role
from tests.house.reader import LANGUAGES
from tests.reports.figures.evening import small_evening
from tests.reports.figures.test_day import BY_PERSON
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
ADDRESS = "/records/day/figures/"


@pytest.fixture(autouse=True)
def _an_evening() -> None:
    small_evening(ready_table())


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_no_empty_column_and_no_dash_in_any_language(language: str) -> None:
    page = signed_in(Role.DIREZIONE, language=language).get(ADDRESS).content.decode()
    for table in re.findall(r'<table class="day-table">(.*?)</table>', page, re.DOTALL):
        rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr.*?</tr>", table)[1:]]
        assert all(any(column) for column in zip(*rows, strict=True))
        assert not any(cell in ("-", "–", "—") for row in rows for cell in row)
    assert "360" in page


def test_those_who_supervise_read_it_and_nobody_else() -> None:
    readers = {it for it in Role if it is not Role.SHOE and signed_in(it).get(ADDRESS).status_code == 200}
    assert readers == {
        Role.ISPETTORE_GIOCO,
        Role.ISPETTORE_COMUNALE,
        Role.CAPO_ISOLA,
        Role.CAPO_TAVOLO,
        Role.DIREZIONE,
        Role.AUDITOR,
    }


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?on=2026-13-01", "is no day"),
        ("?tables=T9", "There is no table “T9”."),
        ("?tables=" + "T3+" * 40, "by their codes"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(query: str, said: str) -> None:
    answer = signed_in(Role.AUDITOR, language="en").get(ADDRESS + query)
    assert answer.status_code == 400
    assert said in answer.content.decode()


def test_a_day_without_entries_says_so() -> None:
    page = signed_in(Role.AUDITOR, language="en").get(f"{ADDRESS}?on=2020-01-01").content.decode()
    assert "Nothing was entered at any table on that day." in page


def test_every_form_leaves_the_house_with_an_entry_and_the_json_is_as_its_schema_says() -> None:
    client = signed_in(Role.AUDITOR, language="en")
    made = {form: client.post(ADDRESS, {"nonce": f"n-{form}", "form": form}).content for form in ("pdf", "csv", "json")}
    assert made["pdf"].startswith(b"%PDF")
    read = msgspec.json.decode(made["json"], type=DayFile)
    assert (read.schema, read.version, read.of) == ("day", VERSION, Export.objects.get(form="json").of)
    assert (read.copy, read.tables[0].turnover, read.tables[0].win) == (3, 36_000, 7_000), "the third copy that left"
    lines = made["csv"].decode("utf-8-sig").split("\r\n")
    assert "Win over turnover by box;Banco;turnover;25000" in lines
    assert {it.form for it in Export.objects.all()} == {"pdf", "csv", "json"}
    assert {it.report for it in Export.objects.all()} == {"statistics"}


def test_the_same_figures_make_the_same_paper() -> None:
    client = signed_in(Role.AUDITOR, language="de")
    # The hours of a table that is open go on while the papers are made.
    with time_machine.travel(datetime.now(UTC), tick=False):
        first, again = (client.post(f"{ADDRESS}?tables=T3", {"nonce": "n-1", "form": "pdf"}).content for _ in range(2))
    assert first == again


def test_what_tells_of_persons_is_entered_as_such() -> None:
    small_evening(ready_table(BY_PERSON, code="T4"))
    client = signed_in(Role.DIREZIONE, language="en")
    read = json.loads(client.post(ADDRESS, {"nonce": "n-1", "form": "json"}).content)
    assert {it["badge"] for it in read["dealers"]} == {"dario"}
    assert Export.objects.get().of.endswith(" by person")
    other = json.loads(signed_in(Role.AUDITOR).post(ADDRESS, {"nonce": "n-2", "form": "json"}).content)
    assert other["dealers"] is None
