"""Views: the regions that each screen of the house shows of which tables, and the roles that may open it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.functional import Promise

from table.models import Display, Person, Table
from table.record import in_charge
from table.rules.profile import Role
from table.screens.read.staff_regions import ADDED, Shown, StaffRegion
from table.screens.regions import DIALOGS, Region
from table.words.voices import spelt

WATCHERS = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO, Role.DIREZIONE})
TRAINERS = frozenset({Role.INSTRUCTOR})
"""Roles that watch training tables, and no others; the watchers of the house's tables do not see those."""
MAY_OPEN: Mapping[str, frozenset[Role]] = {
    "dealer": frozenset({Role.DEALER}),
    "table": WATCHERS | TRAINERS,
    "pit": WATCHERS | TRAINERS,
}
"""Roles that may open each screen of the staff, but for the walls of extensions."""


class StaffPage(NamedTuple):
    """Page that the front page of the staff links to: the name of its URL, its title, a few words, and whose it is.

    With ``shown`` it is linked only while that returns True.
    """

    url: str
    title: Promise
    words: Promise
    roles: Collection[Role]
    shown: Callable[[], bool] | None = None


PAGES: list[StaffPage] = []
"""Pages that extensions have added to the front page of the staff."""
PLAYS_IN = ("code", "policy__values__currency")
"""Columns of a table needed for a view of it: its code and its currency, which decides the spelling."""
AS_SHOWN = (*PLAYS_IN, "training", "policy__values")


class Wall(NamedTuple):
    """Screen of many tables: the kinds of regions that it shows of each, and the roles that may open it.

    ``rules`` are a policy key and the value that the rules of a table must have to stand there; None for any rules or
    none. ``shown`` are the functions that draw those of its regions that stand nowhere else, by kind.
    """

    kinds: tuple[str, ...]
    roles: frozenset[Role]
    rules: tuple[str, str] | None = None
    shown: Mapping[str, Shown] = MappingProxyType({})


WALLS: dict[str, Wall] = {"pit": Wall(("tile", "tile_sheets"), WATCHERS | TRAINERS)}
"""Walls by the name of their screen; those of extensions show no training tables."""


class NotAdmitted(Exception):
    """Refusal of a screen; ``code`` closes its socket: 4401 not signed in, 4403 not for them, 4404 no such table."""

    def __init__(self, code: int) -> None:
        """Store the code with which the WebSocket is closed: 4401, 4403 or 4404, no HTTP status."""
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class View:
    """Regions that a screen shows, by the code of their table. It takes acts for these tables only.

    ``dialogs`` are the regions of dialogs, shown while one of these is open. ``training`` says that nothing on the
    screen counts.
    """

    regions: Mapping[str, frozenset[Region]]
    dialogs: Mapping[str, frozenset[Region]]
    training: bool = False


def staff_view(screen: str, code: str, person: Person | None, language: str) -> View:
    """Return the view of a member of the staff: console (``dealer``) or desk (``table``) of table `code`, or a wall.

    A wall such as the ``pit`` shows many tables, with the regions and for the roles of `WALLS`, and ignores `code`. The
    console has the regions bar, felt, console and console_sheets, the desk bar, felt:watch, and desk and desk_sheets of
    the role; both those of :func:`added`. Raises :class:`NotAdmitted`: 4401 for nobody; 4403 for another role, an
    unknown screen, or a console that :func:`may_watch` denies them; 4404 for an unknown table or the desk of one that
    is not theirs: instructors have those for training, the other watchers all others. Queries the tables.
    """
    if person is None:
        raise NotAdmitted(4401)
    wall = WALLS.get(screen)
    if Role(person.role) not in (wall.roles if wall is not None else MAY_OPEN.get(screen, frozenset())):
        raise NotAdmitted(4403)
    trains = Role(person.role) in TRAINERS
    if wall is not None:
        return _wall(wall, person, language, training=trains)
    table = Table.objects.filter(code=code).values_list(*AS_SHOWN).first()
    if table is None:
        raise NotAdmitted(4404)
    *plays_in, training, values = table
    if screen == "dealer" and not may_watch(code, person):
        raise NotAdmitted(4403)
    if screen == "table" and trains != training:
        raise NotAdmitted(4404)
    desk = ["felt:watch", f"desk:{person.role}", f"desk_sheets:{person.role}"]
    own = ["felt", "console", "console_sheets"] if screen == "dealer" else desk
    besides = [f"{it.kind}:{person.role}" for it in added(training=training, rules=values)]
    return _view([(*plays_in, ["bar", *own, *besides])], language, training=training)


def _wall(wall: Wall, person: Person, language: str, *, training: bool) -> View:
    """Return the view of a wall for this person's role: of each table the kinds of regions that the wall shows.

    The tables are those for training if `training`, else the others; of these only those whose rules the wall asks for.
    """
    found = Table.objects.filter(training=training).order_by(*Table.IN_ORDER)
    if wall.rules is not None:
        key, value = wall.rules
        found = found.filter(**{f"policy__values__{key}": value})
    shown = ((*it, [f"{kind}:{person.role}" for kind in wall.kinds]) for it in found.values_list(*PLAYS_IN))
    return _view(shown, language, training=training)


def added(*, training: bool, rules: Mapping[str, Any] | None = None) -> list[StaffRegion]:
    """List the regions that extensions add to the screens of the staff of a table with these rules.

    A region that needs a certain value of a policy key is left out unless the rules have it, so without rules (`None`),
    too. Those for training tables are listed only if ``training``, all others in either case.
    """
    return [it for it in ADDED if (training or not it.training) and _holds(it.rules, rules or {})]


def added_at(table: Table) -> list[StaffRegion]:
    """List the regions that extensions add to the screens of the staff of this table."""
    return added(training=table.training, rules=table.policy.values if table.policy is not None else None)


def _holds(wanted: tuple[str, str] | None, rules: Mapping[str, Any]) -> bool:
    """Whether rules have the value of ``wanted``, a policy key and its value; True for None, which wants nothing."""
    return wanted is None or rules.get(wanted[0]) == wanted[1]


def may_watch(code: str, dealer: Person) -> bool:
    """Whether this dealer may open the console of a table.

    They may if they are in charge of it, or nobody is and they are in charge of no other.
    """
    there = in_charge.dealer_at(code)
    return there.person_id == dealer.pk if there is not None else not in_charge.table_of(dealer)


def display_view(display: Display | None) -> View:
    """Return the view of a paired display.

    It is the strip of its position with the felt as players see it, or the sign of its table. Raises
    :class:`NotAdmitted` (4401) for None.
    """
    if display is None:
        raise NotAdmitted(4401)
    names = on_display(display.position if display.kind == Display.Kind.SEAT else "")
    shown = [(display.table.code, currency_of(display.table), names)]
    return _view(shown, display.language, training=display.table.training)


def on_display(position: str) -> list[str]:
    """List the regions of the display at a position: its strip and the felt for players; for "" the sign of a table."""
    at_seat = [f"strip:{position}", "felt:players"]
    return at_seat if position else ["sign"]


def view_of(code: str, names: list[str], language: str) -> View:
    """Return which regions of a table, by these names, a screen of somebody who is not signed in shows; draws nothing.

    It has no table and no region if there is no such table, or it is for training. Whether an onlooker may see the
    regions is not checked. An unknown language becomes that of the house.
    """
    tables = Table.real.filter(code=code).values_list(*PLAYS_IN)
    return _view([(*it, names) for it in tables], language)


def _view(tables: Iterable[tuple[str, str | None, list[str]]], language: str, *, training: bool = False) -> View:
    """Return the view of these regions, given for each table as code, currency (None without rules) and names.

    Regions of dialogs go into ``dialogs``. Each is in the language as it is spelled where its table's currency is used;
    an unknown language becomes that of the house.
    """
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    regions = {
        code: frozenset(Region(name, spelt(language, currency or "")) for name in names)
        for code, currency, names in tables
    }
    dialogs = {code: frozenset(it for it in shown if it.kind in DIALOGS) for code, shown in regions.items()}
    return View({code: shown - dialogs[code] for code, shown in regions.items()}, dialogs, training)


def currency_of(table: Table) -> str:
    """Return the currency of a table; "" for one without rules."""
    return str(table.policy.values.get("currency", "")) if table.policy else ""
