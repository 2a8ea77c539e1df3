"""What the house decides away from the cards: its tables and the rules they play by."""

from typing import Any

from table.models import House, Policy, Position, Reservation, Table
from table.rules.profiles import Profile, Role, as_values, of_values
from table.rules.refusal import Code, Listed, require
from table.verbs.declaration import ANYTIME, CLOSED, Act, verb

DIREZIONE = (Role.DIREZIONE,)
DECIDERS = (Role.ISPETTORE_GIOCO, Role.DIREZIONE)


@verb(roles=DIREZIONE, owner=House, moves=["staff"])
def add_table(act: Act, *, code: str) -> None:
    """A table of the house; its rules are set in its own register."""
    check_new(code, taken=Table.objects.filter(code=code).exists())
    Table.objects.create(code=code)


def check_new(key: str, *, taken: bool) -> None:
    """Badges, tables and displays are known by short keys, each its own."""
    require(
        key.isascii() and key.replace("-", "").isalnum() and len(key) <= 20 and key != "house",
        Code.ARGUMENTS,
        "“%(key)s” is no key: up to 20 letters, digits and hyphens.",
        key=key[:20],
    )
    require(not taken, Code.ARGUMENTS, "“%(key)s” exists already.", key=key)


@verb(roles=DIREZIONE, tables=[CLOSED], moves=["limits", "seats", "shoe"])
def set_up(act: Act, *, rules: dict[str, Any]) -> None:
    """The rules a new table plays by: every policy key with its value."""
    table, house = act.table, _playable(of_values(rules))
    require(table.policy is None, Code.ARGUMENTS, "This table has its rules; change them by a new version.")
    table.policy = Policy.objects.create(table=table, version=1, values=as_values(house))
    _lay_positions(table, house)


@verb(roles=DIREZIONE, tables=ANYTIME, moves=["limits", "seats"], source="Super Punto Banco, Art. 16")
def change_rules(act: Act, *, changes: dict[str, Any]) -> None:
    """A new version of the table's rules, in force from the next taglia on."""
    table, floor = act.table, act.floor
    unchanging = {"positions", "dealing"} & set(changes)
    require(
        not unchanging or (table.status == Table.Status.CLOSED and floor.shoe is None),
        Code.TABLE_NOT_OPEN,
        "%(keys)s can be changed only while the table is closed and no shoe is on it.",
        source=act.cite("Super Punto Banco, Art. 16"),
        keys=Listed(sorted(unchanging)),
    )
    latest = table.next_policy.house if table.next_policy else floor.house
    house = _playable(of_values(as_values(latest) | changes))
    version = table.policies.count() + 1
    table.next_policy = Policy.objects.create(table=table, version=version, values=as_values(house))
    act.effect("rules_changed", version=version)
    if floor.shoe is None:
        bring_rules_into_force(act)


def bring_rules_into_force(act: Act) -> None:
    """Between taglie the latest version becomes the one that is played."""
    table = act.table
    if table.next_policy is None:
        return
    before = act.floor.house
    table.policy, table.next_policy = table.next_policy, None
    act.floor.__dict__.pop("house", None)
    if act.floor.house.positions != before.positions:
        _lay_positions(table, act.floor.house)
    if table.status != Table.Status.CLOSED and act.floor.house.button != before.button:
        table.button = act.floor.house.positions[0] if act.floor.house.button else ""
        act.effect("button_moved", position=table.button)
    act.effect("rules_in_force", version=table.policy.version)


def _playable(house: Profile) -> Profile:
    require(
        house.dealing != "automatic",
        Code.PROFILE,
        "A table of real cards cannot deal automatically.",
    )
    for key in ("limits_decided_by", "suspended_by", "disputes_decided_by"):
        require(
            getattr(house, key) in DECIDERS,
            Code.PROFILE,
            "“%(value)s” cannot be the “%(key)s” of a house.",
            key=key,
            value=getattr(house, key),
        )
    return house


def _lay_positions(table: Table, house: Profile) -> None:
    """The places of the table anew; whoever had one of the old ones asks for a seat again."""
    table.reservations.filter(state=Reservation.State.ASSIGNED).update(state=Reservation.State.CLOSED)
    table.positions.all().delete()
    Position.objects.bulk_create(
        Position(table=table, label=label, order=order) for order, label in enumerate(house.positions)
    )
