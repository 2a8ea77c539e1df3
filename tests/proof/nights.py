"""Nights of a house: what was entered since the last one is handed out into a folder of its day."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from unittest.mock import patch

from django.core.management import call_command
from django.utils import timezone, translation

from table.record import seals
from tests.rig.tables import AtTable

CODES = ("T1", "T2", "T3")


@contextmanager
def on(day: int) -> Iterator[None]:
    """It is this day of January."""
    with patch.object(timezone, "localdate", lambda: date(2026, 1, day)):
        yield


def night(folder: Path, day: int, *more: object) -> list[str]:
    """What `manage.py export --all --since-last` says in this night, its warnings first."""
    paper, warned = io.StringIO(), io.StringIO()
    arguments = ("export", "--all", "--since-last", str(folder), "--by", "aldo", *map(str, more))
    with on(day), translation.override("en"):
        call_command(*arguments, stdout=paper, stderr=warned)
    return [*warned.getvalue().splitlines(), *paper.getvalue().splitlines()]


def played(*tables: AtTable) -> None:
    """Each of these tables has two entries more, and is sealed at the number of the others."""
    for table in tables:
        table.does("tip", amount=500)
        table.does("tip", amount=700)
    for table in reversed(tables):
        assert seals.keep(table.code) is not None


def files(folder: Path, code: str) -> list[Path]:
    """The files of a register, the latest day last."""
    return sorted(folder.rglob(f"{code}.jsonl"))
