"""The displays of the house: paired with a table by the code that they show, and revoked."""

from typing import Literal

from django.db.models import F
from django.utils.translation import pgettext_lazy

from table.models import Display, House, Table
from table.play.act import Act
from table.play.state import TableState
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.verbs.declaration import verb
from table.verbs.house.office import check_new

KEEPERS = (Role.OPERATOR, Role.DIREZIONE, Role.ISPETTORE_GIOCO)


@verb(
    title=pgettext_lazy("act", "pair a display"),
    said=(
        pgettext_lazy("record", "display %(code)s belongs to table %(table)s, position %(position)s"),
        pgettext_lazy("record", "display %(code)s is the sign of table %(table)s"),
    ),
    roles=KEEPERS,
    owner=House,
)
def pair_display(
    act: Act,
    *,
    code: str,
    kind: Literal["seat", "sign"],
    table: str,
    position: str = "",
    language: Literal["it", "en", "de"] = "it",
) -> None:
    """A display that shows this code belongs to a table from now on: before a position, or as the table's sign.

    One that was revoked shows its code still, and may be paired again.
    """
    check_new(code, taken=Display.objects.filter(code=code, revoked=False).exists())
    at = _table(table)
    if kind == "seat":
        check_position(TableState(at).profile, position)
    else:
        require(not position, Code.POSITION, "The sign belongs to the whole table and to no position.")
    paired = {"kind": kind, "table": at, "position": position, "language": language, "revoked": False}
    Display.objects.update_or_create(code=code, defaults=paired)


def _table(code: str) -> Table:
    table = Table.every.select_related("policy").filter(code=code).first()
    if table is None:
        raise Refused(Code.TABLE, "There is no table “%(table)s”.", table=code[:20])
    return table


@verb(
    title=pgettext_lazy("act", "revoke a display"),
    said=(pgettext_lazy("record", "display %(code)s is revoked"),),
    roles=KEEPERS,
    owner=House,
)
def revoke_display(act: Act, *, code: str) -> None:
    """A display is lost, broken or moved: it shows nothing of the table any more."""
    revoked = Display.objects.filter(code=code, revoked=False).update(
        revoked=True, proposal="", proposed_for="", proposed_at=None, called=None, coming=""
    )
    require(revoked, Code.ARGUMENTS, "No display is paired by the code “%(display)s”.", display=code[:20])
    # What was proposed there is gone, and the screens of the table are to see it.
    Table.every.filter(displays__code=code).update(inbox=F("inbox") + 1)
