"""Who looks at what: the screens of the house, the regions of each, and the roles that may open it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from table.models import Display, Person, Table
from table.rules.profile import Role
from table.screens.regions import ADDED, Region

WATCHERS = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO, Role.DIREZIONE})
MAY_OPEN: Mapping[str, frozenset[Role]] = {
    "dealer": frozenset({Role.DEALER}),
    "table": WATCHERS,
    "pit": WATCHERS,
}
"""The screens of the staff, and for whom they are."""


class NotAdmitted(Exception):
    """A screen is not for whoever asks; ``code`` closes it: 4401 sign in first, 4403 not yours, 4404 no such table."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class View:
    """What a screen shows: by table, its regions. Acts are taken from it for these tables and no others."""

    regions: Mapping[str, frozenset[Region]]


def staff_view(screen: str, code: str, person: Person | None, language: str) -> View:
    """The view of somebody of the staff: the console of a table, the desk of its inspectors, or the whole pit."""
    if person is None:
        raise NotAdmitted(4401)
    if Role(person.role) not in MAY_OPEN.get(screen, frozenset()):
        raise NotAdmitted(4403)
    if screen == "pit":
        codes = list(Table.objects.order_by(*Table.IN_ORDER).values_list("code", flat=True))
        return View({it: _regions(["tile"], language) for it in codes})
    if not Table.objects.filter(code=code).exists():
        raise NotAdmitted(4404)
    desk = ["felt:watch", f"desk:{person.role}", f"desk_sheets:{person.role}"]
    own = ["felt", "console", "console_sheets"] if screen == "dealer" else desk
    return View({code: _regions(["bar", *own, *(f"{it.kind}:{person.role}" for it in ADDED)], language)})


def display_view(display: Display | None) -> View:
    """The view of a paired display: its position's strip and the felt from there, or the sign of the table."""
    if display is None:
        raise NotAdmitted(4401)
    seat = [f"strip:{display.position}", "felt:players"] if display.kind == Display.Kind.SEAT else ["sign"]
    return View({display.table.code: _regions(seat, display.language)})


def _regions(names: list[str], language: str) -> frozenset[Region]:
    known = {code for code, _name in settings.LANGUAGES}
    return frozenset(Region(name, language if language in known else settings.LANGUAGE_CODE) for name in names)
