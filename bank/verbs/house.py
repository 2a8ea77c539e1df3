"""Verbs of the house about its banks (sums, gaming days) and about guests who change cash."""

import re
from datetime import date, timedelta
from functools import partial

from django.utils.timezone import localtime
from django.utils.translation import pgettext_lazy

from bank.models import CashTermsOf, DayTerms, GamingDay, GuestCash
from bank.play import cash
from bank.play.day import begun_day, calendar_day, is_ahead, stands
from bank.verbs.declaring import Percent
from table.models import House
from table.play.act import Act
from table.play.declaration import Amount, FoundFacts, Text, verb
from table.play.seats import check_guest
from table.rules.profile import Role
from table.rules.refusal import Code, require

A_CURRENCY, A_TIME, A_DAY = re.compile("[A-Z]{3}"), re.compile("([01][0-9]|2[0-3]):[0-5][0-9]"), 10
of_house = partial(verb, owner=House, source="bank")
"""Declare a verb of the house about all of its banks."""


@of_house(
    title=pgettext_lazy("act", "lay down cash and tips"),
    said=(pgettext_lazy("record", "lays down sums of cash and the share of tips, in %(currency)s"),),
    roles=[Role.DIREZIONE],
)
def set_cash_terms(
    act: Act,
    *,
    currency: str,
    tips_split: Percent,
    cash_threshold: Amount | None = None,
    cash_limit: Amount | None = None,
) -> None:
    """Set the terms of one currency, in place of earlier ones: two sums of cash, and the house's share of tips.

    From ``cash_threshold`` on a guest is identified, ``cash_limit`` nobody exceeds: cents in a gaming day, None for
    none; ``tips_split`` is in per cent. Refuses (E_ARGUMENTS) a code that is not three capitals, and a threshold
    above the limit. Records no effect.
    """
    require(A_CURRENCY.fullmatch(currency), Code.ARGUMENTS, "“%(currency)s” is no currency.", currency=currency[:8])
    require(
        cash_threshold is None or cash_limit is None or cash_threshold <= cash_limit,
        Code.ARGUMENTS,
        "Nobody would reach the sum from which on a guest is identified: it is above the limit.",
    )
    laid_down = {"cash_threshold": cash_threshold, "cash_limit": cash_limit, "tips_split": tips_split}
    CashTermsOf.objects.update_or_create(currency=currency, defaults=laid_down)


@of_house(
    title=pgettext_lazy("act", "lay down how a gaming day ends"),
    said=(pgettext_lazy("record", "lays down that gaming days end at %(rolls_at)s"),),
    roles=[Role.DIREZIONE],
)
def set_day_terms(act: Act, *, rolls_at: str, count_at_roll: bool) -> None:
    """Set from which time a gaming day that has not ended is overdue, and whether tables that play on are counted then.

    The time is written like 06:00, from 00:00 to 23:59; refuses (E_ARGUMENTS) anything else.
    """
    require(A_TIME.fullmatch(rolls_at), Code.ARGUMENTS, "“%(time)s” is no time such as 06:00.", time=rolls_at[:8])
    DayTerms.objects.update_or_create(house="house", defaults={"rolls_at": rolls_at, "count_at_roll": count_at_roll})


@of_house(
    title=pgettext_lazy("act", "begin the next gaming day"),
    said=(pgettext_lazy("record", "the gaming day %(day)s begins"),),
    roles=[Role.DIREZIONE],
)
def roll_day(act: Act, *, day: str, counted: FoundFacts | None = None) -> None:
    """Begin the gaming day with this ISO date, for the whole house; what banks begin from now on belongs to it.

    ``counted``, stored with it, are the counts with which tables that play on end the day before. Refuses (E_ARGUMENTS)
    what is no ISO date, or is neither today nor tomorrow in the house's time zone (until six in the morning yesterday
    passes, too), and (E_STALE) a day that still counts (:func:`stands`), or one not later than the day begun last,
    unless a wrong clock had begun that. A day of a wrong clock begins again, without the cash of guests.
    """
    new, present = _date(day), begun_day() or ""
    corrected = bool(present) and is_ahead(present, act.at)
    require(day > present or corrected, Code.STALE, "The gaming day is %(day)s already.", day=present)
    require(not stands(day), Code.STALE, "%(day)s was a gaming day already; a later one begins.", day=day)
    first, last = date.fromisoformat(calendar_day(act.at)), localtime(act.at).date() + timedelta(days=1)
    require(first <= new <= last, Code.ARGUMENTS, "%(day)s is neither today nor tomorrow.", day=day)
    if GamingDay.objects.filter(day=day).exists():
        # A wrong clock had begun it; the register has the changes of notes as before.
        GuestCash.objects.filter(day=day).delete()
    row = GamingDay(day=day, number=act.number, counted=counted or {})
    GamingDay.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["day"], update_fields=["number", "counted"]
    )


def _date(day: str) -> date:
    """Parse a date in the form 2026-11-26. Refuses (E_ARGUMENTS) any other text."""
    try:
        new = date.fromisoformat(day)
    except ValueError:
        new = date.min
    require(new.isoformat() == day and new > date.min, Code.ARGUMENTS, "“%(day)s” is no date.", day=day[:A_DAY])
    return new


# --- guests


@of_house(
    title=pgettext_lazy("act", "see a guest’s papers"),
    said=(pgettext_lazy("record", "has seen the papers of %(guest)s: %(paper)s"),),
    roles=[Role.ISPETTORE_GIOCO, Role.CASSA],
)
def identify(act: Act, *, guest: str, paper: Text) -> None:
    """Enter for this gaming day, at every table, that the papers of a guest were seen; ``paper`` can be erased later.

    The badge of the actor is stored with the guest's cash of the day, in the currencies of :func:`cash.currencies`;
    whoever was the first to see them on that day stays entered. What was seen is in the entry alone. Refuses
    (E_ARGUMENTS) what is no key of a guest, and without words on what was seen.
    """
    check_guest(guest)
    require(paper, Code.ARGUMENTS, "Enter what was seen: the kind of paper, and what is to be remembered of it.")
    cash.know(act, guest)


@of_house(
    title=pgettext_lazy("act", "join two keys of a guest"),
    said=(pgettext_lazy("record", "%(one)s and %(other)s are one guest: %(reason)s"),),
    roles=[Role.ISPETTORE_GIOCO],
)
def join_guests(act: Act, *, one: str, other: str, reason: Text) -> None:
    """Make one person of two keys: cash is one sum, and papers seen of one are of both, on every day. It is not undone.

    Their cash is listed under ``one`` from now on, or under the key to which that was joined before. Raises no alert
    itself if that sum reaches the threshold: their next change of notes at a table does. Refuses (E_ARGUMENTS) what is
    no key of a guest, (E_REASON) no reason, and (E_STALE) keys that are one person already.
    """
    check_guest(one)
    check_guest(other)
    require(reason, Code.REASON, "Two keys are joined for a reason, which is entered.")
    require(
        cash.root_of(one) != cash.root_of(other),
        Code.STALE,
        "“%(one)s” and “%(other)s” are one guest already.",
        one=one,
        other=other,
    )
    cash.join(one, other)
