"""What the pages say of the demo: its tables, how each of them plays, who lets them play, and which is on the stage."""

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from table.access.address import local
from table.demo import keys
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
    State.OVER: pgettext_lazy("play", "the shift is over"),
    State.STUCK: pgettext_lazy("play", "somebody has to decide"),
}


TABLE_OF_THE_STAGE = "T2"
"""The table whose screens stand on the stage: a dozen coups lie behind it, so that its scoreboards tell something."""
PLACE_OF_THE_SEAT = 3
"""Whose display is seen there: the third position from the dealer's right."""


class Shown(NamedTuple):
    """A table on the stage."""

    code: str
    profile: Profile
    dealer: str
    state: State

    @property
    def playing(self) -> bool:
        """Whether it plays by itself."""
        return self.state is State.PLAYING

    @property
    def words(self) -> Promise:
        """How it stands."""
        return STATES[self.state]

    @property
    def places(self) -> tuple[str, ...]:
        """Where its displays stand."""
        return (SIGN, *self.profile.positions)


def stage(request: HttpRequest) -> dict[str, Any] | None:
    """What lets the tables play, for whoever may do that; None for all others, and in a house that is no demo."""
    if not keys.is_demo() or not may_play(request):
        return None
    return {"tables": tables(), "speeds": SPEEDS}


def may_play(request: HttpRequest) -> bool:
    """Whoever sits at this machine, and the inspectors from anywhere."""
    return local(request) or (isinstance(request.user, Person) and Role(request.user.role) in WATCHERS)


def tables() -> list[Shown]:
    """The tables that have rules to play by, in the order of their codes."""
    found = Table.objects.select_related("policy").exclude(policy=None).order_by(*Table.IN_ORDER)
    return [Shown(it.code, it.policy.profile, dealer_at(it.code), plays.state(it.code)) for it in found if it.policy]


def stage_table() -> Table | None:
    """The table of the stage; where the demo has no such table, the first one that plays by the same rules."""
    found = Table.objects.select_related("policy").exclude(policy=None).order_by(*Table.IN_ORDER)
    covered = [it for it in found if it.policy and it.policy.profile.key == VENEZIA.key]
    return min(covered, key=lambda it: it.code != TABLE_OF_THE_STAGE, default=None)


def seat_of(table: Table) -> str:
    """The position whose display stands on the stage."""
    assert table.policy is not None, "a table of the stage has rules"
    return table.policy.profile.positions[PLACE_OF_THE_SEAT - 1]
