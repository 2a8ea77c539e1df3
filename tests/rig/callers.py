"""Frames that are carried out as if a screen had sent them, without a socket."""

import json
from collections.abc import Mapping
from typing import Any

from table.live import frames
from table.live.acts import carry_out
from table.live.callers import Caller
from table.models import Person


class SignedIn(Caller):
    """Screen at which somebody has signed in, who is not looked up anew."""

    def __init__(self, person: Person) -> None:
        super().__init__({}, session_cookie="")
        self._person = person

    def person(self, *, pressed: bool = False) -> Person:  # noqa: ARG002 - nobody is looked up
        return self._person


def send(code: str, frame: Mapping[str, Any], caller: Caller) -> int:
    """Carry a frame out at this table, and return the number of the last entry; refused as the house refuses it."""
    read = frames.read(json.dumps(frame))
    assert isinstance(read, frames.Acting), "it asks for nothing to be done"
    return carry_out(read, caller, [code], lambda: None)
