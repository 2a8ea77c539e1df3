"""A house with days behind it at many tables, laid in bulk, and what the figures of its latest day cost."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from django.db import connection, models, transaction

from table.models import Coup, Entry, Money, Policy, Shoe, Sixain, Stake, Table
from table.record import chain
from table.reports.days.files import as_pdf
from table.reports.days.page import day_figures
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values
from table.words.numbers import Numbers
from tests.bench.acts import Statements
from tests.rig import triggers
from tests.rig.engines import Engine, at_home_in
from tests.rig.staff import signed_in

DAY = date(2026, 11, 20)
OPENS = timedelta(hours=13)
ACTS = ("open_bets", "place", "close_bets", "deal", "settle", "burn")
TIMES, BATCH = 5, 2000
BOXES = {"punto": "loss", "banco": "win", "egalite": "loss"}


class Cost(NamedTuple):
    """What was laid, and seconds of processor: the figures alone, the page as it is served, and the PDF."""

    coups: int
    stakes: int
    entries: int
    seconds_to_lay: float
    figures: float
    page: float
    pdf: float
    statements: int


def measured(engine: Engine, given: Namespace) -> Cost:
    """Lay the house, and read the figures of its day."""
    with engine.fresh() as url, at_home_in(url):
        start = perf_counter()
        lay(given)
        laid = perf_counter() - start
        made = figures()
        coups = sum(it.coups.played for it in made.money)
        client = signed_in(Role.AUDITOR, language="en")
        address = f"/records/day/figures/?on={DAY}"
        statements = Statements()
        with connection.execute_wrapper(statements):
            assert client.get(address).status_code == 200
        return Cost(
            coups,
            coups * given.stakes,
            Entry.objects.count(),
            laid,
            best(figures),
            best(lambda: client.get(address)),
            best(lambda: as_pdf(made, title="A day", copy=1)),
            statements.count,
        )


def figures() -> Any:
    """The figures of the day, at all tables."""
    return day_figures(DAY, (), Role.AUDITOR, Numbers("en"), datetime(2026, 12, 1, tzinfo=UTC))


def best(work: Callable[[], object]) -> float:
    """Seconds of processor of this process, the least of some times."""
    return min(_seconds(work) for _ in range(TIMES))


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


# --- the house


def lay(given: Namespace) -> None:
    """The tables, and what they played on each day: the first one row by row, all others as copies of it."""
    days = sorted({DAY, DAY - timedelta(days=1), *(DAY - timedelta(days=7 + it) for it in range(given.days + 1))})
    chance = Random(12)
    triggers.drop_triggers(connection)
    first = Table.real.create(code="T1", status="open")
    first.policy = Policy.objects.create(table=first, version=1, values=as_values(VENEZIA))
    sixain = Sixain.objects.create(table=first, serial="S-1", decks=6)
    for day in days:
        _lay_day(first, sixain, day, given, chance)
    first.save()
    with transaction.atomic():
        for model in (Policy, Sixain, Shoe, Coup, Stake, Money, Entry, Table):
            _copy(model, given.tables - 1)
    triggers.create_triggers(connection)


MOVED = {Table: ("policy_id",), Entry: (), Shoe: ("sixain_id",), Coup: ("shoe_id", "policy_id")}
"""Columns, besides its own and that of its table, by which a row of the second table is further on than the first's."""


def _copy(model: type[models.Model], times: int) -> None:
    """Copy what the first table has so many times, each time to the next table."""
    moved = {"id", "table_id", *(MOVED.get(model, ("coup_id", "stake_id")))}
    columns = [it.column for it in model._meta.concrete_fields]
    sizes = {it.column: it.related_model for it in model._meta.concrete_fields if it.related_model}
    span = {it: _size(model if it == "id" else sizes[it]) for it in columns if it in moved}
    picked = [
        f"{it} + n.n * {span[it]}" if it in span else "'T' || (n.n + 1)" if it in ("code", "register") else f'"{it}"'
        for it in columns
    ]
    names, table = ", ".join(f'"{it}"' for it in columns), model._meta.db_table
    of_first = "register = 'T1'" if model is Entry else "1 = 1"
    numbers = f"WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {times})"
    with connection.cursor() as cursor:
        cursor.execute(
            f"{numbers} INSERT INTO {table} ({names}) SELECT {', '.join(picked)} FROM {table}, n WHERE {of_first}"
            if connection.vendor == "postgresql"
            else f"INSERT INTO {table} ({names}) {numbers} SELECT {', '.join(picked)} FROM {table}, n WHERE {of_first}"
        )


SIZES: dict[type[models.Model], int] = {}


def _size(model: Any) -> int:
    """So many rows the first table has of it: asked before it is copied."""
    if model not in SIZES:
        SIZES[model] = model._default_manager.count()
    return SIZES[model]


def _lay_day(table: Table, sixain: Sixain, day: date, given: Namespace, chance: Random) -> None:
    """One taglia of a table: it is opened, plays its coups, and is closed."""
    at = datetime.combine(day, datetime.min.time(), tzinfo=UTC) + OPENS
    taglia = Shoe.objects.filter(table=table).count() + 1
    ended: dict[str, Any] = {"cards_total": 312, "status": Shoe.Status.ENDED, "loaded_at": table.number + 1}
    shoe = Shoe.objects.create(table=table, sixain=sixain, taglia=taglia, **ended)
    pause = timedelta(hours=10) / (given.coups * len(ACTS))
    acts = ["load", "open_table", *ACTS * given.coups, "close_table"]
    _save(Entry, (_entry(table, number, at + number * pause, verb) for number, verb in enumerate(acts, 1)))
    over: dict[str, Any] = {"closed": True, "ended": True, "outcome": "settled", "result": "banco"}
    ends = count(table.number + 2 + len(ACTS), len(ACTS))
    coups = _save(
        Coup,
        (
            Coup(table=table, shoe=shoe, policy=table.policy, number=it, ended_at=next(ends), **over)
            for it in range(1, given.coups + 1)
        ),
    )
    stakes = _save(Stake, (_stake(coup, place, chance) for coup in coups for place in range(given.stakes)))
    _save(Money, (line for place, stake in enumerate(stakes) for line in _lines(stake, 3 * place)))
    table.number += len(acts)


def _entry(table: Table, number: int, at: datetime, verb: str) -> Entry:
    number += table.number
    nobody: dict[str, Any] = {"actor": "dario", "role": "dealer", "arguments": "{}", "previous": "", "digest": ""}
    outcome = chain.canonical({"effects": []})
    return Entry(register=table.code, number=number, at=at, verb=verb, nonce=f"n-{number}", outcome=outcome, **nobody)


def _stake(coup: Coup, place: int, chance: Random) -> Stake:
    laid = 500 * chance.randint(1, 40)
    bet: dict[str, Any] = {"bettor": "anna", "laid_by": "anna", "laid": laid, "in_action": laid, "excess": 0}
    box = chance.choices(tuple(BOXES), (45, 45, 10))[0]
    return Stake(coup=coup, position=str(place + 1), slot="main", box=box, laid_at=1, **bet)


def _lines(stake: Stake, place: int) -> Iterator[Money]:
    cents = stake.in_action or 0
    won = [("stake_returned", cents), ("win", cents), ("commission", -cents // 20)]
    for at, (kind, amount) in enumerate(won if BOXES[stake.box] == "win" else [("loss", -cents)], place):
        yield Money(coup=stake.coup, stake=stake, kind=kind, amount=amount, number=1, place=at)


def _save(model: type[models.Model], rows: Iterator[Any]) -> list[Any]:
    return list(model._default_manager.bulk_create(rows, batch_size=BATCH))
