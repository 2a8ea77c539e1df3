"""A small evening that uses every verb: `evening.txt`, as presses of the cast.

It is written out, and no croupier plays it: what is killed and pressed again has to be the same press, in name, time
and cards, and nothing may be read before it.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from table.models import HOUSE
from table.play.declaration import VERBS
from table.record import door
from table.record.door import PressResult, Step
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values, derive
from tests.rig.tables import Cast

TABLE = "T3"
TEXT = Path(__file__).with_suffix(".txt")
BEGINS = datetime(2026, 5, 1, 21, 0, tzinfo=UTC)
RULES = derive(
    VENEZIA,
    key="evening",
    identity_check=True,
    announce_limits_by=Role.CAPO_TAVOLO,
    tax="laid_ready",
    correction_second_from=1000,
)
"""Venezia with what only other houses have, so that there is one evening for everything."""


class Press(NamedTuple):
    """A press of somebody of the cast: its place in the evening and its acts."""

    place: int
    who: str
    owner: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return f"{self.place:3} {self.who}: {' + '.join(step.verb for step in self.steps)}"

    def ready(self, seen: int) -> Callable[[], PressResult]:
        """The press, to be done on what was seen at this number: under its own name, at its own time of the evening."""
        return partial(
            door.press,
            self.owner,
            self.steps,
            by=getattr(Cast.at(self.owner), self.who).person,
            nonce=f"press {self.place}",
            seen=seen,
            at=BEGINS + timedelta(seconds=self.place),
        )


def evening() -> list[Press]:
    """The presses in their order."""
    lines = [line for line in TEXT.read_text().splitlines() if line and not line.startswith("#")]
    return [_press(place, *line.split(maxsplit=1)) for place, line in enumerate(lines)]


def _press(place: int, who: str, acts: str) -> Press:
    who, _, owner = who.partition("@")
    steps = tuple(_step(*act.split()) for act in acts.split(" + "))
    return Press(place, who, HOUSE if owner else TABLE, steps)


def _step(verb: str, *given: str) -> Step:
    kinds = VERBS[verb].arguments.__annotations__
    return Step(verb, {key: _value(text, kinds[key]) for key, text in (word.split("=", 1) for word in given)})


def _value(text: str, kind: Any) -> Any:
    """The value as the verb wants it: position 1 is a label, an amount of 500 a number."""
    if text == "HOUSE":
        return as_values(RULES)
    return msgspec.convert(json.loads(text) if text[0] in "[{" else text, kind, strict=False)
