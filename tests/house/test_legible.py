"""What cannot be written comes no further than the gate: no address, no cookie, no header and no form with it."""

import sys
from http.cookies import SimpleCookie
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from table.access import pairing
from table.models import HOUSE, Entry, Person
from table.play.texts import all_legible, decode, legible, surely_legible, written
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
ADDRESSES = [
    "/houses/%00/",
    "/tables/T3%00/dealer/",
    "/tables/T3%0a/register/",
    "/records/?table=T3%00",
    "/records/day/?day=2026-01-01%1b",
    "/sign-in/?next=%00",
    "/?a%00b=1",
    "/admin/table/entry/?q=%00",
    "/office/people/%E2%80%AE/",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_cannot_be_written_is_answered_with_a_sentence(client: Client, address: str) -> None:
    answer = client.get(address, headers={"accept-language": "en"})
    assert answer.status_code == 400
    assert "control character" in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_programs_are_answered_as_programs_are(client: Client) -> None:
    answer = client.get("/api/v1/tables/T3%00/coups")
    assert (answer.status_code, answer.json()["code"]) == (400, "characters")


@pytest.mark.parametrize("form", [{"badge": "a\x00", "pin": "1"}, {"b\x00": "1"}, {"badge": "a\x1b[2J", "pin": "1"}])
def test_a_form_that_cannot_be_written_signs_nobody_in(client: Client, form: dict[str, str]) -> None:
    ready_table()
    before = Entry.objects.filter(register=HOUSE).count()
    answer = client.post("/sign-in/", form, headers={"accept-language": "de"})
    assert answer.status_code == 400
    assert "Steuerzeichen" in answer.content.decode()
    assert Entry.objects.filter(register=HOUSE).count() == before


def test_a_form_may_hold_a_text_of_several_lines(client: Client) -> None:
    assert client.post("/sign-in/", {"badge": "dario", "pin": "1", "text": "one\r\n\ttwo"}).status_code == 403


@pytest.mark.parametrize("name", [settings.SESSION_COOKIE_NAME, pairing.COOKIE, settings.LANGUAGE_COOKIE_NAME, "other"])
def test_a_cookie_that_cannot_be_written_goes_no_further(client: Client, name: str) -> None:
    client.cookies = SimpleCookie()
    client.cookies[name] = "a\x00b"
    assert client.get("/display/").status_code == 400


def test_a_header_is_read_as_it_was_meant(client: Client) -> None:
    assert client.get("/", headers={"user-agent": "a\x00b"}).status_code == 400
    meant = "Überwachung – à".encode().decode("latin-1")
    assert client.get("/", headers={"user-agent": meant}).status_code == 200


def test_a_command_refuses_what_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("chief\x1b[2J\n482915\n"))
    with pytest.raises(CommandError, match="chief"):
        call_command("direzione")
    assert not Person.objects.exists()


def test_what_can_be_written_is_known_by_its_signs() -> None:
    assert legible("Schröder–Müller 李 «7♠»")
    assert not legible("one\ntwo")
    assert legible("one\ntwo\t", lines=True)
    assert not legible("one\u2028two", lines=True)
    assert all_legible({"a": [1, None, {"b": "c"}]})
    assert not all_legible({"a": [1, None, {"b\x00": "c"}]}, lines=True)
    assert not all_legible([("a", "b\ud800")])
    deep: object = "\x00"
    for _ in range(2000):
        deep = [deep]
    assert not all_legible(deep), "deeper than Python's stack"
    assert surely_legible('{"a": "b"}')
    assert not surely_legible('{"a": "\\u0000"}')
    assert written("a\x00" + "b" * 50, 4) == "a�bb"


NO_JSON: list[str | bytes] = ["", "{", "[" * 2000, '{"a":' * 2000, "9" * 5000, b"\xff", "\ud800", '"\\ud800"', "null"]


@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_no_json_of_its_form_is_known_by_one_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode(text, dict[str, int])
