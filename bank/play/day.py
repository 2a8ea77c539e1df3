"""Gaming day of the house: which one it is, whether it is overdue, and which tables keep it from ending."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.timezone import get_current_timezone, localtime

from bank.models import BankSession, CashTermsOf, DayTerms, GamingDay
from bank.play.tables import session_of
from bank.rules.counts import CountKind
from bank.rules.table_bank import REST, RUNNING
from table.models import HOUSE, Entry
from table.play.act import Act
from table.record.cross_register import waiting
from table.record.days import begins as begins_at
from table.record.days import day_of
from table.rules.refusal import Code, Listed, require

ROLLS_AT = "06:00"
"""Default of the time from which an ended gaming day is overdue."""
TIPS_SPLIT = 40
"""Default of the house's share of tips, in per cent."""
OF_THE_DAY = (GamingDay, DayTerms)
"""Models from whose rows the end of the gaming day is read."""
FOLLOWS = dict.fromkeys(("roll_day", "set_day_terms"), (waiting.redraw,))
"""By verb: what follows, as every table shows whether its day is overdue."""


def day_terms() -> DayTerms:
    """Return the terms by which gaming days end; where the house has laid down none, an unsaved row of the defaults.

    These are ``ROLLS_AT``, and no counts of tables that play on.
    """
    return DayTerms.objects.first() or DayTerms(rolls_at=ROLLS_AT, count_at_roll=False)


def gaming_day(at: datetime) -> str:
    """Return the present gaming day, an ISO date: the one that was begun last, whatever ``at`` is.

    Before any was begun, the calendar day of ``at``, which lasts until six of the next morning.
    """
    return begun_day() or calendar_day(at)


def calendar_day(at: datetime) -> str:
    """Return the local date of a moment, as ISO text; it lasts until six of the next morning, as in every report."""
    return day_of(at).isoformat()


def due(day: str, rolls_at: str) -> datetime:
    """Return the moment from which a gaming day is overdue: ``rolls_at`` ("06:00", local) of the date after it."""
    ends, hour = date.fromisoformat(day_after(day)), time.fromisoformat(rolls_at)
    return datetime.combine(ends, hour, tzinfo=get_current_timezone())


def entered_since(day: str) -> "QuerySet[Entry]":
    """Return a query of the entries of all registers since a gaming day began, with the one that began it.

    It goes by the order of entries and not by the clock. Of a day that nobody began they are those since six in the
    morning of its date.
    """
    number = GamingDay.objects.filter(day=day).values_list("number", flat=True).first()
    if number is None:
        return Entry.objects.filter(at__gte=begins_at(date.fromisoformat(day)))
    return Entry.objects.filter(pk__gte=_place(HOUSE, number))


def begun_day() -> str | None:
    """Return the gaming day that the Direzione began last, as an ISO date; None before the first."""
    return GamingDay.objects.order_by("-number").values_list("day", flat=True).first()


def day_due() -> datetime | None:
    """Return the moment from which the gaming day that was begun last is overdue, None before the first; one query.

    That is the time which the house has laid down (else ``ROLLS_AT``) on the date after the day.
    """
    terms = DayTerms.objects.values("rolls_at")[:1]
    rows = GamingDay.objects.order_by("-number").annotate(rolls_at=Coalesce(Subquery(terms), Value(ROLLS_AT)))
    begun = rows.values_list("day", "rolls_at").first()
    return None if begun is None else due(*begun)


def next_day(day: str, at: datetime) -> str:
    """Return the gaming day that follows: the next date, or the calendar day of ``at`` if that is later.

    After a day that a wrong clock had begun (:func:`is_ahead`) it is the first date, from the calendar day of ``at``
    on, on which no gaming day was begun, or only one before an earlier one was begun (not :func:`stands`).
    """
    if not is_ahead(day, at):
        return max(day_after(day), calendar_day(at))
    following = calendar_day(at)
    while stands(following):
        following = day_after(following)
    return following


def is_ahead(day: str, at: datetime) -> bool:
    """Whether a gaming day is later than tomorrow, by the local date of ``at``: a wrong clock had begun it."""
    return date.fromisoformat(day) > localtime(at).date() + timedelta(days=1)


def stands(day: str) -> bool:
    """Whether this gaming day, an ISO date, was begun, and no earlier one since; False for one that nobody began.

    One after which an earlier one was begun had a wrong clock, and begins again on its date.
    """
    earlier_since = GamingDay.objects.filter(number__gt=OuterRef("number"), day__lt=day)
    return GamingDay.objects.filter(~Exists(earlier_since), day=day).exists()


def day_after(day: str) -> str:
    """Return the date that follows an ISO date."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


# --- what an act at a table is completed with


def of_session(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"day": ISO date, "watched": "results"} for a float that is brought or counted; {} for any other count.

    The day is the present gaming day; or that of the table's latest session, if a count has begun a session on it which
    the house is still to begin as a day. "watched" has the session store the results of guests.
    """
    if given.get("what", CountKind.OPENER) != CountKind.OPENER:
        return {}
    present = gaming_day(act.at)
    return {"day": _day_ahead(session_of(act.state), present, act.at) or present, "watched": "results"}


def _day_ahead(row: BankSession | None, present: str, at: datetime) -> str:
    """Return the day of ``row`` if the house is still to begin it, and a count has begun a session of the table on it.

    "" if not, and without a row. The day is later than ``present``, and at most :func:`next_day`. Where a wrong clock
    had begun ``present``, :func:`next_day` may be an earlier date, and counts as well.
    """
    if row is None:
        return ""
    following = next_day(present, at)
    ahead = (row.day == following or present < row.day < following) and _was_counted_into(row)
    return row.day if ahead else ""


def _was_counted_into(row: BankSession) -> bool:
    """Whether a session of the same table and gaming day as ``row``, or ``row`` itself, began as a count ended a day.

    That is: it began in the very entry that ended another session of the table.
    """
    ended = BankSession.objects.filter(table=row.table_id).values("ended")
    return BankSession.objects.filter(table=row.table_id, day=row.day, began__in=ended).exists()


def day_to_begin(at: datetime) -> str:
    """Return the gaming day that the Direzione begins next, an ISO date: that which follows the present one.

    :func:`next_day` says which that is. Before the first was begun, the calendar day of ``at`` counts as the present
    one; but if a table whose bank is in play or to be closed plays on that very day, since a count has ended the day
    before, it is that day itself. Training tables are left out.
    """
    day = gaming_day(at)
    is_first = begun_day() is None and any(it.day == day and _was_counted_into(it) for it in _running())
    return day if is_first else next_day(day, at)


def of_midway(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"next_day": ISO date} for a count that ends the gaming day, empty for any other.

    It is the :func:`next_day` of the present one, so the calendar day if that is later than the date after it; before
    the first was begun it follows the day of the table's session. Refuses (E_BANK) to end a day by a count where
    the terms of the house (:func:`day_terms`) ask for none of tables that play on, and where such a count has already
    taken this table into a day that the house has not begun yet. Not called for a training table.
    """
    if not given["ends_day"]:
        return {}
    require(day_terms().count_at_roll, Code.BANK, "As a gaming day ends this house counts no table that plays on.")
    row, day = session_of(act.state), gaming_day(act.at)
    ahead = _day_ahead(row, day, act.at)
    require(not ahead, Code.BANK, "This table was counted already: it plays on into %(day)s.", day=ahead)
    first = row.day if row is not None and begun_day() is None else day
    return {"next_day": next_day(first, act.at)}


def of_accepted(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"next_day": ISO date} as a count in between is accepted whose stored next day is later than that due now.

    A wrong clock had named the stored one; the returned day follows the present one. {} if the stored day is not later,
    for a count in between that does not end the day, and for any other count. Not called for a training table.
    """
    row = session_of(act.state) if given["what"] == CountKind.MIDWAY else None
    if row is None or "day" not in row.midway:
        return {}
    following = next_day(gaming_day(act.at), act.at)
    return {"next_day": following} if row.midway["day"] > following else {}


def of_plan(act: Act, _given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"closed": {"session": number}} if the latest session of the act's table is over; the number is its own.

    It is closed, or its float went back. Empty in any other case. A float that is planned then is one for the next
    session; earlier entries have no such argument: with them a plan began the next session.
    """
    row = session_of(act.state)
    return {"closed": {"session": row.number}} if row is not None and row.stage in REST else {}


def of_float(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"day": ISO date, "watched": "results", "begins": {"day": the same}}, always, for a float that is brought.

    The first two are those of :func:`of_session`. ``begins`` lets the verb begin a new session on that day if the
    float of another day has gone back to the cage; in earlier entries, which have no ``begins``, the session keeps the
    day of the first float.
    """
    found = of_session(act, given)
    return {**found, "begins": {"day": found["day"]}}


def check_same_day(act: Act, _given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_FINAL) to reopen the latest closing, if another gaming day than its session's was begun since.

    Passes unless the latest session is closed, or if no gaming day was ever begun; also a session of another day that
    was closed in the present one. Returns no arguments.
    """
    row, last = session_of(act.state), GamingDay.objects.order_by("-number").first()
    if row is None or row.ended is None or last is None:
        return {}
    require(
        row.day == last.day or _place(act.table.code, row.ended) > _place(HOUSE, last.number),
        Code.FINAL,
        "A closing is reopened on the gaming day on which it was made; the next one has begun.",
    )
    return {}


def of_agreed(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"box": {"apart": True}} for agreeing to take a box, at any stage of the bank; {} for anything else.

    With it the act has a box that is taken after play counted by itself. Refuses (E_FINAL) to agree to the reopening of
    a closing where :func:`check_same_day` does.
    """
    if given["what"] == "reopen_closing":
        return check_same_day(act, given)
    return {"box": {"apart": True}} if given["what"] == "take_box" else {}


def tips_split(currency: str) -> int:
    """Return the house's share of tips in a currency, in per cent; ``TIPS_SPLIT`` where it has laid down none."""
    laid_down = _laid_down_split(currency)
    return TIPS_SPLIT if laid_down is None else laid_down


def _laid_down_split(currency: str) -> int | None:
    """Return the house's share of tips in a currency, in per cent; None where it has laid down none."""
    return CashTermsOf.objects.filter(currency=currency).values_list("tips_split", flat=True).first()


def check_split(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_BANK) a share of tips other than the house has laid down for this currency. Returns no arguments.

    Where it has laid down none, any share passes.
    """
    laid_down = _laid_down_split(act.state.profile.currency)
    require(
        laid_down is None or given["percent"] == laid_down,
        Code.BANK,
        "The house has laid down its share of the tips: %(percent)s per cent.",
        percent=laid_down,
    )
    return {}


def check_counted(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"counted": {table code: entry}} of tables that play on into the gaming day that begins, given["day"].

    They ended the day before by a count, and the entry began their running session. Without any it is {}, or
    {"counted": {}} if the house asks for these counts. Refuses (E_BANK) a day before one into which a table plays on
    already and, if the house asks, while a running bank (in play or to be closed) is of another day, unless a count has
    taken it into one that is still to begin. Leaves training tables out.
    """
    present, day, running = gaming_day(act.at), given["day"], _running()
    ahead = [it for it in running if _day_ahead(it, present, act.at)]
    later = max((it.day for it in ahead), default="")
    require(
        day >= later,
        Code.BANK,
        "Tables that were counted play on into %(day)s: that is the day that begins.",
        day=later,
    )
    into = [it for it in running if it in ahead or (it.day == day and _was_counted_into(it))]
    counted = {"counted": {it.table.code: it.began for it in into}}
    if not day_terms().count_at_roll:
        return counted if into else {}
    lacking = sorted(it.table.code for it in running if it not in ahead and it.day != day)
    require(
        not lacking,
        Code.BANK,
        "Tables that play on are counted before the day ends; these are not: %(tables)s.",
        tables=Listed(lacking),
    )
    return counted


def _running() -> list[BankSession]:
    """List the sessions in play or to be closed, in no given order, each with its table loaded.

    Those of training tables are left out.
    """
    running = BankSession.objects.filter(ended=None, stage__in=RUNNING, table__training=False)
    return list(running.select_related("table"))


def _place(register: str, number: int) -> int:
    """Return the primary key of an existing entry: its place among those of all registers, in order of their coming."""
    return Entry.objects.values_list("pk", flat=True).get(register=register, number=number)
