"""Frames that screens may send on their socket. Anything else is refused with a sentence and changes nothing."""

from datetime import datetime
from typing import Annotated, Any

import msgspec

from table.models import Display
from table.play.texts import all_legible, decode, misfit, surely_legible
from table.record.door import MOST_STEPS
from table.record.press import MOST_NONCE_LETTERS
from table.rules.refusal import Code, Refused, require

MOST_BYTES = 8192
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Heard = Annotated[int, msgspec.Meta(ge=0)]
"""Number of frames that the screen had taken when it sent this one: what it does is based on those."""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One act of a press: a verb with its arguments."""

    verb: Key
    given: dict[str, Any] = {}


class Press(msgspec.Struct, tag="press", tag_field="kind", forbid_unknown_fields=True):
    """A press of a button: one act or a short run. ``confirms`` is the code of the display whose proposal it grants."""

    table: Key
    nonce: Key
    steps: Annotated[list[Step], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    seen: Annotated[int, msgspec.Meta(ge=0, le=10**15)] | None = None
    confirms: Annotated[str, msgspec.Meta(max_length=20)] = ""
    heard: Heard = 0


class Ask(msgspec.Struct, tag="ask", tag_field="kind", forbid_unknown_fields=True):
    """A question what became of the press with this name, whose answer was lost."""

    table: Key
    nonce: Key
    press: Key


class Dismiss(msgspec.Struct, tag="dismiss", tag_field="kind", forbid_unknown_fields=True):
    """Removes the proposal of a display from the dealer's list without granting it.

    ``proposed_at`` is the time of the proposal that the screen shows; None, as screens of earlier versions send it, for
    whatever is proposed there.
    """

    table: Key
    nonce: Key
    display: Key
    proposed_at: datetime | None = None
    heard: Heard = 0


class Compared(msgspec.Struct, tag="compared", tag_field="kind", forbid_unknown_fields=True):
    """Confirmation by the dealer that they compared the cards with their felt, after a refused fact of the shoe.

    ``inbox`` is that of the table, as the screen shows it; None, as screens of earlier versions send it, for any.
    """

    table: Key
    nonce: Key
    inbox: Annotated[int, msgspec.Meta(ge=0)] | None = None
    heard: Heard = 0


class Propose(msgspec.Struct, tag="propose", tag_field="kind", forbid_unknown_fields=True):
    """A proposal of a player at the display of their seat; ``coup`` is the key of the coup that it shows."""

    nonce: Key
    what: Display.Proposal
    coup: Annotated[str, msgspec.Meta(max_length=20)] = ""
    heard: Heard = 0


class CallPit(msgspec.Struct, tag="call", tag_field="kind", forbid_unknown_fields=True):
    """A player's call to the pit at the display of their seat."""

    nonce: Key
    heard: Heard = 0


class Resync(msgspec.Struct, tag="again", tag_field="kind", forbid_unknown_fields=True):
    """A request of a screen that missed something for all its regions of a table."""

    table: Key


class Dialogs(msgspec.Struct, tag="sheets", tag_field="kind", forbid_unknown_fields=True):
    """A screen opens a dialog of a table, or has closed the last one: while one is open all its dialogs are sent."""

    table: Key
    open: bool


class Alive(msgspec.Struct, tag="here", tag_field="kind", forbid_unknown_fields=True):
    """An answer of a screen to what it was sent: it has taken everything up to now."""


class _Named(msgspec.Struct):
    """Any frame with a name."""

    nonce: str = ""


Acting = Press | Dismiss | Compared | Propose | CallPit
"""Frames that do something."""
Frame = Acting | Ask | Resync | Dialogs | Alive


def read(text: str | None) -> Frame:
    """Decode a frame.

    Refuses (E_FRAME) one that is binary (None), longer than MOST_BYTES, malformed, of an unknown kind, or with
    control characters in its texts; only values in the arguments of acts may hold line ends and tabs.
    """
    if text is None or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=f"> {MOST_BYTES} B" if text else "binary")
    try:
        frame: Frame = decode(text, Frame)
    except ValueError as error:
        raise Refused(Code.FRAME, "This frame cannot be read: %(why)s.", why=misfit(error)) from None
    require(
        surely_legible(text) or _all_legible(frame),
        Code.FRAME,
        "This frame holds a control character; nothing of it was done.",
    )
    return frame


def _all_legible(frame: Frame) -> bool:
    """Whether no text of a frame holds control characters, but for line ends and tabs in arguments of acts."""
    for name in frame.__struct_fields__:
        value = getattr(frame, name)
        if name != "steps" and not all_legible(value):
            return False
    steps = frame.steps if isinstance(frame, Press) else []
    return all(all_legible(it.verb) and all_legible(it.given, lines=True) for it in steps)


def name_of(text: str | None) -> str:
    """Return the nonce of a frame that :func:`read` refuses, so that its screen knows which press was refused.

    "" where the frame is no object in JSON with a text as its nonce, and where that is longer than MOST_NONCE_LETTERS
    or has control characters.
    """
    try:
        nonce = decode(text or "", _Named).nonce
    except ValueError:
        return ""
    return nonce if len(nonce) <= MOST_NONCE_LETTERS and all_legible(nonce) else ""
