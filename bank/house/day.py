"""Gaming day of the house: which one it is, whether it is overdue, and which tables keep it from ending."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.timezone import localtime

from bank.models import BankSession, CashTermsOf, DayTerms, GamingDay
from bank.play.tables import session_of
from bank.rules.counts import CountKind
from bank.rules.table_bank import RUNNING, Stage
from table.models import HOUSE, Entry
from table.play.act import Act
from table.reports.registers.days import day_of
from table.rules.refusal import Code, Listed, require

ROLLS_AT = "06:00"
"""Default of the time from which an ended gaming day is overdue."""


def day_terms() -> DayTerms:
    """Return how gaming days end, by the default where the house has laid down nothing."""
    return DayTerms.objects.first() or DayTerms(rolls_at=ROLLS_AT, count_at_roll=False)


def gaming_day(at: datetime) -> str:
    """Return the gaming day; before the first was begun, the calendar day, which goes on until the default time."""
    return GamingDay.objects.order_by("-number").values_list("day", flat=True).first() or calendar_day(at)


def calendar_day(at: datetime) -> str:
    """Return the local date of a moment, which lasts until six of the next morning, as in every report."""
    return day_of(at).isoformat()


def is_overdue(day: str, terms: DayTerms, at: datetime) -> bool:
    """Whether a gaming day should have ended: it is past the time of the house on a later date."""
    here = localtime(at)
    ends = date.fromisoformat(day) + timedelta(days=1)
    return (here.date(), f"{here:%H:%M}") >= (ends, terms.rolls_at)


def next_day(day: str, at: datetime) -> str:
    """Return the gaming day that follows: the next date, or today's if the house was closed in between."""
    return max(date.fromisoformat(day) + timedelta(days=1), date.fromisoformat(calendar_day(at))).isoformat()


# --- what an act at a table is completed with


def of_session(act: Act, _given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the gaming day on which a session begins."""
    return {"day": gaming_day(act.at)}


def of_opener(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the gaming day for a count of the float at opening; nothing for any other count."""
    return of_session(act, given) if given["what"] == CountKind.OPENER else {}


def check_same_day(act: Act, _given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_FINAL) to reopen a closing once the next gaming day was begun; complete nothing."""
    row, began = session_of(act.state), _began()
    closed = _at(act.table.code, row.ended) if row is not None and row.ended is not None else None
    require(
        closed is None or began is None or closed > began,
        Code.FINAL,
        "A closing is reopened on the gaming day on which it was made; the next one has begun.",
    )
    return {}


def check_split(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_BANK) to split tips otherwise than the house has laid down for this currency; complete nothing."""
    laid_down = CashTermsOf.objects.filter(currency=act.state.profile.currency).first()
    require(
        laid_down is None or given["percent"] == laid_down.tips_split,
        Code.BANK,
        "The house has laid down its share of the tips: %(percent)s per cent.",
        percent=laid_down.tips_split if laid_down else 0,
    )
    return {}


def check_counted(_act: Act, _given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the counts with which tables that play on end the day, by table; nothing where the house asks for none.

    Refuses (E_BANK) while a bank is neither closed, sealed nor counted since the day began.
    """
    if not day_terms().count_at_roll:
        return {}
    began = _began()
    counted = {it.table.code: _counted_since(it, began) for it in _running()}
    lacking = sorted(code for code, number in counted.items() if number is None)
    require(
        not lacking,
        Code.BANK,
        "Tables that play on are counted before the day ends; these are not: %(tables)s.",
        tables=Listed(lacking),
    )
    return {"counted": counted}


def _running() -> list[BankSession]:
    running = BankSession.objects.filter(ended=None, stage__in=RUNNING, table__training=False)
    return list(running.select_related("table"))


def _began() -> datetime | None:
    last = GamingDay.objects.order_by("-number").values_list("number", flat=True).first()
    return _at(HOUSE, last) if last is not None else None


def _counted_since(session: BankSession, began: datetime | None) -> int | None:
    """Return the entry by which a table in play was last counted and accepted; None if not since this moment."""
    midway = session.counts.filter(kind=CountKind.MIDWAY, void=None).exclude(accepted=None).order_by("number").last()
    if session.stage != Stage.IN_PLAY or midway is None or midway.accepted is None:
        return None
    at = _at(session.table.code, midway.accepted)
    return midway.accepted if began is None or (at is not None and at > began) else None


def _at(register: str, number: int) -> datetime | None:
    return Entry.objects.filter(register=register, number=number).values_list("at", flat=True).first()
