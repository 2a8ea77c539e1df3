"""Acts that get a button on the inspectors' screens: which a role has at all, and which it may use now."""

from collections.abc import Callable, Mapping
from functools import cache

from table.models import Table
from table.play.declaration import VERBS
from table.play.shoe import IN_USE
from table.rules.profile import Role
from table.screens.read.snapshot import Snapshot
from table.verbs.corrections.second_person import waiting_correction

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
    "annul": lambda table: table.state.coup and table.state.stuck,
    "confirm_correction": lambda table: table.state.coup and waiting_correction(table.state.coup),
    "withdraw_correction": lambda table: table.state.coup and waiting_correction(table.state.coup),
    "report_visible": lambda table: table.state.shoe and table.state.shoe.status in IN_USE,
    "replace_decks": lambda table: table.shoe and not table.state.shoe,
    "keep_decks": lambda table: table.shoe and not table.state.shoe and not table.shoe.sixain.retired,
    "void_shoe": lambda table: table.state.shoe,
}
"""Conditions, besides those that an act declares, without which its button is not shown."""


@cache
def office(role: str) -> frozenset[str]:
    """Return the names of all verbs, of tables and of the house's register, that are declared for this role.

    Empty for an unknown role. Whether the verb may be used now, or by this role in this house, :func:`may` says.
    """
    return frozenset(name for name, verb in VERBS.items() if role in verb.roles)


def may(snapshot: Snapshot, role: str, among: frozenset[str] | None = None) -> frozenset[str]:
    """Return the names of the acts that get a button for this role now, all or those in ``among``.

    The state of the table allows them to the role, this house lets it decide them (`DECIDED_BY`), and there is
    something for them to do (`ONLY_IF`). Empty without rules.
    """
    now = snapshot.allowed(role) if among is None else snapshot.allowed(role) & among
    others = {verb for verb, decides in DECIDED_BY.items() if verb in now and role not in decides(snapshot)}
    idle = {verb for verb, wanted in ONLY_IF.items() if verb in now and not wanted(snapshot)}
    return now - others - idle
