"""A migration that has landed is never edited again, and needs nothing of the house that may change."""

from pathlib import Path

import pytest

from tests.upgrade.landed import LIST, ROOT, add, faults, listed, migrations

FIRST, SECOND = "table/migrations/0001_initial.py", "procedures/migrations/0001_initial.py"


@pytest.fixture
def landed(tmp_path: Path) -> tuple[Path, Path]:
    """A tree in which two migrations have landed, and its list."""
    for path in (FIRST, SECOND, "table/migrations/__init__.py"):
        write(tmp_path / path, "from django.db import migrations\n")
    add(tmp_path, tmp_path / "landed.txt")
    assert list(faults(tmp_path, tmp_path / "landed.txt")) == []
    return tmp_path, tmp_path / "landed.txt"


def write(path: Path, source: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")


def test_every_migration_of_the_house_is_as_it_landed() -> None:
    assert {FIRST, SECOND, "table/migrations/0002_append_only.py"} <= listed(LIST).keys() == migrations(ROOT).keys()
    assert list(faults(ROOT, LIST)) == []


def test_one_that_is_edited_is_named_and_not_entered_anew(landed: tuple[Path, Path]) -> None:
    root, listing = landed
    write(root / FIRST, "from django.db import migrations, models\n")
    [said] = faults(root, listing)
    assert said.startswith(f"{FIRST} was edited after it had landed")
    add(root, listing)
    assert list(faults(root, listing)) == [said]


def test_one_that_is_gone_is_named(landed: tuple[Path, Path]) -> None:
    root, listing = landed
    (root / SECOND).unlink()
    [said] = faults(root, listing)
    assert said.startswith(f"{SECOND} has landed and is gone")
    add(root, listing)
    assert list(faults(root, listing)) == [said]


def test_a_new_one_is_named_until_it_is_entered(landed: tuple[Path, Path]) -> None:
    root, listing = landed
    before = listed(listing)
    write(root / "table/migrations/0002_more.py", "")
    assert list(faults(root, listing)) == [
        "table/migrations/0002_more.py is in no list of landed migrations: `make landed` enters it."
    ]
    add(root, listing)
    assert list(faults(root, listing)) == []
    assert listed(listing).items() >= before.items()


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("from table import append_only\n", "table"),
        ("import table.models\n", "table.models"),
        ("def f():\n    from procedures.cases import follow\n", "procedures.cases"),
        ("import os, config.settings\n", "config.settings"),
        ("from . import helpers\n", "."),
    ],
)
def test_one_that_imports_something_of_the_house_is_named(landed: tuple[Path, Path], source: str, name: str) -> None:
    root, listing = landed
    write(root / "table/migrations/0002_more.py", source)
    add(root, listing)
    [said] = faults(root, listing)
    assert said.startswith(f"table/migrations/0002_more.py imports {name}:")
