"""Frames between an electronic shoe and the house, one JSON object each; anything else is refused.

docs/asyncapi.json is generated from these types and their docstrings.
"""

from typing import Annotated

import msgspec

from table.play.texts import decode, misfit
from table.rules.refusal import Code, Refused

MOST_BYTES = 512
Number = Annotated[int, msgspec.Meta(ge=1, le=10**15)]
Face = Annotated[str, msgspec.Meta(pattern="^([A2-9TJQK]|10)[SHDC]$")]


class Card(msgspec.Struct, tag="card", tag_field="kind", forbid_unknown_fields=True):
    """Fact that a card has left the shoe.

    "number" is that of the fact. "face" is what was read, rank and suit: 7S is the seven of spades, 10H the ten of
    hearts, which may also be written TH; null if the card could not be read. "late" says that the fact could not be
    sent when it happened.
    """

    number: Number
    face: Face | None
    late: bool = False


class CutCard(msgspec.Struct, tag="cut_card", tag_field="kind", forbid_unknown_fields=True):
    """Fact that the cut card has left the shoe.

    "number" is that of the fact. "late" says that the fact could not be sent when it happened.
    """

    number: Number
    late: bool = False


class Alive(msgspec.Struct, tag="alive", tag_field="kind", forbid_unknown_fields=True):
    """Sign of life from the shoe; the house answers each with one of its own."""


class Ready(msgspec.Struct, tag="ready", tag_field="kind"):
    """First frame from the house: from now on it takes facts of this table.

    "next" is the number of the first fact that is not on record; the shoe may forget those before it.
    """

    table: str
    next: int


class Taken(msgspec.Struct, tag="taken", tag_field="kind"):
    """Confirmation that the fact with this number is on record, now or since it was first sent."""

    number: int


class NotTaken(msgspec.Struct, tag="refused", tag_field="kind"):
    """Refusal, after which nothing has changed.

    "number" is that of the fact, 0 if the frame could not be read; "code" is for programs, "sentence" for people. If
    "again", send the facts again from "next" on; otherwise drop the fact: "next" is the number for the one after it.
    """

    number: int
    next: int
    code: str
    sentence: str
    again: bool


Fact = Card | CutCard
Frame = Fact | Alive
FeedAnswer = Ready | Taken | NotTaken | Alive


def read(text: str | None) -> Frame:
    """Parse a frame from a shoe.

    Refuses (E_FRAME) None, which stands for a binary one, what is longer than MOST_BYTES, and what is no frame, with
    the name of the field that does not fit; no value of it is repeated, as it may be a face.
    """
    if text is None or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=f"> {MOST_BYTES} B" if text else "binary")
    try:
        frame: Frame = decode(text, Frame)
    except ValueError as error:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=misfit(error)) from None
    return frame
