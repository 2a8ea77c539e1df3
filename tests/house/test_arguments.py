"""Arguments of commands: a number that cannot be, and what is empty, is refused in a sentence, and nothing is done."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.service import healthy, night

pytestmark = pytest.mark.usefixtures("in_english")
NUMBERS = [
    "replay house --within",
    "starts T1 --minutes",
    "deal evening.taglia --speed",
    "feed ws://127.0.0.1:1/ cards --token-file token --every",
]
NAMES = [
    "backup",
    "backup FILE --passphrase-file",
    "deal",
    "deal evening.taglia --table",
    "demo --address",
    "export --by ada house",
    "export --by ada --all --since-last",
    "move",
    "odds --profile",
    "play --table",
    "restore --by ada",
    "restore FILE --by ada --keys",
    "verify house --against",
]


@pytest.mark.parametrize("number", ["-1", "nan", "inf", "1e300", ""])
@pytest.mark.parametrize("line", NUMBERS)
def test_a_number_lies_within_bounds_that_its_option_names(line: str, number: str) -> None:
    with pytest.raises(CommandError, match=f"“{number}” is no (number from .* to|pause: it is)"):
        call_command(*line.split(), number)


@pytest.mark.parametrize("line", NAMES)
def test_what_is_empty_names_no_file_and_no_table(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="What is empty names nothing"):
        call_command(*line.split(), "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("program", "words"), [(night.main, ["24:00", "7", "nan", ""]), (healthy.main, ["nan", "-1", "0", "99999", ""])]
)
def test_a_program_names_the_hour_and_the_port_that_cannot_be(program: Callable[[str], None], words: list[str]) -> None:
    for word in words:
        with pytest.raises(SystemExit, match=f"“{word}” is "):
            program(word)
