"""Limits and rules of a table coming into force, and its suspension. Super Punto Banco, Art. 14 and 16."""

from table.models import Entry, LimitRange, Position, Reservation, Table
from table.play.act import Act
from table.rules.profile import Profile, Role
from table.rules.stakes import kind

NOW, NEXT, UNANNOUNCED = LimitRange.Standing.NOW, LimitRange.Standing.NEXT, LimitRange.Standing.UNANNOUNCED


def bring_limits_into_force(act: Act) -> dict[str, list[int]]:
    """Put the limits decided for the next coup into force, in place of all that were; records "limits_applied".

    Those of kinds that were not decided anew go as well. Returns all limits then in force, minimum and maximum in cents
    by kind of stake. Where none were decided, or only such as wait to be announced, nothing changes or is recorded.
    """
    if coming := act.state.limits_of(NEXT):
        act.table.limit_ranges.filter(standing=NOW).delete()
        act.table.limit_ranges.filter(standing=NEXT).update(standing=NOW)
        act.effect("limits_applied", limits=dict(sorted(coming.items())))
        act.state.reread("limit_ranges")
    return coming or act.state.limits_of(NOW)


def apply_limits_while_closed(act: Act) -> None:
    """Put the limits that were to hold from the next coup on into force at once, at a closed table ("limits_applied").

    They replace all that were. Does nothing at any other table, and where there are none; those that wait to be
    announced go on waiting.
    """
    if act.table.status == Table.Status.CLOSED:
        act.state.reread("limit_ranges")
        bring_limits_into_force(act)


def bring_rules_into_force(act: Act) -> None:
    """Put the rules that wait (``next_policy``), if any, into force; called only between two taglie.

    Records "rules_in_force". If the positions differ, all are replaced, see :func:`lay_positions`. Limits on boxes that
    these rules do not have are dropped. Where the house begins or ceases to have a Button, at a table that is not
    closed, it is set to the first position or cleared ("button_moved"). Where nobody announces limits any more, those
    that waited to be announced hold from the next coup on, at a closed table at once ("limits_applied"). The table is
    not saved.
    """
    table = act.table
    if table.next_policy is None:
        return
    before = act.state.profile
    table.policy, table.next_policy = table.next_policy, None
    act.state.reread("profile")
    if act.state.profile.positions != before.positions:
        lay_positions(table, act.state.profile)
    if table.status != Table.Status.CLOSED and act.state.profile.button != before.button:
        table.button = act.state.profile.positions[0] if act.state.profile.button else ""
        act.effect("button_moved", position=table.button)
    act.effect("rules_in_force", version=table.policy.version)
    kinds, ranges = {kind(box) for box in act.state.profile.boxes}, act.state.limit_ranges
    if any(it.kind not in kinds for it in ranges):
        table.limit_ranges.exclude(kind__in=kinds).delete()
    if not act.state.profile.announce_limits_by and any(it.standing == UNANNOUNCED for it in ranges):
        announce_limits(act)


def announce_limits(act: Act) -> bool:
    """Have limits that waited to be announced hold from the next coup on, at a closed table at once.

    They replace those that were to hold then. Records "limits_applied" at a closed table. Returns whether any waited;
    where none did nothing changes.
    """
    unannounced = act.table.limit_ranges.filter(standing=UNANNOUNCED)
    waited = bool(unannounced)  # an update forgets what was found
    if waited:
        act.table.limit_ranges.filter(standing=NEXT).delete()
        unannounced.update(standing=NEXT)
        apply_limits_while_closed(act)
    return waited


def lay_positions(table: Table, profile: Profile) -> None:
    """Replace the positions of a table by those of the profile, all free, in its order. Records nothing.

    Nobody holds a position afterwards; reservations to which one was assigned are closed. What was set aside at one
    would be lost: only for a closed table, which has nothing set aside. Cached positions are not reread.
    """
    table.reservations.filter(state=Reservation.State.ASSIGNED).update(state=Reservation.State.CLOSED)
    table.positions.all().delete()
    Position.objects.bulk_create(
        Position(table=table, label=label, order=order) for order, label in enumerate(profile.positions)
    )


def direzione_suspended(table: Table) -> bool:
    """Whether any suspension since this table was last opened or resumed is by the Direzione.

    Always False at a table that never was opened.
    """
    if not table.opened:
        return False
    evening = Entry.objects.filter(register=table.code, number__gt=table.opened).order_by("-number")
    resumed = evening.filter(verb="resume").values_list("number", flat=True).first() or 0
    return evening.filter(number__gt=resumed, verb="suspend", role=Role.DIREZIONE).exists()
