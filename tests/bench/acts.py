"""A taglia with seven stakes a coup, played through the door act by act, and what each act cost."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from django.db import connection

from table import register, replay
from table.models import Entry
from table.rules.cards import Card, points
from table.rules.profiles import MAIN_BOXES, VENEZIA
from table.rules.regola import MOST_HAND_CARDS, Claim, Layout, Result, claim_of, lay_out
from table.simulation import shuffled
from tests.bench.years import grow
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table

SEED = 16
BETTORS = 7
COUPS = 60
ENTRIES = 100_000
Act = tuple[str, dict[str, Any]]


class Cost(NamedTuple):
    """What an act cost: seconds, and statements beside BEGIN and COMMIT."""

    verb: str
    seconds: float
    statements: int


class Measured(NamedTuple):
    """The costs of a taglia on an empty register and behind a long one, and how long reading a register takes."""

    server: str
    empty: list[Cost]
    long: list[Cost]
    entries: int
    replay_seconds: float
    grown: int
    check_seconds: float


def measure(engine: Engine) -> Measured:
    """Play on this engine, fill its register, and play again."""
    with engine.fresh() as url, at_home_in(url):
        table = ready_table(seats=BETTORS)
        empty = list(taglia(table, 1))
        entries, replay_seconds = table.number, timed(lambda: replay.replay(table.code))
        table.cast.direzione.does("void_shoe")
        grow(table.code, entries=ENTRIES)
        check_seconds = timed(lambda: register.faults(Entry.objects.filter(register=table.code).iterator()))
        prepare_shoe(table, VENEZIA, serial="S-2")
        long = list(taglia(table, table.row.shoes.count()))
        return Measured(_server(), empty, long, entries, replay_seconds, ENTRIES, check_seconds)


def timed(work: Callable[[], list[str]]) -> float:
    """The seconds of some work that has to find nothing wrong."""
    start = perf_counter()
    found = work()
    assert found == [], found
    return perf_counter() - start


def _server() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        return f"{connection.display_name} {cursor.fetchone()[0].split()[0]}"


def taglia(table: AtTable, number: int) -> Iterator[Cost]:
    """The coups of one taglia, and the cost of each of their acts."""
    seen = table.number
    for coup, (before, layout) in enumerate(pairwise([None, *_layouts()]), start=1):
        assert layout is not None
        for verb, given in _coup(
            f"{number}.{coup}", layout, after_a_tie=before is not None and before.result is Result.TIE
        ):
            statements, start = Statements(), perf_counter()
            with connection.execute_wrapper(statements):
                seen = table.press((verb, given), seen=seen).number
            yield Cost(verb, perf_counter() - start, statements.count)


def _layouts() -> Iterator[Layout]:
    """The coups of a shoe by the Regola."""
    shoe, at = shuffled(VENEZIA, Random(SEED)), 0
    for _ in range(COUPS):
        layout = lay_out(shoe[at : at + MOST_HAND_CARDS])
        at += len(layout.punto) + len(layout.banco)
        yield layout


def _coup(coup: str, layout: Layout, *, after_a_tie: bool) -> Iterator[Act]:
    """The dealer's acts. Of two coups one has its stakes laid one by one, the next has them repeated at one press."""
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
