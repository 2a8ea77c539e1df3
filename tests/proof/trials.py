"""Trials of the promises: a house is altered by chance, way after way, and the tool that is named has to find it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction

from tests.proof.altered import WAYS
from tests.proof.exports import found
from tests.proof.promises import promises
from tests.rig.tampering import said


class Trial(NamedTuple):
    """What was altered, in which way, by which tool it has to be found, and whether it was; or how the tool broke."""

    way: str
    altered: str
    tool: str
    noticed: bool
    broke: str = ""


def trials(*, seed: int, count: int, ways: Sequence[str] = (*WAYS,)) -> Iterator[Trial]:
    """So many, each of these ways in turn; the house is as it was after each."""
    rng, named = Random(seed), promises()
    for number in range(count):
        way = ways[number % len(ways)]
        with as_it_was():
            altered = WAYS[way](rng)
            yield tried(way, altered, named[way])


@contextmanager
def as_it_was() -> Iterator[None]:
    """Database and seals are afterwards what they were."""
    path = Path(settings.SEALS_FILE)
    before = path.read_bytes()
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    # Meanwhile a register is dealt again elsewhere, which takes as long as it takes.
                    cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield
            transaction.set_rollback(True)
    finally:
        path.write_bytes(before)


def tried(way: str, altered: str | bytes, tool: str) -> Trial:
    """What the tool says of it."""
    name = altered if isinstance(altered, str) else f"a byte of {len(altered)}"
    try:
        noticed = bool(found(altered)) if isinstance(altered, bytes) else not_sound(tool)
    except Exception as error:  # noqa: BLE001 - whatever it is, the tool has broken by it
        return Trial(way, name, tool, noticed=False, broke=repr(error))
    return Trial(way, name, tool, noticed=noticed)


def not_sound(tool: str) -> bool:
    """Whether this command of `manage.py` ends with registers that are not sound."""
    return said(*tool.removeprefix("manage.py ").split(), "--all")[-1].startswith("Not sound")


def summed(trials: list[Trial]) -> list[str]:
    """A table of them, as in docs/security.md."""
    lines = ["| What was altered | Found by | Tried | Unnoticed |", "|---|---|--:|--:|"]
    for way in dict.fromkeys(it.way for it in trials):
        own = [it for it in trials if it.way == way]
        missed = sum(not it.noticed for it in own)
        lines.append(f"| {way} | `{own[0].tool}` | {len(own)} | {missed} |")
    missed = sum(not it.noticed for it in trials)
    return [*lines, f"| **all** | | {len(trials)} | {missed} |"]
