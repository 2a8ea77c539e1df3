"""What the documents tell an operator to type does what they say, one line after the other, on a house that is new."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock, patch

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.db import connection

from table.management.packed import packed
from table.management.terminal import quiet_door
from table.record import seals
from tests.backup.houses import PASSPHRASE, Home, another_machine, home
from tests.rig.daphne import ROOT
from tests.rig.demo import demo_house
from tests.rig.engines import Engine

DOCUMENTS = ("docs/running.md", "UPGRADING.md", "docs/scripts.md", "docs/feed.md", "README.md")
TRIED_ELSEWHERE = {
    "make run": "tests/house/test_serving.py and tests/service/test_install.py; `make bundle-check` needs a network",
    "pip install": "tests/backup/test_moving.py, on a PostgreSQL of its own; pip needs a network",
    "python3 table/management/feed_client.py": "tests/shoes/test_feed.py, at a table that is served",
}
"""Blocks that are not run here, by how they begin: where they are tried instead, or why they cannot be."""
LONG = {"--taglie 2": "--taglie 1 --behind 290", "--games 100000": "--games 500", "--speed 2": "--speed 1000"}
"""What takes long is done as well in less."""
MANAGE = ".venv/bin/python manage.py "
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
SENTENCE = re.compile(r"`manage\.py (\w+)")
EXAMPLE = re.compile(r"^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Stopped(Exception):
    """Whoever calls a command that goes on for ever ends it."""


class House(NamedTuple):
    """A house of the demo, what stands for the words of the documents, and how another machine is found."""

    at: Home
    words: dict[str, str]
    pins: Mapping[str, str]
    elsewhere: Callable[[], Any]


def blocks(page: str) -> list[list[str]]:
    """The lines of each block of a page that somebody types, without what is said beside them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = ([re.sub(r"\s+#.*", "", line) for line in block.splitlines()] for block in BLOCK.findall(text))
    return [[line for line in block if line] for block in found]


def test_no_more_than_three_blocks_are_tried_elsewhere() -> None:
    first = [block[0] for page in DOCUMENTS for block in blocks(page)]
    excused = [line for line in first if line.startswith(tuple(TRIED_ELSEWHERE))]
    assert len(excused) == len(TRIED_ELSEWHERE) == 3
    assert len(first) > 10


def test_a_command_of_a_sentence_stands_in_a_block_too() -> None:
    typed = {line.split()[2] for page in DOCUMENTS for block in blocks(page) for line in block if "manage.py" in line}
    in_sentences = {it for page in DOCUMENTS for it in SENTENCE.findall((ROOT / page).read_text(encoding="utf-8"))}
    assert in_sentences - typed == set()


def test_every_command_of_the_documents_has_the_options_that_it_is_given() -> None:
    """What it does is tried below."""
    typed = [it for page in DOCUMENTS for block in blocks(page) for it in block if it.startswith(MANAGE)]
    assert len(typed) > 40
    for line in typed:
        command, *arguments = shlex.split(line.removeprefix(MANAGE))
        parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
        assert vars(parser.parse_args(arguments)), line


@pytest.fixture
def house(sqlite: Engine, tmp_path: Path, django_db_blocker: Any, settings: Any) -> Iterator[House]:
    """A house whose tables have played a little."""
    settings.STATIC_ROOT = tmp_path / "static"
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(quiet_door())
        at = stack.enter_context(home(tmp_path / "house"))
        demo = stack.enter_context(demo_house(sqlite, tmp_path))
        seals.keep("T1")
        evening = tmp_path / "evening.taglia"
        script = EXAMPLE.findall((ROOT / "docs/scripts.md").read_text(encoding="utf-8"))[0]
        evening.write_text(script, encoding="utf-8")
        (tmp_path / "coup").write_text(
            "".join(it for it in script.splitlines(True) if it.startswith(("house", "seat 5", "coup"))), "utf-8"
        )
        words = {
            "BADGE": "direzione",
            "/mnt/safe/sabot.sabot": str(tmp_path / "safe.sabot"),
            "/elsewhere/before.sabot": str(tmp_path / "before.sabot"),
            "/etc/sabot/passphrase": str(at.passphrase),
            "COPY": str(shutil.copy(at.seals, tmp_path / "copy")),
            "PUBLIC": seals.public_key(),
            "sabot.sqlite3": Path(str(connection.settings_dict["NAME"])).name,
            "T1.jsonl": str(tmp_path / "T1.jsonl"),
            "evening.taglia": str(evening),
            "sabot-verify.pyz": str(tmp_path / "sabot-verify.pyz"),
            "ada": "direzione",
            "T2": "TRAINING-1",
        }
        yield House(at, words, demo.pins, lambda: another_machine(sqlite, tmp_path / "another"))


@pytest.mark.faults
def test_every_command_of_the_documents_does_what_it_says(house: House, tmp_path: Path) -> None:
    (tmp_path / "sabot-verify.pyz").write_bytes(packed(ROOT))
    for page in DOCUMENTS:
        for block in blocks(page):
            if not block[0].startswith(tuple(TRIED_ELSEWHERE)):
                for line in block:
                    _typed(house, line)


def _typed(house: House, line: str) -> None:
    for long, short in LONG.items():
        line = line.replace(long, short)
    if line.startswith(MANAGE):
        words = [house.words.get(it, it) for it in shlex.split(line.removeprefix(MANAGE))]
        if "--table" in words:
            # A guest sits there already, by limits of their own table.
            words[1] = words[1].replace("evening.taglia", "coup")
        if "--with" in words:
            words[words.index("--with") + 1] = "comunale"
            (house.at.folder / "seal_key").unlink()
        _command(house, words)
    else:
        program, *typed = (house.words.get(it, it) for it in shlex.split(line))
        assert program == "python3", line
        words = [name for it in typed for name in (_found(house, it) if "*" in it else [it])]
        subprocess.run([sys.executable, "-I", *words], check=True, capture_output=True)


def _found(house: House, names: str) -> list[str]:
    """As a shell finds them."""
    found = sorted(str(it) for it in house.at.folder.glob(names))
    assert found, names
    return found


def _command(house: House, words: list[str]) -> None:
    with ExitStack() as stack:
        if words[0] == "direzione" or (words[0] == "restore" and "--replace" not in words):
            # These begin a house.
            stack.enter_context(house.elsewhere())
        stack.enter_context(_typed_pins(house.pins))
        if "--anew" in words:
            # It is for somebody who is there.
            call_command(words[0])
        if "deliver" in words:
            stack.enter_context(pytest.raises(Stopped))
            stack.enter_context(patch("time.sleep", side_effect=Stopped))
        call_command(*words)


@contextmanager
def _typed_pins(pins: Mapping[str, str]) -> Iterator[None]:
    """Whoever sits at the terminal answers what they are asked: their PIN, or the passphrase."""

    def answers(prompt: str = "", *_more: object) -> str:
        own = (pin for badge, pin in pins.items() if badge in prompt)
        return next(own, "482913" if "PIN" in prompt else "ada" if "Badge" in prompt else PASSPHRASE)

    terminal = Mock(isatty=lambda: True)
    with patch("builtins.input", answers), patch("getpass.getpass", answers), patch("sys.stdin", terminal):
        yield
