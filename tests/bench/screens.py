"""What the screens ask of a slow tablet: ``make bench-screens``.

Each screen is opened alone in Chromium, in a browser of its own that has kept nothing; then a coup with seven stakes
and two third cards is played at its table, pressed at another console. The page is held to a fraction of the machine's
speed (``--throttle 6``: six times slower, as a tablet of some years is); the first paint is measured at full speed too.

A push is painted when the frame after it is: from the message on the socket to the first task after the next frame.
Frames are dropped where the browser draws fewer than sixty a second while a push is shown and moves.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import cache
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.rig.browsing import Visit, visiting
from tests.rig.choosing import some_of, within
from tests.rig.scripts import call, script

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.rig.room import AtScreen, Opens

    Opened = Callable[[Opens, str], Page]

CODE = "T3"
STAKES = tuple(f"{'PB'[place % 2]}{10 * place}@{place}" for place in range(1, 8))
CARDS = "9C 7S 2H 3S 8H 8S"
"""Punto asks with one, Banco has nothing: both are served a third card."""
LAST_MS = 700
"""For so long something moves after a push."""
PAUSE_MS = 400
"""Between two acts, as fast as a hand presses."""


class Measured(NamedTuple):
    """A screen: bytes of its page, of all that it loads besides, and of the first push; milliseconds, and frames.

    ``paint`` is the first paint at full speed, ``slow`` the same on the slow tablet; ``pushes`` are from a push to its
    paint there.
    """

    name: str
    page: int
    besides: int
    first: int
    paint: float
    slow: float
    pushes: Sequence[float]
    due: int
    drawn: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-screens")
    parser.add_argument("--screens", type=some_of(SCREENS), default=[*SCREENS], help="some of " + ",".join(SCREENS))
    words = "how many times slower the page runs; %(default)s"
    parser.add_argument("--throttle", type=within(1, 100), default=6, help=words)
    parser.add_argument("--coups", type=int, default=2, choices=range(1, 5), help="played at each; %(default)s")
    given = parser.parse_args()
    with visiting() as visit:
        table = at_a_console(visit)
        print(HEAD.format(given.throttle))
        for name in given.screens:
            show(measured(visit, table, name, throttle=given.throttle, coups=given.coups))


def at_a_console(visit: Visit) -> "AtScreen":
    """A table whose acts are pressed at a console that nobody measures."""
    from tests.rig.room import AtScreen, staff_page
    from tests.rig.tables import ready_table

    table = ready_table(code=CODE)
    return AtScreen(table.code, table.cast, staff_page(visit.opens, visit.address, CODE, "dario"))


# --- the screens


def _at(path: str, screen: str, cookie: Callable[[], tuple[str, str]]) -> "Opened":
    """The page at this address, on a screen of this size, for whoever the cookie says."""

    def opened(opens: "Opens", address: str) -> "Page":
        from tests.rig.room import page_of

        return page_of(opens, address, path, dict([cookie()]), language="en", screen=screen)

    return opened


def _signed_in(badge: str) -> Callable[[], tuple[str, str]]:
    def cookie() -> tuple[str, str]:
        from django.conf import settings

        from tests.rig.sockets import session_of

        return settings.SESSION_COOKIE_NAME, session_of(badge)

    return cookie


def _paired(position: str) -> Callable[[], tuple[str, str]]:
    @cache  # a display is paired once
    def cookie() -> tuple[str, str]:
        from table.access import pairing
        from tests.rig.sockets import paired

        return pairing.COOKIE, paired(CODE, position, language="en")

    return cookie


SCREENS = {
    "console": _at(f"/tables/{CODE}/dealer/", "tablet", _signed_in("dario")),
    "desk": _at(f"/tables/{CODE}/", "tablet", _signed_in("ivo")),
    "pit": _at("/pit/", "display", _signed_in("ivo")),
    "seat": _at("/display/", "tablet", _paired("4")),
    "sign": _at("/display/", "display", _paired("")),
}


# --- measured


def measured(visit: Visit, table: "AtScreen", name: str, *, throttle: float, coups: int) -> Measured:
    """One screen, opened at full speed, and then on the slow tablet while coups are played."""
    quick = _opened(visit, name, throttle=1)
    loaded = quick.evaluate(script("screens", "loaded"))
    quick.context.close()
    page = _opened(visit, name, throttle=throttle)
    slow = page.evaluate(script("screens", "loaded"))["paint"]
    for _coup in range(coups):
        play(table)
    measured = page.evaluate("() => window.measured")
    page.context.close()
    frames: dict[str, Any] = {key: measured[key] for key in ("first", "pushes", "due", "drawn")}
    return Measured(name, loaded["page"], loaded["all"], paint=loaded["paint"], slow=slow, **frames)


def _opened(visit: Visit, name: str, *, throttle: float) -> "Page":
    """A screen that is live, in a browser of its own."""
    from playwright.sync_api import expect

    from tests.rig.patience import PATIENCE_MS

    def opens(language: str, screen: str) -> "Page":
        page = visit.opens(language, screen)
        page.add_init_script(call("screens", "measurePushes", LAST_MS))
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        return page

    page = SCREENS[name](opens, visit.address)
    expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
    return page


def play(table: "AtScreen") -> None:
    """A coup from its opening to its burn, an act after the other as a hand presses them."""
    from tests.croupier.coups import lay
    from tests.croupier.dealer import Croupier

    table.does("open_bets")
    for stake in STAKES:
        lay(table, stake)
        table.page.wait_for_timeout(PAUSE_MS)
    for act in Croupier(table, other_suits(CARDS, table.row.coups.count())).acts("open_bets"):
        table.press(act)
        table.page.wait_for_timeout(PAUSE_MS)


def other_suits(cards: str, turn: int) -> str:
    """The same ranks in the suits that follow: six decks hold each card six times."""
    return cards.translate(str.maketrans("SHDC", "SHDC"[turn % 4 :] + "SHDC"[: turn % 4]))


# --- shown

HEAD = """| screen | page | styles, scripts, fonts | first push | first paint | {0:g}× slower | push to paint, {0:g}× slower: p50 / most | frames dropped |
|---|--:|--:|--:|--:|--:|--:|--:|"""  # noqa: E501 - one line of a table


def show(it: Measured) -> None:
    """A line of the table."""
    size = [f"{number / 1000:.1f} KB" for number in (it.page, it.besides, it.first)]
    paints = [f"{it.paint:.0f} ms", f"{it.slow:.0f} ms"]
    pushes = f"{median(it.pushes):.0f} / {max(it.pushes):.0f} ms" if it.pushes else "–"
    dropped = f"{1 - it.drawn / it.due:.0%} of {it.due}" if it.due else "–"
    print(f"| {it.name} | {' | '.join([*size, *paints, pushes, dropped])} |", flush=True)


if __name__ == "__main__":
    main()
