"""What screens may say on their socket. Anything else is answered with a clear sentence and changes nothing."""

from typing import Annotated, Any

import msgspec

from table.models import Display
from table.rules.refusal import Code, Refused

MOST_BYTES = 8192
MOST_STEPS = 6
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One act of a press."""

    verb: Key
    given: dict[str, Any] = {}


class Press(msgspec.Struct, tag="press", tag_field="kind", forbid_unknown_fields=True):
    """A button was pressed: one act or a short run of them. ``confirms`` is the display whose proposal it grants."""

    table: Key
    nonce: Key
    steps: Annotated[list[Step], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    seen: Annotated[int, msgspec.Meta(ge=0, le=10**15)] | None = None
    confirms: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Dismiss(msgspec.Struct, tag="dismiss", tag_field="kind", forbid_unknown_fields=True):
    """The proposal of a display is taken from the dealer's list, and nothing comes of it."""

    table: Key
    nonce: Key
    display: Key


class Propose(msgspec.Struct, tag="propose", tag_field="kind", forbid_unknown_fields=True):
    """A player proposes something at the display of his seat."""

    nonce: Key
    what: Display.Proposal
    coup: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Resync(msgspec.Struct, tag="again", tag_field="kind", forbid_unknown_fields=True):
    """A screen that missed something asks for all regions of a table."""

    table: Key


class Sheets(msgspec.Struct, tag="sheets", tag_field="kind", forbid_unknown_fields=True):
    """A screen opens a sheet of a table, or has closed the last one: it is shown its sheets as long as one is open."""

    table: Key
    open: bool


class Alive(msgspec.Struct, tag="here", tag_field="kind", forbid_unknown_fields=True):
    """A screen still takes what it is sent."""


Frame = Press | Dismiss | Propose | Resync | Sheets | Alive
_reader: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


def read(text: str | None) -> Frame:
    """The frame; refused with E_FRAME if it is none."""
    if text is None or len(text.encode()) > MOST_BYTES:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=f"> {MOST_BYTES} B" if text else "binary")
    try:
        return _reader.decode(text)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=str(error)[:120]) from None
