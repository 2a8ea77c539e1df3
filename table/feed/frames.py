"""What an electronic shoe and the house say to each other, a JSON object a frame. Anything else changes nothing.

docs/asyncapi.json is made from these types.
"""

from typing import Annotated

import msgspec

from table.rules.refusal import Code, Refused

MOST_BYTES = 512
Number = Annotated[int, msgspec.Meta(ge=1, le=10**15)]
Face = Annotated[str, msgspec.Meta(pattern="^([A2-9TJQK]|10)[SHDC]$")]


class Card(msgspec.Struct, tag="card", tag_field="kind", forbid_unknown_fields=True):
    """A card has left the shoe: the fact with this number. "face" is what was read of it, rank and suit, such as 7S for
    the seven of spades and 10H for the ten of hearts, which may be written TH as well; null for a card that left the
    shoe and could not be read. "late" tells that it could not be told as it came."""

    number: Number
    face: Face | None
    late: bool = False


class CutCard(msgspec.Struct, tag="cut_card", tag_field="kind", forbid_unknown_fields=True):
    """The cut card has left the shoe: the fact with this number. "late" tells that it could not be told as it came."""

    number: Number
    late: bool = False


class Alive(msgspec.Struct, tag="alive", tag_field="kind", forbid_unknown_fields=True):
    """Who sends it is there still; the house answers each with one of its own."""


class Ready(msgspec.Struct, tag="ready", tag_field="kind"):
    """The line is open, and the facts of this table are taken from now on. "next" is the number of the first fact that
    is not on record: facts before it are, and may be forgotten."""

    table: str
    next: int


class Taken(msgspec.Struct, tag="taken", tag_field="kind"):
    """The fact with this number is on record, whether it came for the first time or again."""

    number: int


class NotTaken(msgspec.Struct, tag="refused", tag_field="kind"):
    """Nothing has changed. "number" is that of the fact, 0 where the frame was none; "code" is for programs, "sentence"
    for people. With "again" the facts are sent again from "next" on; without it the fact is dropped, and "next" is the
    number of the one after it."""

    number: int
    next: int
    code: str
    sentence: str
    again: bool


Fact = Card | CutCard
Told = Fact | Alive
Answer = Ready | Taken | NotTaken | Alive
UNREADABLE = (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeError)
_reader: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


def read(text: str | None) -> Told:
    """The frame; refused with E_FRAME if it is none. What is wrong with it is said without any of its text."""
    if text is None or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=f"> {MOST_BYTES} B" if text else "binary")
    try:
        return _reader.decode(text)
    except UNREADABLE as error:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=_why(error)) from None


def _why(error: Exception) -> str:
    """Where it is wrong; of what stands there nothing, as it may be a face."""
    return f"{type(error).__name__} {str(error).rpartition(' - at ')[2]}" if " - at " in str(error) else "JSON"
