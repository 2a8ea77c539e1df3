"""Regions of the bank on the screens of a table, and the walls of the cage and of the camera desk."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from bank.play.policy import tables_with_bank
from bank.screens import console, desk
from bank.screens.cassa import cassa
from bank.screens.reading import keeps_bank
from bank.screens.video import video
from table.rules.profile import Role
from table.screens.audiences import WATCHERS, StaffPage, Wall
from table.screens.read.pieces import Piece
from table.screens.read.snapshot import Snapshot
from table.screens.read.staff_regions import StaffRegion

BANK_ON = ("bank", "on")
"""Key and value of the rules of those tables on whose screens the bank stands."""


def bank(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the bank of a table for this role: the console for a dealer, else the desk; nothing without a bank."""
    if keeps_bank(snapshot):
        yield from console.console(snapshot) if role == Role.DEALER else desk.desk(snapshot, role)


REGIONS = (StaffRegion("bank", bank, above=True, rules=BANK_ON, page="bank/at_table.html"),)
WALLS = {
    "cassa": Wall(("cassa",), frozenset({Role.CASSA}), BANK_ON, {"cassa": cassa}),
    "video": Wall(("video",), frozenset({Role.VIDEO}), BANK_ON, {"video": video}),
}
"""Walls of the cage and of the camera desk, by the names of their screens."""
BY_HOUSE = frozenset({Role.ISPETTORE_GIOCO, Role.CASSA, Role.DIREZIONE})


def keeps_any() -> bool:
    """Whether the rules of some table, training tables left out, keep a bank, so that there is one to be seen."""
    return tables_with_bank().exists()


PAGES = (
    StaffPage("cassa", _("Cash desk"), _("What the tables ask of the cage, boxes and tips."), {Role.CASSA}),
    StaffPage("video", _("Camera desk"), _("Acts of the bank, alerts and cases, as they come."), {Role.VIDEO}),
    StaffPage("rota", _("Dealers and breaks"), _("Who deals where, and who is due for a break."), WATCHERS, keeps_any),
    StaffPage(
        "guest_cash", _("Cash of guests"), _("What was changed today, and whose papers were seen."), BY_HOUSE, keeps_any
    ),
    StaffPage("banks", _("Gaming day, cash and tips"), _("For all tables with a bank."), {Role.DIREZIONE}, keeps_any),
)
"""Pages of the front page, for those who work there."""
