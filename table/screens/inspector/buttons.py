"""Buttons of the inspectors' screens: which acts have one for a role, at all and now, and what each of them presses."""

import json
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import NamedTuple

from table.models import Table
from table.play.declaration import VERBS
from table.play.shoe import is_in_use
from table.play.stakes import waiting_correction
from table.rules.profile import Role
from table.screens.read.snapshot import Snapshot
from table.words.voices import unbroken

DECIDED_BY: Mapping[str, Callable[[Snapshot], set[Role]]] = {
    "set_limits": lambda table: {table.state.profile.limits_decided_by},
    "open_table": lambda table: {Role.DIREZIONE if table.resumed_by_direzione else Role.ISPETTORE_GIOCO},
    "suspend": lambda table: {table.state.profile.suspended_by, Role.DIREZIONE},
    "resume": lambda table: {
        Role.DIREZIONE if table.resumed_by_direzione else table.state.profile.suspended_by,
        Role.DIREZIONE,
    },
}
"""Roles that decide an act in this house, for acts that several roles may be given."""
ONLY_IF: Mapping[str, Callable[[Snapshot], object]] = {
    "open_table": lambda table: table.state.shoe and table.dealer,
    "close_table": lambda table: table.state.coup is None,
    "suspend": lambda table: not table.table.suspend_pending,
    "resume": lambda table: table.table.suspend_pending or table.table.status == Table.Status.SUSPENDED,
    "confirm_limits": lambda table: table.limits["unannounced"],
    "set_button": lambda table: table.state.profile.button,
    "order_blank": lambda table: (
        table.state.profile.remedies == "blank_coup"
        and not (table.state.stakes or table.blank_next or table.table.awaits)
    ),
    "order_dealer_to_complete": lambda table: table.state.coup and table.state.coup.reader,
    "annul": lambda table: table.state.coup and table.state.beyond_completion,
    "confirm_correction": lambda table: table.state.coup and waiting_correction(table.state.coup),
    "withdraw_correction": lambda table: table.state.coup and waiting_correction(table.state.coup),
    "report_visible": lambda table: is_in_use(table.state.shoe),
    "replace_decks": lambda table: table.shoe and not table.state.shoe,
    "keep_decks": lambda table: table.shoe and not table.state.shoe and not table.shoe.sixain.retired,
    "void_shoe": lambda table: table.state.shoe,
}
"""Conditions, besides those that an act declares, without which its button is not shown."""


@cache
def office(role: str) -> frozenset[str]:
    """Return the names of all verbs, of tables and of the house's register, that are declared for this role.

    Empty for an unknown role. Whether the verb may be used now, or by this role in this house, :func:`may` says.
    Cached: a verb declared after the first call for a role is missing.
    """
    return frozenset(name for name, verb in VERBS.items() if role in verb.roles)


def may(snapshot: Snapshot, role: str, among: frozenset[str] | None = None) -> frozenset[str]:
    """Return the names of the acts that get a button for this role now, all or those in ``among``.

    The state of the table allows them to the role, this house lets the role decide them (`DECIDED_BY`), and there is
    something for them to do (`ONLY_IF`). Empty without rules; else raises ValueError for an unknown role.
    """
    now = snapshot.allowed(role) if among is None else snapshot.allowed(role) & among
    others = {verb for verb, decides in DECIDED_BY.items() if verb in now and role not in decides(snapshot)}
    idle = {verb for verb, wanted in ONLY_IF.items() if verb in now and not wanted(snapshot)}
    return now - others - idle


# --- what they press


class DeskKey(NamedTuple):
    """Button: its words, the dialog that it opens ("" for none), else the act that it presses, with its arguments.

    ``look`` are the classes that it has besides those of every button.
    """

    words: str
    opens: str
    verb: str
    given: tuple[tuple[str, Hashable], ...]
    look: str


DeskKeys = tuple[DeskKey, ...]


def opens(words: str, dialog: str, look: str = "") -> DeskKey:
    """Return the button that opens a dialog of the screen, by its id.

    ``look`` are further CSS classes. In `words` the space before an ellipsis becomes a no-break space.
    """
    return DeskKey(unbroken(words), dialog, "", (), look)


def act(words: str, verb: str, look: str = "", **given: Hashable) -> DeskKey:
    """Return the button that presses the act `verb` with the arguments ``given``.

    ``look`` are further CSS classes. In `words` the space before an ellipsis becomes a no-break space.
    """
    return DeskKey(unbroken(words), "", verb, tuple(given.items()), look)


def presses(*acts: tuple[str, Mapping[str, str | int]]) -> str:
    """Return acts, each a verb with its arguments, as a JSON list of objects of ``verb`` and ``given``, in their order.

    They are done all or none.
    """
    return json.dumps([{"verb": verb, "given": given} for verb, given in acts])
