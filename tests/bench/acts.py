"""A taglia with seven stakes a coup, played through the door act by act, and what each act cost."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from table.record import chain
from table.record.past import replay
from table.rules.cards import Card, points
from table.rules.houses import VENEZIA
from table.rules.profile import MAIN_BOXES
from table.rules.regola import MOST_HAND_CARDS, Claim, Layout, Result, claim_of, lay_out
from table.script.simulation import shuffled
from tests.bench.years import grow
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table

SEED = 16
BETTORS = 7
COUPS = 48
Act = tuple[str, dict[str, Any]]


class Cost(NamedTuple):
    """What an act cost: seconds, and statements beside BEGIN and COMMIT."""

    verb: str
    seconds: float
    statements: int


class Reading(NamedTuple):
    """How long it takes to read a register: to perform a taglia again, and to check the chain of a long one."""

    replayed: int
    replay_seconds: float
    checked: int
    check_seconds: float


class Measured(NamedTuple):
    """The costs of a taglia on an empty register and behind a long one, and of reading them."""

    server: str
    entries: int
    empty: list[Cost]
    long: list[Cost]
    reading: Reading


def measure(engine: Engine, *, entries: int) -> Measured:
    """Fill a register on this engine, and play behind it and on an empty one."""
    with engine.fresh() as old, engine.fresh() as new, at_home_in(old):
        table = ready_table(seats=BETTORS)
        reading = _fill(table, entries)
        behind = connections[DEFAULT_DB_ALIAS], taglia(table, table.row.shoes.count())
        with at_home_in(new):
            on_new = connections[DEFAULT_DB_ALIAS], taglia(ready_table(seats=BETTORS), 1)
            empty, long = _in_turn(on_new, behind)
            return Measured(server(), entries, empty, long, reading)


def _fill(table: AtTable, entries: int) -> Reading:
    """Play a taglia, and write it over and over; the table is then ready for the next one."""
    for _ in taglia(table, 1):
        pass
    replay.replay(table.code)  # the process that performs it is there from now on
    played, replay_seconds = table.number, timed(lambda: replay.replay(table.code))
    table.cast.direzione.does("void_shoe")
    grow(table.code, entries=entries)
    prepare_shoe(table, VENEZIA, serial="S-2")
    return Reading(played, replay_seconds, table.number, timed(lambda: chain.faults(chain.rows(table.code))))


def _in_turn(*plays: tuple[BaseDatabaseWrapper, Iterator[list[Cost]]]) -> list[list[Cost]]:
    """A coup here and a coup there, so that a busy moment of the machine falls on both."""
    here, costs = connections[DEFAULT_DB_ALIAS], [list[Cost]() for _ in plays]
    for _ in range(COUPS):
        for (home, coups), found in zip(plays, costs, strict=True):
            connections[DEFAULT_DB_ALIAS] = home
            found.extend(next(coups))
    connections[DEFAULT_DB_ALIAS] = here
    return costs


def timed(work: Callable[[], list[str]]) -> float:
    """The seconds of some work that has to find nothing wrong."""
    start = perf_counter()
    found = work()
    assert found == [], found
    return perf_counter() - start


def server() -> str:
    """The engine and its version."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        return f"{connection.display_name} {cursor.fetchone()[0].split()[0]}"


def taglia(table: AtTable, number: int) -> Iterator[list[Cost]]:
    """The coups of one taglia, and what each of their acts cost."""
    seen = table.number
    for coup, (before, layout) in enumerate(pairwise([None, *layouts()]), start=1):
        assert layout is not None
        costs = []
        after_a_tie = before is not None and before.result is Result.TIE
        for verb, given in coup_acts(f"{number}.{coup}", layout, after_a_tie=after_a_tie):
            statements, start = Statements(), perf_counter()
            with connection.execute_wrapper(statements):
                seen = table.press((verb, given), seen=seen).number
            costs.append(Cost(verb, perf_counter() - start, statements.count))
        yield costs


def layouts(seed: int = SEED) -> Iterator[Layout]:
    """The coups of a shoe by the Regola."""
    shoe, at = shuffled(VENEZIA, Random(seed)), 0
    for _ in range(COUPS):
        layout = lay_out(shoe[at : at + MOST_HAND_CARDS])
        at += len(layout.punto) + len(layout.banco)
        yield layout


def coup_acts(coup: str, layout: Layout, *, after_a_tie: bool) -> Iterator[Act]:
    """The dealer's acts, known beforehand: nobody reads the table beside what is timed, as the croupier would.

    Of two coups one has its stakes laid one by one, the next has them repeated at one press.
    """
    yield "open_bets", {}
    if after_a_tie:
        yield "clear", {"coup": coup}
    if int(coup.rpartition(".")[2]) % 2:
        for place in range(BETTORS):
            box = MAIN_BOXES[place % 2].value
            yield "place", {"coup": coup, "position": str(place + 1), "box": box, "amount": 1000 * (place + 1)}
    else:
        yield "repeat", {"coup": coup}
    yield "close_bets", {"said": True}
    yield "deal", {}
    yield from _cards(layout)
    yield "announce", {"banco": points(layout.banco), "punto": points(layout.punto)}
    yield "settle", {}
    yield "burn", {}


def _cards(layout: Layout) -> Iterator[Act]:
    """Punto declares or turns, Banco is turned, the thirds come, Punto is turned last."""
    claim = claim_of(points(layout.punto[:2]))
    if claim is Claim.BATTUTA:
        yield "turn_battuta", {"cards": _faces(layout.punto)}
    else:
        yield "declare", {"claim": claim.value, "means": "voice"}
    yield "turn_banco", {"cards": _faces(layout.banco[:2])}
    for third in (*layout.punto[2:], *layout.banco[2:]):
        yield "card_out", {"card": str(third)}
    if claim is not Claim.BATTUTA:
        yield "turn_punto", {"cards": _faces(layout.punto[:2])}


def _faces(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


class Statements:
    """Counts what is asked of the database."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        self.count += not sql.startswith("BEGIN")
        return execute(sql, *rest)
