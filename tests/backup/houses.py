"""A house with keys and seals of its own in a folder, its backup in another one, and what the commands say."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from django.utils import translation

from table.backup import keys
from table.backup.facts import facts
from table.models import HOUSE, Entry
from tests.rig.engines import Engine, at_home_in

PASSPHRASE = "le carte parlano da sole"


class Home(NamedTuple):
    """The folder in which a house keeps what lies beside its database."""

    folder: Path

    @property
    def seals(self) -> Path:
        """The file of its seals."""
        return self.folder / "seals"

    @property
    def backup(self) -> Path:
        """Where this test backs it up."""
        return self.folder / "house.sabot"

    @property
    def passphrase(self) -> Path:
        """The file of the passphrase."""
        return self.folder / "passphrase"


@contextmanager
def home(folder: Path) -> Iterator[Home]:
    """Keys, seals and backups of this process lie there, and a passphrase takes no time."""
    folder.mkdir(exist_ok=True)
    found = Home(folder)
    found.passphrase.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    found.passphrase.chmod(0o600)
    files = {"SECRET_KEY_FILE": "secret_key", "SEAL_KEY_FILE": "seal_key", "SEALS_FILE": "seals", "BACKUPS": "backups"}
    files |= {"PIN_PEPPER_FILE": "pin_pepper", "EXPORTS": "exports", "STARTS": "starts"}
    there = {name: folder / it for name, it in files.items()}
    with override_settings(**there), patch.object(keys, "COST", 2), translation.override("en"):
        yield found


@contextmanager
def another_machine(engine: Engine, folder: Path) -> Iterator[Home]:
    """Nothing of the house is there: another folder, an empty database, another key to sign with."""
    another = {"SECRET_KEY": "another"}
    elsewhere = override_settings(**another)
    with engine.fresh() as url, at_home_in(url), home(folder) as found, elsewhere, patch.dict(os.environ, another):
        yield found


def said(*arguments: object) -> str:
    """What a command prints."""
    paper = io.StringIO()
    with translation.override("en"):
        call_command(*map(str, arguments), stdout=paper)
    return paper.getvalue()


def refusal(*arguments: object) -> str:
    """With what a command fails."""
    with pytest.raises(CommandError) as failed:
        said(*arguments)
    return str(failed.value)


def back_up(at: Home) -> str:
    """`manage.py backup` as a timer calls it."""
    return said("backup", at.backup, "--passphrase-file", at.passphrase)


def restored(of: Home, *more: object, by: str = "delia") -> str:
    """`manage.py restore` of that house on this machine."""
    return said("restore", of.backup, "--passphrase-file", of.passphrase, "--by", by, *more)


def not_restored(of: Home, *more: object, by: str = "delia") -> str:
    """Why not."""
    return refusal("restore", of.backup, "--passphrase-file", of.passphrase, "--by", by, *more)


def ends() -> dict[str, int]:
    """The number of the last entry of each register."""
    with connection.cursor() as cursor:

        def ask(query: str) -> list[tuple[Any, ...]]:
            cursor.execute(query)
            return list(cursor.fetchall())

        return {code: end.number for code, end in facts(ask).registers.items()}


def last_of_the_house() -> Entry:
    """The last entry of the house's register."""
    found = Entry.objects.filter(register=HOUSE).order_by("-number").first()
    assert found
    return found


def names_in(folder: Path) -> set[str]:
    """The names of everything in a folder."""
    return {path.name for path in folder.iterdir()}
