"""Who looks at what: the screens of the house, the regions of each, and the roles that may open it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings

from table.models import Display, Person, Table
from table.record import in_charge
from table.rules.profile import Role
from table.screens.regions import ADDED, SHEETS, Region, StaffRegion
from table.spelling import spelt

WATCHERS = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO, Role.DIREZIONE})
TRAINERS = frozenset({Role.INSTRUCTOR})
"""Who looks on at training tables, and at no other; those who look after the house's tables do not see them."""
MAY_OPEN: Mapping[str, frozenset[Role]] = {
    "dealer": frozenset({Role.DEALER}),
    "table": WATCHERS | TRAINERS,
    "pit": WATCHERS | TRAINERS,
}
"""The screens of the staff, and for whom they are."""
PLAYS_IN = ("code", "policy__values__currency")
"""What is asked of a table for a view of it: its code and its money, by which its house spells."""
AS_SHOWN = (*PLAYS_IN, "training")


class NotAdmitted(Exception):
    """A screen is not for whoever asks; ``code`` closes it: 4401 sign in first, 4403 not yours, 4404 no such table."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class View:
    """What a screen shows: by table, its regions. Acts are taken from it for these tables and no others.

    ``sheets`` are the regions that it shows besides while one of their sheets is open. ``training`` says that nothing
    on it counts.
    """

    regions: Mapping[str, frozenset[Region]]
    sheets: Mapping[str, frozenset[Region]]
    training: bool = False


def staff_view(screen: str, code: str, person: Person | None, language: str) -> View:
    """The view of somebody of the staff: the console of a table, the desk of its inspectors, or the whole pit."""
    if person is None:
        raise NotAdmitted(4401)
    if Role(person.role) not in MAY_OPEN.get(screen, frozenset()):
        raise NotAdmitted(4403)
    trains = Role(person.role) in TRAINERS
    if screen == "pit":
        tables, wall = Table.every.filter(training=trains).order_by(*Table.IN_ORDER), ["tile", "tile_sheets"]
        shown = ((*it, [f"{kind}:{person.role}" for kind in wall]) for it in tables.values_list(*PLAYS_IN))
        return _view(shown, language, training=trains)
    table = Table.every.filter(code=code).values_list(*AS_SHOWN).first()
    if table is None:
        raise NotAdmitted(4404)
    *plays_in, training = table
    if screen == "dealer" and not may_watch(code, person):
        raise NotAdmitted(4403)
    if screen == "table" and trains != training:
        raise NotAdmitted(4404)
    desk = ["felt:watch", f"desk:{person.role}", f"desk_sheets:{person.role}"]
    own = ["felt", "console", "console_sheets"] if screen == "dealer" else desk
    besides = [f"{it.kind}:{person.role}" for it in added(training=training)]
    return _view([(*plays_in, ["bar", *own, *besides])], language, training=training)


def added(*, training: bool) -> list[StaffRegion]:
    """What extensions add to the screens of a table's staff: some of it to those of training tables alone."""
    return [it for it in ADDED if training or not it.training]


def may_watch(code: str, dealer: Person) -> bool:
    """Whether a console is shown to this dealer: that of which he is in charge, or one that waits for him to begin."""
    there = in_charge.dealer_at(code)
    return there.person_id == dealer.pk if there is not None else not in_charge.table_of(dealer)


def display_view(display: Display | None) -> View:
    """The view of a paired display: its position's strip and the felt from there, or the sign of the table."""
    if display is None:
        raise NotAdmitted(4401)
    seat = [f"strip:{display.position}", "felt:players"] if display.kind == Display.Kind.SEAT else ["sign"]
    shown = [(display.table.code, currency_of(display.table), seat)]
    return _view(shown, display.language, training=display.table.training)


def view_of(code: str, names: list[str], language: str) -> View:
    """A table's regions by their names, for whoever looks on and is nobody here."""
    tables = Table.objects.filter(code=code).values_list(*PLAYS_IN)
    return _view([(*it, names) for it in tables], language)


def _view(tables: Iterable[tuple[str, str | None, list[str]]], language: str, *, training: bool = False) -> View:
    """The view of these regions by table: its code, the money that it plays in, and their names."""
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    regions = {
        code: frozenset(Region(name, spelt(language, currency or "")) for name in names)
        for code, currency, names in tables
    }
    sheets = {code: frozenset(it for it in shown if _kind(it) in SHEETS) for code, shown in regions.items()}
    return View({code: shown - sheets[code] for code, shown in regions.items()}, sheets, training)


def currency_of(table: Table) -> str:
    """The money that a table plays in; one without rules plays in none."""
    return str(table.policy.values.get("currency", "")) if table.policy else ""


def _kind(region: Region) -> str:
    return region.name.partition(":")[0]
