"""Verb by which the Direzione disposes of chips that nobody has collected. Super Punto Banco, Art. 15."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from table.play.act import Act
from table.play.declaration import ANYTIME, Text, verb
from table.play.money import close_slip
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

Slip = Annotated[int, msgspec.Meta(gt=0, le=10**9)]


@verb(
    title=pgettext_lazy("act", "dispose of what nobody collected"),
    said=(pgettext_lazy("record", "disposes of what is kept under slip %(slip)s: %(text)s"),),
    roles=[Role.DIREZIONE],
    tables=ANYTIME,
    while_held=True,
    source="uncollected",
    public="slip",
)
def dispose(act: Act, *, slip: Slip, text: Text) -> None:
    """Close a slip of custody, in the words of the Direzione for what becomes of the chips; nobody's result changes.

    Refused without words, or for a slip that never was (E_ARGUMENTS) or is closed (E_FINAL). Records "custody_closed".
    """
    require(text, Code.ARGUMENTS, "Say what becomes of it; the words stand in the record.", source=act.cite("custody"))
    found = next((it for it in act.state.custody if it.slip == slip), None)
    if found is None:
        raise _no_such_slip(act, slip)
    close_slip(act, found)
    act.effect("custody_closed", amount=found.amount, position=found.position, guest=found.owner)


def _no_such_slip(act: Act, slip: int) -> Refused:
    """Return the refusal of a slip of custody: it never was at this table (E_ARGUMENTS), or is closed (E_FINAL)."""
    before = act.table.uncollected.filter(slip=slip).first()
    if before is None:
        return Refused(Code.ARGUMENTS, "Nothing is kept here under slip %(slip)s.", slip=slip)
    return Refused(
        Code.FINAL,
        "What was kept under slip %(slip)s was disposed of already.",
        source=act.cite("custody"),
        slip=slip,
    )
