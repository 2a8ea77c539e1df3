"""How many hands a press goes through, and what an act costs to the last screen of its table: ``make calls``.

From the frame of its screen to its number a call counts where a function of one module of the house calls a function of
another, each pair of functions once; what is called within a module, and what Django does, does not count. To the last
of twelve screens every call of Python counts, every statement, and every piece that was made or drawn.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import django

from tests.paper.sources import PACKAGES
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from tests.rig.tables import AtTable

ROOT = Path(__file__).resolve().parent.parent.parent
HOUSE = tuple(f"{ROOT / name}{os.sep}" for name in PACKAGES)
Hand = tuple[str, str]
"""Function: its file and its name."""


def main() -> None:
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from tests.bench.door import no_log
    from tests.rig.engines import Sqlite, at_home_in

    with no_log(), tempfile.TemporaryDirectory(prefix="calls-") as folder:
        engine = Sqlite(Path(folder))
        with engine.fresh() as url, at_home_in(url):
            for what, hands in counted():
                sys.stdout.write(f"{hands:7,} {what}\n")
        with engine.fresh() as url, at_home_in(url):
            for line in costs():
                sys.stdout.write(f"{line}\n")


def costs() -> Iterator[str]:
    """List what the acts of a coup cost at a table with twelve screens, door and drawings together."""
    from table.memory.threads import loop
    from tests.bench.budget import coups, mean
    from tests.bench.door import by_verb

    loop.set(asyncio.new_event_loop())  # pings wait for it, as in a house that is served
    found = list(coups())
    yield f"\n{'at the mean':<14}{'calls':>9}{'statements':>12}{'pieces made':>13}{'drawn anew':>12}{'bytes':>9}"
    for it in (*(mean(its, verb) for verb, its in by_verb(found).items()), mean(found)):
        yield f"{it.verb:<14}{it.calls:>9,.0f}{it.statements:>12.1f}{it.made:>13.1f}{it.changed:>12.1f}{it.sent:>9,.0f}"


def counted() -> Iterator[tuple[str, int]]:
    """Count an ordinary press and the report of an incident, at a table at which four cards lie."""
    from tests.croupier.coups import deal, play
    from tests.rig.tables import ready_table

    table = ready_table()
    play(table, "P100@1")
    deal(table, "P100@1")
    tip: dict[str, Any] = {"amount": 500}
    seen = {"kind": "unforeseen", "facts": {"what": "other"}, "text": "a glass fell"}
    for what, verb, given in (("press of an act", "tip", tip), ("report of an incident", "report_incident", seen)):
        yield f"calls from module to module that a {what} passes through", len(handed_on(_press(table, verb, given)))


def _press(table: "AtTable", verb: str, given: dict[str, Any]) -> Callable[[], object]:
    """Return the press of the dealer's console, to be done once its frame is read."""
    from tests.rig.callers import SignedIn, send

    steps = [{"verb": verb, "given": given}]
    frame = {"kind": "press", "table": table.code, "nonce": f"press-{verb}", "seen": table.number, "steps": steps}
    caller = SignedIn(table.cast.dealer.person)
    return lambda: send(table.code, frame, caller)


def handed_on(press: Callable[[], object]) -> set[tuple[Hand, Hand]]:
    """Return each pair of functions of the house, in two modules, of which the first calls the second."""
    found: set[tuple[Hand, Hand]] = set()

    def look(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and (callee := _hand(frame)) and (caller := _caller(frame)) and caller[0] != callee[0]:
            found.add((caller, callee))

    sys.setprofile(look)
    try:
        press()
    finally:
        sys.setprofile(None)
    return found


def _hand(frame: FrameType) -> Hand | None:
    file = frame.f_code.co_filename
    return (file, frame.f_code.co_qualname) if file.startswith(HOUSE) else None


def _caller(frame: FrameType) -> Hand | None:
    """Return the nearest function of the house among those that called this one."""
    above = frame.f_back
    while above is not None and _hand(above) is None:
        above = above.f_back
    return None if above is None else _hand(above)


if __name__ == "__main__":
    main()
