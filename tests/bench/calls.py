"""How many hands a press goes through, and what an act costs to the last screen of its table: ``make calls``.

From the frame of its screen to its number a call counts where a function of one module of the house calls a function of
another, each pair of functions once; what is called within a module, and what Django does, does not count. A press is
handed on where a function of the house, in whichever module, calls another one with the frame, the press, its steps
or its act among the arguments, each pair once too. To the last of twelve screens every call of Python counts, every
statement, and every piece that was made or drawn.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

import django

from tests.paper.sources import PACKAGES
from tests.settings import ENVIRONMENT

if TYPE_CHECKING:
    from tests.rig.tables import AtTable

ROOT = Path(__file__).resolve().parent.parent.parent
HOUSE = tuple(f"{ROOT / name}{os.sep}" for name in PACKAGES)
Hand = tuple[str, str]
"""Function: its file and its name."""


class Call(NamedTuple):
    """Call of one function of the house by another; ``hands_on`` the press that is counted."""

    caller: Hand
    callee: Hand
    hands_on: bool


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
        calls = calls_of(_press(table, verb, given))
        across = {(it.caller, it.callee) for it in calls if it.caller[0] != it.callee[0]}
        yield f"calls from module to module that a {what} passes through", len(across)
        yield f"times that a {what} is handed on", len({(it.caller, it.callee) for it in calls if it.hands_on})


def _press(table: "AtTable", verb: str, given: dict[str, Any]) -> Callable[[], object]:
    """Return the press of the dealer's console, to be done once its frame is read."""
    from tests.rig.callers import SignedIn, send

    steps = [{"verb": verb, "given": given}]
    frame = {"kind": "press", "table": table.code, "nonce": f"press-{verb}", "seen": table.number, "steps": steps}
    caller = SignedIn(table.cast.dealer.person)
    return lambda: send(table.code, frame, caller)


def calls_of(press: Callable[[], object]) -> set[Call]:
    """Return the calls of functions of the house by others of the house, while a press is done."""
    from table.live import frames
    from table.play.act import Act
    from table.record.door.admitting import Pressed
    from table.record.press import Step

    press_or_part = (frames.Press, frames.Step, Pressed, Step, Act)
    found: set[Call] = set()

    def hands_on(frame: FrameType) -> bool:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = [frame.f_locals.get(it) for it in names if it != "self"]
        parts = [part for it in given for part in (it if isinstance(it, list | tuple) else (it,))]
        return any(isinstance(it, press_or_part) for it in (*given, *parts))

    def look(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and (callee := _hand(frame)) and (caller := _caller(frame)):
            found.add(Call(caller, callee, hands_on(frame)))

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
