"""Context of the demo's pages: its tables, the state of their plays, who may control them, the table of the stage."""

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from table.access.address import local
from table.demo import identity
from table.demo.house import SIGN, dealer_at
from table.demo.plays import Speed, State, plays
from table.models import Person, Table
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role
from table.screens.audiences import WATCHERS

SPEEDS: dict[Speed, Promise] = {
    Speed.SLOW: pgettext_lazy("speed", "slow"),
    Speed.NORMAL: pgettext_lazy("speed", "normal"),
    Speed.FAST: pgettext_lazy("speed", "fast"),
}
STATES: dict[State, Promise] = {
    State.PLAYING: pgettext_lazy("play", "plays by itself"),
    State.PAUSED: pgettext_lazy("play", "waits"),
    State.TAKEN_OVER: pgettext_lazy("play", "taken over by hand"),
    State.STUCK: pgettext_lazy("play", "somebody has to decide"),
}


TABLE_OF_THE_STAGE = "T2"
"""Preferred table of the stage: a dozen coups have been played there, so its scoreboards show something."""
PLACE_OF_THE_SEAT = 3
"""Number of the position whose display is shown, counted from the dealer's right."""


class StageTable(NamedTuple):
    """Table of the demo, with the badge of its dealer and the state of its play."""

    code: str
    profile: Profile
    dealer: str
    state: State

    @property
    def playing(self) -> bool:
        """Whether the table plays by itself."""
        return self.state is State.PLAYING

    @property
    def words(self) -> Promise:
        """State of the play in words: plays by itself, waits, taken over by hand, or somebody has to decide."""
        return STATES[self.state]

    @property
    def places(self) -> tuple[str, ...]:
        """Places of its displays: ``sign`` and the positions."""
        return (SIGN, *self.profile.positions)


def stage(request: HttpRequest) -> dict[str, Any] | None:
    """Return the context for controlling the plays: the list ``tables``, and ``speeds``, words by :class:`Speed`.

    None for those who may not, and in a house that is no demo.
    """
    if not identity.is_demo() or not may_play(request):
        return None
    return {"tables": tables(), "speeds": SPEEDS}


def may_play(request: HttpRequest) -> bool:
    """Whether the request may control the plays: from this machine, or by staff of a role in WATCHERS."""
    return local(request) or (isinstance(request.user, Person) and Role(request.user.role) in WATCHERS)


def tables() -> list[StageTable]:
    """List the tables that have rules, in the order of the house, without training tables."""
    found = Table.real.select_related("policy").exclude(policy=None).order_by(*Table.IN_ORDER)
    return [
        StageTable(it.code, it.policy.profile, dealer_at(it.code), plays.state(it.code)) for it in found if it.policy
    ]


def stage_table() -> Table | None:
    """Return the table of the stage: T2 if it plays by the Venetian rules, else the first in order that does.

    Training tables are not looked at. None if there is none.
    """
    found = Table.real.select_related("policy").exclude(policy=None).order_by(*Table.IN_ORDER)
    covered = [it for it in found if it.policy and it.policy.profile.key == VENEZIA.key]
    return min(covered, key=lambda it: it.code != TABLE_OF_THE_STAGE, default=None)


def seat_of(table: Table) -> str:
    """Label of the position whose display the stage shows: the third in the rules of its table (PLACE_OF_THE_SEAT)."""
    assert table.policy is not None, "a table of the stage has rules"
    return table.policy.profile.positions[PLACE_OF_THE_SEAT - 1]
