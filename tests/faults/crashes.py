"""The process dies at every point of every press of an evening: before and after each statement, and each COMMIT.

What it was about to do is then there as a whole or not at all. Pressed again under the same name it is done exactly
once, with the answer and the rows that it would have had without a crash, digests included: each press is killed, and
pressed again, until it is through.
"""

import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import connections, transaction

from bank.models import CashTermsOf, DayTerms, GamingDay, GuestCash, JoinedGuest, Slip
from table.memory import table_cache
from table.models import HOUSE, Display, Entry, Guest, House, Note, Person, Table
from table.record.door import PressResult
from table.record.past import replay
from tests.faults.evening import Press, evening
from tests.faults.points import AFTER_COMMIT, BEFORE_COMMIT, Place, Point, watched
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import Cast, check, number

DIED, FINISHED, FAILED = 17, 0, 1
Everything = dict[str, Any]
OF_HOUSE = {
    CashTermsOf: ("currency", "cash_threshold", "cash_limit", "tips_split"),
    DayTerms: ("rolls_at", "count_at_roll"),
    GamingDay: ("day", "number", "counted"),
    GuestCash: ("day", "currency", "guest", "total", "identified_by"),
    JoinedGuest: ("guest", "root"),
}
"""Columns of the bank's rows of the house."""
FEW = (5, 45)
"""Presses of the house and of a table, which are killed where only some are: the evening ends with them."""


class Toll(NamedTuple):
    """A press that was killed so many times before it was there."""

    press: Press
    killed: int


def crash(engine: Engine, *, few: bool = False) -> Iterator[Toll]:
    """Play the evening, each press killed at all of its points; or its beginning, some presses at a few of theirs."""
    with patch("secrets.token_hex", return_value="salt"), engine.fresh() as url, at_home_in(url):
        Cast.at(HOUSE)
        for press in evening()[: FEW[-1] + 1 if few else None]:
            places = _places(press, few=few)
            if places is None:
                press.ready(number(press.owner))()
            else:
                yield Toll(press, _kill_until_done(url, press, places))
        for code in Table.real.exclude(number=0).values_list("code", flat=True):
            check(code, dealt_again=True)
            check_slips(code)


def check_slips(code: str) -> None:
    """The slips of the table's bank are numbered from 1 on, those of each letter and year."""
    taken = Slip.objects.filter(table__code=code).order_by("number").values_list("letter", "year", "serial")
    last = Counter[tuple[str, int]]()
    for letter, year, serial in taken:
        last[letter, year] += 1
        assert serial == last[letter, year], f"slip {letter} {year}/{code}/{serial}"


def _places(press: Press, *, few: bool) -> Iterable[Place] | None:
    if not few:
        return count()
    return [5, BEFORE_COMMIT, AFTER_COMMIT] if press.place in FEW else None


def _kill_until_done(url: str, press: Press, places: Iterable[Place]) -> int:
    """Kill the press at one place after the other, until it is there; how often that was."""
    seen, before = number(press.owner), everything()
    press_again = press.ready(seen)
    answer, after = _tried(press_again)
    for killed, place in enumerate(places, start=1):
        assert _status_of_killed(url, press_again, place) == DIED, f"{press} came to its end, and never by {place}"
        found = everything()
        assert found in (before, after), f"{press}, killed at {place}, is half done: {found}"
        assert _tried(press_again) == (answer, after), (
            f"{press}, killed at {place} and pressed again, came out otherwise"
        )
        if found == after:
            assert press_again() == answer
            return killed
    raise AssertionError(f"{press} was never done")


def _tried(press: Callable[[], PressResult]) -> tuple[PressResult, Everything]:
    """The answer to the press and what it leaves, pressed twice, and undone: next to press is a process that dies."""
    with transaction.atomic():
        answer, again, after = press(), press(), everything()
        transaction.set_rollback(True)
    table_cache.clear()  # the door has seen no failure: it was undone behind its back
    assert again == answer
    return answer, after


def _status_of_killed(url: str, press: Callable[[], PressResult], place: Place) -> int:
    """Do the press in a process that dies there, without a word to anybody; gives its status."""
    # SQLite forbids to carry an open database into a child, PostgreSQL's driver does not like it either.
    connections.close_all()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        with at_home_in(url), watched(Point(place, lambda: os._exit(DIED))):
            press()
        os._exit(FINISHED)
    finally:
        traceback.print_exc()
        os._exit(FAILED)


def everything() -> Everything:
    """All that the house knows, without the numbers of rows, which skip what was rolled back."""
    return {
        "rows": {table.code: replay.state(table) for table in Table.real.order_by("code")},
        "entries": list(Entry.objects.order_by("register", "number").values_list("register", "number", "digest")),
        "tables": list(Table.real.order_by("code").values_list("code", "number", "digest")),
        "house": list(House.objects.values_list("number", "digest")),
        "people": list(Person.objects.order_by("badge").values_list("badge", "role", "language", "is_active")),
        "displays": list(Display.objects.order_by("code").values_list("code", "kind", "position", "revoked")),
        "guests": list(Guest.objects.order_by("key").values_list("key", "name")),
        "bank of the house": [
            list(model._default_manager.order_by(*names[:3]).values_list(*names)) for model, names in OF_HOUSE.items()
        ],
        "notes": list(Note.objects.order_by("digest").values_list("digest", "text")),
    }
