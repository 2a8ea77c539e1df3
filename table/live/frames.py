"""What screens may say on their socket. Anything else is answered with a clear sentence and changes nothing."""

from typing import Annotated, Any

import msgspec

from table.models import Display
from table.record.door import MOST_STEPS
from table.record.press import MOST_NONCE_LETTERS
from table.rules.refusal import Code, Refused, require
from table.verbs.texts import all_legible, surely_legible, written

MOST_BYTES = 8192
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Heard = Annotated[int, msgspec.Meta(ge=0)]
"""How many frames of the house this screen had taken on its socket: what it does stands on what was so then."""


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
    heard: Heard = 0


class Ask(msgspec.Struct, tag="ask", tag_field="kind", forbid_unknown_fields=True):
    """What became of the press with this name, whose answer was lost."""

    table: Key
    nonce: Key
    press: Key


class Dismiss(msgspec.Struct, tag="dismiss", tag_field="kind", forbid_unknown_fields=True):
    """The proposal of a display is taken from the dealer's list, and nothing comes of it."""

    table: Key
    nonce: Key
    display: Key
    heard: Heard = 0


class Compared(msgspec.Struct, tag="compared", tag_field="kind", forbid_unknown_fields=True):
    """After a fact of the electronic shoe was refused the dealer has compared the cards that are out with his felt."""

    table: Key
    nonce: Key
    heard: Heard = 0


class Propose(msgspec.Struct, tag="propose", tag_field="kind", forbid_unknown_fields=True):
    """A player proposes something at the display of his seat."""

    nonce: Key
    what: Display.Proposal
    coup: Annotated[str, msgspec.Meta(max_length=20)] = ""
    heard: Heard = 0


class CallPit(msgspec.Struct, tag="call", tag_field="kind", forbid_unknown_fields=True):
    """A player calls the pit at the display of his seat."""

    nonce: Key
    heard: Heard = 0


class Resync(msgspec.Struct, tag="again", tag_field="kind", forbid_unknown_fields=True):
    """A screen that missed something asks for all regions of a table."""

    table: Key


class Sheets(msgspec.Struct, tag="sheets", tag_field="kind", forbid_unknown_fields=True):
    """A screen opens a sheet of a table, or has closed the last one: it is shown its sheets as long as one is open."""

    table: Key
    open: bool


class Alive(msgspec.Struct, tag="here", tag_field="kind", forbid_unknown_fields=True):
    """A screen still takes what it is sent."""


class _Named(msgspec.Struct):
    """Whatever has a name."""

    nonce: str = ""


Acting = Press | Dismiss | Compared | Propose | CallPit
"""The frames by which something is done."""
Frame = Acting | Ask | Resync | Sheets | Alive
UNREADABLE = (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeError)
_reader: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
_named: msgspec.json.Decoder[_Named] = msgspec.json.Decoder(_Named)


def read(text: str | None) -> Frame:
    """The frame; refused with E_FRAME if it is none."""
    if text is None or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=f"> {MOST_BYTES} B" if text else "binary")
    try:
        frame = _reader.decode(text)
    except UNREADABLE as error:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=_why(error)) from None
    require(
        surely_legible(text) or _all_legible(frame),
        Code.FRAME,
        "This frame holds a control character; nothing of it was done.",
    )
    return frame


def _why(error: Exception) -> str:
    return written(str(error), 120)


def _all_legible(frame: Frame) -> bool:
    """Only what is given with an act may have lines, and which of it, the verb knows."""
    for name in frame.__struct_fields__:
        value = getattr(frame, name)
        if name != "steps" and not all_legible(value):
            return False
    steps = frame.steps if isinstance(frame, Press) else []
    return all(all_legible(it.verb) and all_legible(it.given, lines=True) for it in steps)


def name_of(text: str | None) -> str:
    """The name in a frame that cannot be read, so that its screen knows which of its presses was none; or nothing."""
    try:
        nonce = _named.decode(text or "").nonce
    except UNREADABLE:
        return ""
    return nonce if len(nonce) <= MOST_NONCE_LETTERS and all_legible(nonce) else ""
