"""What `make test` asks where one case speaks for others: of engines, of languages and screens of a page, of stories.

In the folders of crashes, backups and old houses every case is SQLite's in `make test`, or PostgreSQL's where its test
is marked with `on("postgresql")`. Everywhere else `make test` asks both. A page of a browser that is looked at in
several languages is looked at in German there, whose words are the longest, and one that is looked at on several
screens by itself on those where there is least room; of a long list of pages or states some are looked at. Of the
stories of a browser those are played that only a browser can tell: what scripts do by themselves, that nothing is
pressed twice or lost, and what comes of a link, a finger and a key. What the door and the drawn screens are asked
without a browser waits, and so does what the lab looks at as well, and what another story tells in another house or on
another sheet. Of a test that is marked with `one_in(3)` every third case is asked, and the first in any case; where
each of its lists has so many values or more, each value in some. What is left out waits for `make faults`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet

FOLDERS = {
    Path(__file__).parents[1] / name
    for name in ("backup", "disaster", "exercises", "faults", "fuzz", "service", "upgrade")
}


BROWSER = Path(__file__).parents[1] / "browser"
LONGEST = "de"
"""The language whose words take most room."""
SMALLEST = {"phone", "narrow"}
"""The screens on which there is least room (tests/browser/looks.py)."""


def is_of_the_other_engine(item: pytest.Item) -> bool:
    """Whether this case is asked of the engine for which another one speaks."""
    case = getattr(item, "callspec", None)
    engine = case.params.get("engine") if case else None
    if engine is None or not FOLDERS & set(item.path.parents):
        return False
    mark = item.get_closest_marker("on")
    return bool(engine != (mark.args[0] if mark else "sqlite"))


def is_in_another_language(item: pytest.Item) -> bool:
    """Whether this case looks at pages in a language for which the longest one speaks."""
    case = getattr(item, "callspec", None)
    language = case.params.get("language", LONGEST) if case else LONGEST
    return bool(language != LONGEST) and BROWSER in item.path.parents


def is_on_another_screen(item: pytest.Item) -> bool:
    """Whether this case looks at pages on a screen for which the smallest ones speak."""
    case = getattr(item, "callspec", None)
    return bool(case and case.params.get("screen", "phone") not in SMALLEST) and BROWSER in item.path.parents


def is_one_for_which_others_speak(item: pytest.Item) -> bool:
    """Whether this case of a test that is marked with `one_in` lies between those that are asked."""
    mark = item.get_closest_marker("one_in")
    return bool(mark and _places(item) % mark.args[0])


def _places(item: Any) -> int:
    """Sum up the places that a case has in the lists of its test, by which a grid is asked along its diagonals.

    The indices of pytest are no such places: it counts all cases of a test through.
    """
    places, at = 0, max(item.callspec.indices.values())
    for it in reversed([*item.iter_markers("parametrize")]):
        at, place = divmod(at, len(it.args[1]))
        places += place
    return int(places + at)


SPOKEN_FOR = (is_of_the_other_engine, is_in_another_language, is_on_another_screen, is_one_for_which_others_speak)
"""By what a case may be left to `make faults`."""


def in_two_parts(one_in: int) -> pytest.MarkDecorator:
    """Parametrize a test that walks a list by `part`, a slice of it: one in so many, and for `make faults` all."""
    some, every = slice(None, None, one_in), slice(None)
    cases = [pytest.param(some, id="some"), pytest.param(every, id="all", marks=pytest.mark.faults)]
    return pytest.mark.parametrize("part", cases)


MAKE_TEST = "not faults"
"""What pytest is asked for by `make test`, as `-m` has it."""
RUNNING: list[pytest.Item] = []
"""The test that runs now, alone."""


def is_spoken_for(item: pytest.Item, *, one_in: int) -> bool:
    """Whether what is asked at the end of many tests is not asked after this one, in `make test` alone.

    There it is asked after one test in so many, by their names: after the same ones in each run.
    """
    return item.config.option.markexpr == MAKE_TEST and crc32(item.nodeid.encode()) % one_in != 0


def is_spoken_for_now(*, one_in: int) -> bool:
    """The same of the test that runs; where none does, nobody speaks for it."""
    return any(is_spoken_for(it, one_in=one_in) for it in RUNNING)


def sampled(values: Iterable[Any], *, one_in: int) -> list[ParameterSet]:
    """Cases of which `make test` asks the first and one in so many, where these speak for the others."""
    return [pytest.param(it, marks=pytest.mark.faults if at % one_in else ()) for at, it in enumerate(values)]
