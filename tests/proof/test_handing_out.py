"""Registers are handed out for proof from a page and by a command, to those who may, and every copy is on record."""

import asyncio
import errno
import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import StreamingHttpResponse
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from table.models import HOUSE, Entry, Export
from table.record import seals
from table.record.proof.export import lines
from table.rules.profile import Role
from table.rules.readers import READERS, Report
from table.verifier.__main__ import main
from table.verifier.files import check as check_file
from table.verifier.head import End
from table.views.reports.handing_out import PIECE_BYTES, AsMade, in_pieces
from tests.croupier import coups
from tests.proof.exports import an_evening, check, exported, sealed_in
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable

pytestmark = pytest.mark.django_db
PAGE = "/records/proof/"


@pytest.fixture
def evening(settings: Any, tmp_path: Path) -> AtTable:
    """An evening, with key and seals of its own."""
    sealed_in(settings, tmp_path)
    return an_evening()


def whole(answer: Any) -> bytes:
    """What a browser would save."""
    assert isinstance(answer, StreamingHttpResponse)
    return answer.getvalue()


# --- the page


@pytest.mark.one_in(4)
@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SHOE])
def test_only_those_who_may_hand_a_register_out_open_the_page(evening: AtTable, role: Role) -> None:
    client = signed_in(role)
    may = role in READERS[Report.PROOF]
    assert client.get(PAGE).status_code == (200 if may else 403)
    assert client.post(PAGE, {"of": "T3", "nonce": "n-1"}).status_code == (200 if may else 403)
    assert Export.objects.exists() == may
    assert (PAGE in client.get("/").content.decode()) == may


def test_nobody_opens_it_without_signing_in(client: Any) -> None:
    assert client.get(PAGE).status_code == 302


def test_the_page_tells_how_far_each_register_has_come_and_the_key(evening: AtTable) -> None:
    page = signed_in(Role.AUDITOR, language="en").get(PAGE).content.decode()
    assert evening.row.digest in page
    assert seals.public_key() in page


def test_what_is_handed_out_is_sound_and_on_record_and_the_same_press_is_one_copy(evening: AtTable) -> None:
    client = signed_in(Role.AUDITOR)
    form = {"of": "T3", "nonce": "n-1"}
    answer = client.post(PAGE, form)
    assert answer["Content-Type"] == "application/x-ndjson"
    assert answer["Content-Disposition"] == 'attachment; filename="sabot-proof-T3-copy-1.jsonl"'
    assert check(whole(answer)).entries == evening.number
    assert check(whole(client.post(PAGE, form))).entries == evening.number
    assert Export.objects.count() == 1
    client.post(PAGE, form | {"nonce": "n-2"})
    assert list(Export.objects.values_list("report", "of", "form", "copy")) == [
        ("proof", "T3", "jsonl", 1),
        ("proof", "T3", "jsonl", 2),
    ]


@pytest.mark.parametrize("of", ["", "T9", "../T3"])
def test_a_register_that_nobody_has_is_refused_in_a_sentence(evening: AtTable, of: str) -> None:
    answer = signed_in(Role.AUDITOR, language="en").post(PAGE, {"of": of, "nonce": "n"})
    assert answer.status_code == 422
    assert f"There is no register “{of}”." in answer.content.decode()
    assert not Export.objects.exists()


def test_it_is_sent_piece_by_piece_and_what_was_begun_is_let_go() -> None:
    source = (bytes([65 + number % 26]) * 999 + b"\n" for number in range(400))
    pieces = in_pieces(source)

    async def first_two() -> list[int]:
        answer, sizes = AsMade(pieces, headers={}), []
        sent = aiter(answer)
        async for piece in sent:
            sizes.append(len(piece))
            if len(sizes) == 2:
                break
        await sent.aclose()  # type: ignore[attr-defined]
        return sizes

    sizes = asyncio.run(first_two())
    assert all(PIECE_BYTES <= size < PIECE_BYTES + 1000 for size in sizes)


def test_the_statements_do_not_grow_with_the_notes_and_lines_of_a_register(evening: AtTable) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            exported(evening.code)
        return len(queries)

    before = statements()
    for number in range(20):
        evening.cast.comunale.does("annotate", text=f"note {number}")
        evening.does("tip", amount=500)
    assert statements() == before


# --- the command


def export(*arguments: object, **outputs: io.StringIO) -> str:
    """What `manage.py export` says."""
    paper = io.StringIO()
    with translation.override("en"):
        call_command("export", *map(str, arguments), stdout=paper, **outputs)
    return paper.getvalue()


def test_the_command_writes_a_register_into_a_file_that_only_its_owner_reads(evening: AtTable, tmp_path: Path) -> None:
    path = tmp_path / "T3.jsonl"
    assert export("T3", path, "--by", "aldo") == f"T3: written to {path}, copy 1.\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert check_file([path]).entries == evening.number
    with pytest.raises(CommandError, match="There is a file already"):
        export("T3", path, "--by", "aldo")
    assert Export.objects.count() == 1


def test_the_command_writes_all_registers_into_a_folder(evening: AtTable, tmp_path: Path) -> None:
    registers = [json.loads(line) for line in export("--all", tmp_path / "out", "--by", "aldo", "--json").splitlines()]
    assert {it["register"] for it in registers} == {"T3", HOUSE}
    for it in registers:
        assert check_file([Path(it["file"])]).register == it["register"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("T3", "--by", "nobody"), "Nobody works here"),
        (("T3", "--by", "dario"), "is not for the role"),
        (("T9", "--by", "aldo"), "There is no register"),
        (("--by", "aldo"), "Name one register or several"),
    ],
)
def test_the_command_refuses_in_a_sentence_and_writes_nothing(
    evening: AtTable, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    *codes, flag, badge = arguments
    with pytest.raises(CommandError, match=sentence):
        export(*codes, tmp_path / "new", flag, badge)
    assert not (tmp_path / "new").exists()
    assert not Export.objects.exists()


# --- with seals that cannot be read


def unfinished(data: bytes) -> bytes:
    """A crash left the last line of the seals without its end."""
    return data + data[:40]


def parted(data: bytes) -> bytes:
    """Somebody who read the seals left a blank line behind them."""
    return data + b"\n"


def damaged(data: bytes) -> bytes:
    """A line in the midst of the seals is none any more."""
    return b"no seal\n" + data


@pytest.mark.parametrize(("how", "status"), [(unfinished, 0), (parted, 0), (damaged, 3)])
def test_a_register_is_handed_out_with_the_seals_that_can_be_read(
    evening: AtTable, tmp_path: Path, how: Callable[[bytes], bytes], status: int
) -> None:
    """An unfinished seal is missing nowhere, nor is a blank line; where a line is none, it and its file say so."""
    path = Path(settings.SEALS_FILE)
    path.write_bytes(how(path.read_bytes()))
    by_page, by_command = tmp_path / "page", tmp_path / "command"
    by_page.write_bytes(whole(signed_in(Role.AUDITOR).post(PAGE, {"of": "T3", "nonce": "n-1"})))
    warned = io.StringIO()
    export("T3", by_command, "--by", "aldo", stderr=warned)
    says = "T3: seals may be missing; lines of the seals of this house that are none: 1.\n"
    assert warned.getvalue() == (says if status else "")
    assert by_page.read_bytes() == by_command.read_bytes()
    assert check_file([by_page]).counted["seals"] == 1
    assert main([str(by_page)]) == status


def test_where_the_seals_cannot_be_read_whoever_hands_a_register_out_is_told_so(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, read_bytes = signed_in(Role.AUDITOR, language="en"), Path.read_bytes

    def but_the_seals(path: Path) -> bytes:
        if path == Path(settings.SEALS_FILE):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return read_bytes(path)

    client.raise_request_exception = False
    monkeypatch.setattr(Path, "read_bytes", but_the_seals)
    answer = client.post(PAGE, {"of": "T3", "nonce": "n-1"})
    assert answer.status_code == 503
    assert "The seals of this house cannot be read: Input/output error." in answer.content.decode()


def test_a_later_file_says_too_that_seals_may_be_missing(evening: AtTable) -> None:
    path, entry = Path(settings.SEALS_FILE), Entry.objects.get(register="T3", number=evening.number - 1)
    path.write_bytes(damaged(path.read_bytes()))
    later = b"".join(lines("T3", after=End(entry.number, entry.digest)))
    assert check(later).counted["seals_unreadable"] == 1


def test_an_export_goes_on_while_the_table_does(evening: AtTable) -> None:
    begun, number = lines(evening.code), evening.number
    first = next(begun)
    evening.does("tip", amount=500)
    assert check(b"".join([first, *begun])).entries == number


def test_no_face_of_a_covered_card_leaves_the_house(evening: AtTable) -> None:
    before = evening.number
    evening.does("open_bets")
    evening.does("keep", coup=evening.coup)
    coups.deal(evening)
    running = [json.loads(line) for line in exported(evening.code).splitlines()[1:-1]]
    text = "".join(str(it) for it in running if it.get("entry", {}).get("number", 0) > before)
    assert "card_drawn" in text
    assert not re.search(r"\b[A2-9TJQK][SHDC]\b", text)
