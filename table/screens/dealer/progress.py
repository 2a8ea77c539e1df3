"""The way of a coup from left to right: what is behind, what is now, and what is to come."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from django.utils.translation import pgettext

from table.rules.regola import Side
from table.screens.read.snapshot import Snapshot
from table.verbs.declaration import VERBS

State = Literal["done", "now", "next"]


class Stage(NamedTuple):
    """A stage on the way of the coup, and whether it is behind, now or to come."""

    name: str
    state: State


def way(snapshot: Snapshot) -> list[Stage]:
    """The coup from left to right; stages that this coup has not are left out."""
    stages = list(_stages(snapshot))
    now = _stage(snapshot)
    at = next((place for place, (key, _name) in enumerate(stages) if key == now), -1)
    return [Stage(name, _state(place, at)) for place, (_key, name) in enumerate(stages)]


def _state(place: int, now: int) -> State:
    if place == now:
        return "now"
    return "done" if place < now else "next"


def _stages(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    reads = snapshot.state.profile.reader != "none" and not snapshot.blank
    if not snapshot.blank:
        yield "betting", pgettext("stage", "stakes")
    yield "deal", str(VERBS["deal"].title)
    if reads and (snapshot.state.coup is None or not snapshot.state.coup.closed or snapshot.state.coup.reader):
        yield "declare", str(VERBS["declare"].title)
    if snapshot.state.profile.dealing == "face_down" or snapshot.blank:
        yield "turn", pgettext("stage", "turn the hands")
    yield "thirds", pgettext("stage", "third cards")
    yield "announce", pgettext("stage", "points")
    if not snapshot.blank:
        yield "settle", pgettext("stage", "payments")
    yield "burn", pgettext("stage", "burn")


def _stage(snapshot: Snapshot) -> str:
    act, phase = snapshot.next_act, snapshot.state.phase
    if snapshot.state.coup is None or phase is None:
        return ""
    verb = act.verb if act else ""
    if verb in ("close_bets", "play_blank"):
        return "betting"
    if verb in ("turn_banco", "turn_punto"):
        third = any(len(snapshot.state.at(side)) > 2 for side in Side)
        return "thirds" if third else "turn"
    if verb in ("card_out", "turn_third"):
        return "thirds"
    return {"extract_remaining": "settle", "call_blank": "deal", "pass_reading": "declare"}.get(verb, verb)
