"""States: a table after every act of evenings on which everything happens that the articles know, house by house."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction

from table.record import door
from table.record.door import PressResult
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import SIDE_BETS, Profile, derive
from table.rules.refusal import Refused
from table.screens.read.snapshot import Snapshot, take
from table.screens.regions import Region, render
from table.script.simulation import usual_limits
from tests.bank.at_bank import a_session, a_session_at_odds, bank_table
from tests.procedures.aftermath import befalls, played_to_its_end
from tests.procedures.chosen import ONE_EACH
from tests.procedures.mishaps import MISHAPS
from tests.procedures.moments import Mishap
from tests.rig import cast
from tests.rig.tables import AtTable, ready_table, seat

COUNTED = derive(VENEZIA, key=VENEZIA.key, betting_seconds=30)
"""Venezia with a betting clock, the house of which the suite looks at a sample."""
BANKED = derive(VENEZIA, key="venezia-with-a-bank", bank="on", bank_presence="dealer_isp")
SIDED = derive(VENEZIA, key="venezia-with-side-bets", smallest_payment=5, side_bets=frozenset(SIDE_BETS))
"""Venezia with every side bet that a felt can have."""
PLAYED = (COUNTED, CLASSICO, CLASSICO_COPERTO, MALTA, ADMIRAL, BANKED, SIDED)
"""Houses that have tables, one of them with banks and one with side bets; the game online has none."""
LEAST, WIDEST = 1000, 125_000_000
"""Limits with the widest amounts that a house writes, in cents."""
SEATED = {"1": "gianfranco-maria-ros", "2": "bernardine-elisabeth", "4": "bianchi", "6": "ricci"}
"""Guests by position, two of them with keys of twenty letters."""
PLAIN = [
    Mishap(name="two cards each", article=0, kind=""),
    Mishap(name="third cards", article=0, kind="", cards="2H 5C 2D KS 3H 4D"),
    Mishap(name="a tie", article=0, kind="", cards="9S 4H KD 5C"),
]
"""Coups that nothing befalls."""
VARIES = re.compile(r"[0-9♠♥♦♣AJQK:,.’\u00a0\u202f-]+")
DISTINGUISHING = ("console", "incidents:dealer", "bank:dealer", "sign")
"""Regions of which one differs in every state that is looked at."""
OF_THE_CAGE = ("bank:ispettore_gioco", "cassa:cassa", "video:video")
Visit = Callable[[str, Snapshot], None]


class States:
    """Snapshots of a table that differ by more than figures and cards; each is given once to ``visit``, with a name."""

    def __init__(self, code: str, visit: Visit) -> None:
        self.code, self.visit = code, visit
        self._known: set[str] = set()

    def of(self, profile: Profile, mishaps: list[Mishap]) -> None:
        """Set a table up and play a coup for each of these, from the same evening on; nothing of it is kept.

        Where the house has banks, two sessions of the bank are played first.
        """
        if profile.bank == "on":
            for name, steps in (("a session of the bank", a_session), ("a bank at odds", a_session_at_odds)):
                with _undone():
                    at = bank_table(profile, code=self.code)
                    with self._watched(name):
                        for step in steps(at):
                            step()
        with _undone(), self._watched("before the first coup"):
            table = _opened(profile, self.code)
            for mishap in mishaps:
                # Not everything befalls a coup in every house: until it is refused it was looked at.
                with suppress(Refused, AssertionError), _undone(), self._watched(mishap.name):
                    played_to_its_end(befalls(table, mishap))

    @contextmanager
    def _watched(self, name: str) -> Iterator[None]:
        """Look at the table after each press of anybody."""

        def press(*given: Any, **how: Any) -> PressResult:
            answer = door.press(*given, **how)
            self._look(name)
            return answer

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cast, "door", SimpleNamespace(press=press))
            yield

    def _look(self, name: str) -> None:
        snapshot = take(self.code)
        if snapshot is None or not snapshot.ready:
            return
        regions = DISTINGUISHING + (OF_THE_CAGE if snapshot.state.profile.bank == "on" else ())
        drawn = "".join(render(snapshot, Region(it, "en")) for it in regions)
        words = VARIES.sub("", drawn)
        if words not in self._known:
            self._known.add(words)
            self.visit(name, snapshot)


def befall(profile: Profile) -> list[Mishap]:
    """List what is played at a table of this house: plain coups, and what the articles know of.

    One of each article where nobody reads, and beside a bank.
    """
    return [*PLAIN, *(ONE_EACH if profile.reader == "none" or profile.bank == "on" else MISHAPS)]


def _opened(profile: Profile, code: str) -> AtTable:
    """An open table with guests at four positions and the widest limits, and its bank where the house has them."""
    seats = {at: it for at, it in SEATED.items() if at in profile.positions}
    if profile.bank == "off":
        return ready_table(profile, code=code, seats=seats, limits=_limits(profile))
    at = bank_table(profile, code=code, limits=_limits(profile))
    at.table.cast.ispettore.does("sign_on")
    for position, guest in seats.items():
        seat(at.table, guest, position)
    at.opens()
    return at.table


def _limits(profile: Profile) -> dict[str, list[int]]:
    return {name: [LEAST, WIDEST] for name in usual_limits(profile)}


@contextmanager
def _undone() -> Iterator[None]:
    mark = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(mark)
