"""Cash of a guest over all tables: added up as notes are changed, and refused where the house has laid that down.

The row of a guest, day and currency is locked after the row of the table, so that two tables in the same second never
pass a limit together. The sum is entered with the act and is not computed again when that is replayed. What the
functions find for an act is given as the argument ``guest_cash`` of its verb: guest, day, total (cents), and whether
the threshold was reached by it. They are not called for a training table: its guests have no cash, and no limits.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Exists, F, Max, OuterRef

from bank.models import BankSession, CashTermsOf, CountTry, GuestCash, JoinedGuest
from bank.play.day import calendar_day, entered_since, gaming_day
from bank.play.policy import has_bank, tables_with_bank
from bank.play.tables import session_of
from bank.rules.cash import CashTerms, check_change, check_taken_back, reaches
from bank.rules.counts import CountKind
from table.models import Alert, Entry
from table.play.act import Act
from table.play.stakes import check_coup, find_stake, unchanged_notes
from table.record import chain
from table.rules.profile import Role

CHANGES = ("change_notes", "change_cash")
"""Verbs by which notes of a guest are changed."""
Found = Mapping[str, Any]
NOTHING: Found = {}


# --- acts that change notes


def of_notes(act: Act, given: Mapping[str, Any]) -> Found:
    """Add notes that a guest changes at the table to their cash of the day, in cents.

    Return {"guest_cash": {"guest": key, "day", "total", "reached"}} as :func:`_add` does. The guest is the one
    named, else the holder of the position. At a table without a bank nothing is added or refused, and the result is
    empty. Refuses (E_CASH_IDENTITY, E_CASH_LIMIT) what the terms of the house do not admit. Without a guest nothing is
    added either, and the result is empty, but if the house has terms that is refused (E_CASH_IDENTITY). Not called for
    a training table.
    """
    if not has_bank(act.state.profile):
        return NOTHING
    guest = given["guest"] or _holder(act, given["position"])
    return _add(act, guest, given["amount"])


def of_stake(act: Act, given: Mapping[str, Any]) -> Found:
    """Add the notes of a stake that becomes chips to the stored cash of the day of who laid it, in cents.

    Return {"guest_cash": {"guest": key, "day", "total", "reached"}} as :func:`_add` does; empty at a table without a
    bank, and for a stake without notes. Refuses (E_STALE) another coup than the present one, or any between coups, as
    :func:`find_stake` does (E_BOX, E_NO_STAKE, E_INDIVIDUAL), and (E_CASH_IDENTITY, E_CASH_LIMIT) what the terms of
    the house do not admit. Not called for a training table.
    """
    if not has_bank(act.state.profile):
        return NOTHING
    check_coup(act, given["coup"])
    stake = find_stake(act, given["position"], given["box"], given["guest"])
    notes = unchanged_notes(act.state, stake)
    return _add(act, stake.laid_by or stake.bettor, notes) if notes else NOTHING


def of_late_change(act: Act, given: Mapping[str, Any]) -> Found:
    """Add a late change of notes to its guest's cash, of the day of :func:`day_of_late`, as a second person agrees.

    Return {"guest_cash": {"guest": key, "day", "total", "reached"}} as :func:`_add` does; empty for any other
    agreement, for a change without a guest, and where the actor is who entered the change themselves. One taken back
    (cents below 0) is subtracted; refuses (E_MONEY) to take back more than the guest has changed on that day. The
    terms of the house (identity, limit) refuse nothing here. Not called for a training table.
    """
    row = session_of(act.state) if given["what"] == "note_change" else None
    waiting = row.waiting.get("note_change") if row is not None else None
    if row is not None and waiting and waiting["guest"] and waiting["by"] != act.actor:
        amount = waiting["amount"]
        return _add(act, waiting["guest"], amount, late=day_of_late(act, row, waiting["guest"], amount))
    return NOTHING


def day_of_late(act: Act, row: BankSession, guest: str, amount: int) -> str:
    """Return the gaming day (ISO date) to whose cash a late change of the session is added: that of the session.

    But one taken back (cents below 0) while the house has another gaming day than the session is of the latest day on
    which this guest, by any key, has changed notes at the table in this session, and for which their cash over all
    tables is at least that much; of the session's where there is none.
    """
    if amount >= 0 or row.day == gaming_day(act.at):
        return row.day
    keyed = Entry.objects.filter(register=act.table.code, number__gte=_first_of(row), verb__in=CHANGES)
    cash = [chain.read(entry.arguments).get("guest_cash") or {} for entry in keyed]
    root, currency = root_of(guest), act.state.profile.currency
    keys = {root, *JoinedGuest.objects.filter(root=root).values_list("guest", flat=True)}
    days = {it["day"] for it in cash if it and it["guest"] in keys}
    return max((day for day in days if total_of(guest, day, currency) >= -amount), default=row.day)


def _first_of(row: BankSession) -> int:
    """Return the entry from which notes are in the sums of a session: that which began it.

    If that was the count by which a gaming day ended in play, it is the last try of this count.
    """
    tries = CountTry.objects.filter(count__session__table=row.table_id, count__session__ended=row.began)
    last = tries.filter(count__kind=CountKind.CLOSER, count__void=None).aggregate(last=Max("number"))["last"]
    return row.began if last is None else int(last)


def identity_follows(act: Act, given: Mapping[str, Any]) -> None:
    """Store the actor, an Ispettore di Gioco, as who saw the papers of ``given["guest"]`` on the present gaming day.

    It holds at all tables: each row of the guest on that day that names nobody yet gets the badge, also one with cash,
    and missing rows are made in the currencies of :func:`currencies`; whoever is stored already stays. Does nothing
    for any other office, or at a table without a bank; not called for a training table.
    """
    if has_bank(act.state.profile) and act.role == Role.ISPETTORE_GIOCO:
        know(act, given["guest"])


def _holder(act: Act, position: str | None) -> str:
    """Return the key of the guest who holds a position; "" for None, an unknown position, and one that nobody holds."""
    at = act.state.positions.get(position) if position else None
    return at.holder.key if at is not None and at.holder is not None else ""


def _add(act: Act, guest: str, amount: int, *, late: str = "") -> Found:
    """Add cents to a guest's cash in the table's currency, on the present gaming day or the day ``late``.

    Return {"guest_cash": {"guest": root key, "day": ISO date, "total": cents, "reached": bool}}; ``reached``: these
    took the total to the threshold, or it was passed unnoticed as keys were joined. Cents below 0 are subtracted and
    reach nothing. Refuses (E_CASH_IDENTITY, E_CASH_LIMIT) what the terms of the house do not admit, unless ``late``,
    and (E_MONEY) a total below 0. Without a guest nothing is added and the result is empty; where the house has terms,
    that is refused (E_CASH_IDENTITY), ``late`` or not. Locks the row of the guest's root key.
    """
    currency = act.state.profile.currency
    if not guest:
        laid_down = CashTermsOf.objects.filter(currency=currency).values_list("cash_threshold", "cash_limit").first()
        terms = CashTerms(*laid_down) if laid_down is not None else CashTerms()
        check_change(terms, guest, total=amount, identified=False)
        return NOTHING
    row = _added(act, currency, guest, amount, day=late or None)
    check_taken_back(row.total - amount, -amount)
    terms = CashTerms(row.threshold, row.limit)
    if not late:
        check_change(terms, guest, total=row.total, identified=bool(row.identified_by))
    reached = reaches(terms, before=row.total - amount, total=row.total)
    again = amount > 0 and reaches(terms, before=0, total=row.total)
    reached = reached or (again and _joined_past_it(row, currency))
    return {"guest_cash": {"guest": row.guest, "day": row.day, "total": row.total, "reached": reached}}


def _joined_past_it(row: "_Cash", currency: str) -> bool:
    """Whether a guest's sum may have passed the threshold unnoticed, as keys were joined.

    That is: other keys were joined to theirs, and since the day of ``row`` began no alert of the threshold for that day
    names any of the keys at a table of this ``currency``. ``row`` is that of the root key.
    """
    keys = list(JoinedGuest.objects.filter(root=row.guest).values_list("guest", flat=True))
    if not keys:
        return False
    entered = entered_since(row.day).filter(register=OuterRef("table__code"), number=OuterRef("number"))
    entered = entered.filter(arguments__contains=f'"day":"{row.day}"')  # a late change is of the day before
    raised = Alert.objects.filter(Exists(entered), code="cash_threshold", facts__guest__in=[row.guest, *keys])
    return not raised.filter(table__policy__values__currency=currency).exists()


# --- rows


class _Cash(NamedTuple):
    """Row of a guest as it is now, with what the house has laid down for this currency."""

    guest: str
    day: str
    total: int
    identified_by: str
    threshold: int | None
    limit: int | None


_DAY = "COALESCE(%(day)s, (SELECT day FROM bank_gamingday ORDER BY number DESC LIMIT 1), %(calendar)s)"
_GUEST = "COALESCE((SELECT root FROM bank_joinedguest WHERE guest = %(guest)s), %(guest)s)"
_ADD = f"""
    UPDATE bank_guestcash SET total = total + %(amount)s
    WHERE currency = %(currency)s AND day = {_DAY} AND guest = {_GUEST}
    RETURNING guest, day, total, identified_by,
        (SELECT cash_threshold FROM bank_cashtermsof WHERE currency = %(currency)s),
        (SELECT cash_limit FROM bank_cashtermsof WHERE currency = %(currency)s)
"""  # noqa: S608 - names of ours
_MAKE = f"""
    INSERT INTO bank_guestcash (day, currency, guest, total, identified_by)
    VALUES ({_DAY}, %(currency)s, {_GUEST}, 0, '') ON CONFLICT DO NOTHING
"""  # noqa: S608 - names of ours


def _added(act: Act, currency: str, guest: str, amount: int, *, day: str | None) -> _Cash:
    """Add cents to the stored sum of a guest for a gaming day and currency; return the row as it is then.

    ``day`` is None for the present gaming day: the one begun last, before the first the calendar day. Locks the row
    of the guest's root key, or makes it. With the row come the threshold and the limit of the currency. Refuses
    nothing.
    """
    given: dict[str, str | int | None] = {
        "amount": amount,
        "currency": currency,
        "guest": guest,
        "day": day,
        "calendar": calendar_day(act.at),
    }
    with connection.cursor() as cursor:
        cursor.execute(_ADD, given)
        while (found := cursor.fetchone()) is None:
            # Another table may make it in the same second: then this waits for it, and adds to it.
            cursor.execute(_MAKE, given)
            cursor.execute(_ADD, given)
    return _Cash(*found)


def total_of(guest: str, day: str, currency: str) -> int:
    """Return the cents that a guest, by any of their keys, has changed on a gaming day in a currency; 0 for nobody."""
    found = GuestCash.objects.filter(guest=root_of(guest), day=day, currency=currency)
    return found.values_list("total", flat=True).first() or 0


def root_of(guest: str) -> str:
    """Return the key that stands for all keys of a guest: this one, unless it was joined to another."""
    return JoinedGuest.objects.filter(guest=guest).values_list("root", flat=True).first() or guest


# --- acts of the house


def know(act: Act, guest: str) -> None:
    """Save the actor as who saw the papers of a guest on the present gaming day; a row with a badge already keeps it.

    Changes all rows of the guest on that day, and makes missing ones in the currencies of :func:`currencies`, with a
    sum of 0. ``guest`` may be any of their keys.
    """
    day, key = gaming_day(act.at), root_of(guest)
    new = [GuestCash(day=day, currency=it, guest=key) for it in currencies()]
    GuestCash.objects.bulk_create(new, ignore_conflicts=True)
    GuestCash.objects.filter(day=day, guest=key, identified_by="").update(identified_by=act.actor)


def join(one: str, other: str) -> None:
    """Make one person of two keys: their cash and identity are one, on every day, under the root of ``one``.

    The caller has checked that they are two. Keys joined to ``other`` before are moved, too; where both were
    identified on a day, the badge in the root's row stays. On PostgreSQL it blocks until no table is changing
    notes.
    """
    if connection.vendor == "postgresql":  # on SQLite nobody else writes now
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE bank_guestcash IN SHARE ROW EXCLUSIVE MODE")
    root, gone = root_of(one), root_of(other)
    JoinedGuest.objects.filter(root=gone).update(root=root)
    JoinedGuest.objects.create(guest=gone, root=root)
    for row in GuestCash.objects.select_for_update().filter(guest=gone).order_by("day", "currency"):
        there = {"day": row.day, "currency": row.currency, "guest": root}
        GuestCash.objects.bulk_create([GuestCash(**there)], ignore_conflicts=True)
        GuestCash.objects.filter(**there).update(total=F("total") + row.total)
        if row.identified_by:
            GuestCash.objects.filter(**there, identified_by="").update(identified_by=row.identified_by)
        row.delete()


def currencies() -> list[str]:
    """List the codes of the currencies with terms of the house or at a table with a bank, sorted, each once.

    Tables that are closed count as well, training tables do not.
    """
    laid_down = CashTermsOf.objects.values_list("currency", flat=True)
    banked = tables_with_bank().values_list("policy__values__currency", flat=True)
    return sorted({*laid_down, *banked})
