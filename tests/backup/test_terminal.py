"""Nothing that a command or the verifier has read is obeyed by a terminal, whoever has written it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management.base import BaseCommand
from django.db import connection

from table.management.packed import packed
from table.models import Entry
from table.verifier.shown import in_one_line, shown
from tests.rig import triggers
from tests.rig.tables import ready_table
from tests.rig.tampering import said

ROOT = Path(__file__).resolve().parent.parent.parent
OBEYED = "\x1b[2J\x07\x9b1A\r\x7f\u202e\u2028"


def test_a_sign_that_a_terminal_obeys_is_written_out_and_every_other_one_stays() -> None:
    assert shown("È «giusto» 🂡\nsì") == "È «giusto» 🂡\nsì"
    assert in_one_line("a\nb") == r"a\u000ab"
    assert shown(OBEYED).isascii()
    assert shown(OBEYED).startswith(r"\u001b[2J\u0007\u009b1A\u000d\u007f")
    assert json.loads(f'"{in_one_line(OBEYED)}"') == OBEYED


def test_lines_and_what_sets_them_in_stay_as_they_are() -> None:
    assert shown("one\n\ttwo\rthree") == "one\n\ttwo\\u000dthree"


def test_whatever_a_command_prints_or_fails_with_is_shown_so() -> None:
    paper = io.StringIO()
    command = BaseCommand(stdout=paper, stderr=paper)
    command.stdout.write(OBEYED)
    command.stderr.write(OBEYED)
    assert paper.getvalue().replace("\n", "").isprintable()


@pytest.mark.django_db
def test_a_register_cannot_print_a_line_that_its_reader_takes_for_another_one() -> None:
    ready_table(seats=1)
    triggers.drop_triggers(connection)
    Entry.objects.filter(register="T3", number=2).update(register="T3\nT4: sound\x1b[2J")
    triggers.create_triggers(connection)
    lines = said("verify", "--all")
    assert "T4: sound" not in lines
    assert all(map(str.isprintable, lines))


def test_the_verifier_shows_what_it_reads(tmp_path: Path) -> None:
    program, export = tmp_path / "sabot-verify.pyz", tmp_path / "T1.jsonl"
    program.write_bytes(packed(ROOT))
    export.write_text('{"head":{"form":"\\u001b[2J\\n\\u009b"}}\n', encoding="utf-8")
    for more in ([], ["--json"]):
        command = [sys.executable, "-I", "-S", str(program), str(export), "--language", "en", *more]
        run = subprocess.run(command, capture_output=True, text=True, check=False, env={})
        assert run.returncode != 0
        assert run.stdout.removesuffix("\n").isprintable(), run.stdout
