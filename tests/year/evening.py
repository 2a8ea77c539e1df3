"""An evening at every table of a house that is served: ``python -m tests.year.evening CODES --coups 3 --door …``.

It runs beside the house and in its version, goes on from however each table stands, and presses only at the sockets of
its staff. What it prints last is a line of JSON: what was pressed, and what the registers do not explain of it.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

import django
import msgspec
from django.db import connections

from tests.year.doors import Door

if TYPE_CHECKING:
    from tests.year.tables import TableOfCasino

PLAYING = "the tables play, and somebody looks on as"
"""Said once they do, with the session of an inspector."""


class EveningResult(msgspec.Struct):
    """What an evening comes to. ``longest`` are the seconds that the slowest press waited for its fate."""

    coups: int
    acknowledged: int
    refused: int
    unanswered: int
    longest: float
    wrong: list[str]
    sentences: list[str]


def main() -> None:
    """The evening."""
    options = read_options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.faults.served import clock

    with clock.gone_by(Path(os.environ[clock.NAME])):
        sys.stdout.write(f"{msgspec.json.encode(played(options)).decode()}\n")


def read_options() -> argparse.Namespace:
    """Which tables, how long, where the house is open."""
    parser = argparse.ArgumentParser(prog="python -m tests.year.evening")
    parser.add_argument("codes", type=lambda text: text.split(","))
    parser.add_argument("--coups", type=int, required=True, help="at each table")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--door", type=Door.read, action="append", required=True, help="where the house is open")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds before each act of a table")
    parser.add_argument("--furnish", action="store_true", help="the tables are made before, and their staff taken on")
    parser.add_argument("--shoe", default="", help="the table whose electronic shoe tells the cards")
    parser.add_argument("--bank", default="", help="the table that keeps a bank")
    return parser.parse_args()


def played(options: argparse.Namespace) -> EveningResult:
    """All tables at once, each until it has burned so many coups more and the input has ended; then they are judged."""
    from table.rules.profile import Role
    from tests.faults.served.history import Fate, judged
    from tests.rig.sockets import session_of
    from tests.year.tables import badge_of, entered, furnish

    if options.furnish:
        furnish(options.codes)
    tables = [_table(code, options) for code in options.codes]
    before, over = {it.code: it.number for it in tables}, Event()
    Thread(target=_until_the_input_ends, args=[over], daemon=True).start()
    with ThreadPoolExecutor(len(tables)) as threads:
        playing = [threads.submit(it.plays, options.coups, over) for it in tables]
        sys.stdout.write(f"{PLAYING} {session_of(badge_of(Role.ISPETTORE_GIOCO, options.codes[0]))}\n")
        sys.stdout.flush()
        for done in playing:
            done.result()
    connections.close_all()  # what became of the database meanwhile is no business of who looks now
    presses = [press for it in tables for press in it.presses]
    verdict = judged(presses, entered(before))
    return EveningResult(
        sum(it.coups for it in tables),
        sum(it.fate is Fate.DONE for it in presses),
        sum(it.fate is Fate.REFUSED for it in presses),
        sum(it.queried for it in presses),
        max(it.answered - it.pressed for it in presses),
        [*verdict.faults, *(it for table in tables for it in table.wrong())],
        sorted({sentence.replace(it.code, "…") for it in tables for sentence in it.said}),
    )


def _table(code: str, options: argparse.Namespace) -> "TableOfCasino":
    from tests.year.shoe import TableWithShoe
    from tests.year.tables import TableOfCasino

    how = {"doors": options.door, "chance": Random(f"{options.seed} {code}"), "pause": options.pause}
    if code == options.shoe:
        return TableWithShoe(code, **how, token_file=Path(os.environ["SABOT_HOME"], f"shoe-{code}"))
    if code == options.bank:
        from tests.year.bank import TableWithBank  # the version before has no bank

        return TableWithBank(code, **how)
    return TableOfCasino(code, **how)


def _until_the_input_ends(over: Event) -> None:
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()
