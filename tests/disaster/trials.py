"""A backup is changed and restored: what came of it, and what lies where nothing of it may."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import NamedTuple

from django.core.management import CommandError
from django.db import connection

from table.backup import keys
from table.record import seals
from tests.backup.houses import Home, ends, restored
from tests.disaster.houses import Backup, Houses, holds, name_here
from tests.disaster.mutations import MUTATIONS, Mutation, dressed

MAY_BE_WRITTEN = re.compile(
    r"house/(seals|seal_key|secret_key|pin_pepper)(\.before-\w+)?|house/backups(/last\.json)?"
    r"|\.|house|databases/copy-\d+-\d+\.sqlite3(\.before-\w+|-wal|-shm)?"
)
"""What restoring may write, below the folder of the trial; the databases of SQLite lie beside it."""
SERVING = "-serving"
"""How the lock of a house on SQLite ends, which is taken whether anything is restored or not."""
NOWHERE = (Path("/tmp/sabot-outside"), Path.home() / "outside")


class Outcome(StrEnum):
    """How it went."""

    REFUSED = "refused in a sentence"
    RESTORED = "restored as it was"
    DIFFERENT = "silently different"
    TRACEBACK = "traceback"


class Trial(NamedTuple):
    """What was tried, by which number of the seed, what came of it, and what lies outside."""

    number: int
    mutation: Mutation
    outcome: Outcome
    answer: str
    outside: Sequence[str] = ()


def trials(
    houses: Houses, *, seed: int, count: int, first: int = 0, among: Sequence[Mutation] = MUTATIONS
) -> Iterator[Trial]:
    """So many of them, each way in turn; the same seed brings the same."""
    for number in range(first, first + count):
        mutation = among[number % len(among)]
        yield _tried(houses, number, mutation, Random(f"{seed} {houses.engine.name} {number}"))


def _tried(houses: Houses, number: int, mutation: Mutation, rng: Random) -> Trial:
    with houses.copied() as at:
        mutation.change(rng, at, houses)
        before, there = _state(at), set(_paths(houses, at))
        try:
            answer = restored(at, "--replace", name_here())
            outcome = Outcome.RESTORED if _is_as_it_was(at, houses, answer) else Outcome.DIFFERENT
        except CommandError as refused:
            answer = str(refused)
            refused_well = _state(at) == before and answer.strip() and all(map(str.isprintable, answer.splitlines()))
            outcome = Outcome.REFUSED if refused_well else Outcome.DIFFERENT
        except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
            outcome, answer = Outcome.TRACEBACK, f"{type(error).__name__}: {error}"
        connection.close()
        paths = {*_paths(houses, at)}
        allowed = set() if outcome is Outcome.REFUSED else {it for it in paths if MAY_BE_WRITTEN.fullmatch(it)}
        outside = sorted(it for it in paths - there - allowed if not it.endswith(SERVING))
        return Trial(number, mutation, outcome, answer, outside)


def _is_as_it_was(at: Home, houses: Houses, answer: str) -> bool:
    """Whether it is the house of one of its backups, with its keys, every seal of here, and what is lost was said."""
    source = houses.folder / "house"
    same_keys = all(it.read_bytes() == (source / it.name).read_bytes() for it in keys.files().values() if it.exists())
    all_seals = set(seals.own().seals) >= set(seals.in_lines((source / "seals").read_bytes()).seals)
    found = [it for it in (houses.own, houses.older) if _is_it(it)]
    return bool(found) and same_keys and all_seals and "Sealed after that, and not in this backup: T3" in answer


def _is_it(backup: Backup) -> bool:
    return holds(backup) == backup.holds


def _state(at: Home) -> tuple[object, ...]:
    """What is not touched where nothing is restored."""
    there = {it: it.read_bytes() for it in sorted(at.folder.rglob("*")) if it.is_file()}
    return ends(), there


def _paths(houses: Houses, at: Home) -> Iterator[str]:
    """The name of everything below the trial, of the databases, and of what a path may lead to."""
    for path in (at.folder.parent, *at.folder.parent.rglob("*")):
        yield path.relative_to(at.folder.parent).as_posix()
    for path in houses.folder.glob("*"):
        yield "tried" if path.name == "tried" else f"beside/{path.name}"
    for path in (houses.folder / "databases").glob("*"):
        yield f"databases/{path.name}"
    yield from (str(path) for path in NOWHERE if path.exists())


def summed(found: Sequence[Trial]) -> Iterator[str]:
    """A table of Markdown: a line for each way, and the sum."""
    columns = [*Outcome]
    yield f"| What was done to it | by | tried | {' | '.join(columns)} | files written outside |"
    yield f"|---|---|{'--:|' * (len(columns) + 2)}"
    for mutation in MUTATIONS:
        yield _line(mutation.name, "who has the key" if mutation.has_the_key else "nobody’s key", mutation, found)
    yield _line("**all**", "", None, found)


def _line(name: str, by: str, mutation: Mutation | None, found: Sequence[Trial]) -> str:
    own = [it for it in found if mutation in (None, it.mutation)]
    counted = Counter(it.outcome for it in own)
    outside = sum(bool(it.outside) for it in own)
    return f"| {name} | {by} | {len(own)} | {' | '.join(str(counted[it]) for it in Outcome)} | {outside} |"


def wrong(found: Sequence[Trial]) -> list[Trial]:
    """Those of which nothing good is to be said; that what nobody changed is refused is among them."""
    return [it for it in found if it.outcome in _never(it.mutation) or it.outside]


def _never(mutation: Mutation) -> set[Outcome]:
    never = {Outcome.DIFFERENT, Outcome.TRACEBACK}
    return never | {Outcome.REFUSED} if mutation.change is dressed else never
