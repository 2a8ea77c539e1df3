"""Page of the office on what banks need of the house: its gaming day, sums of cash, and its share of the tips."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from bank.models import CashTermsOf
from bank.play.cash import currencies
from bank.play.day import TIPS_SPLIT, day_due, day_terms, day_to_begin, gaming_day
from bank.reports.words import in_words
from table.models import HOUSE
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import DIREZIONE, Sent, done, number, press, serve, show
from table.words.numbers import cents_of, numbers_here

PROPOSED = {"EUR": (200_000, 499_999)}
"""Proposed threshold and limit by currency, in cents; none is proposed in another one."""


class TermsLine(NamedTuple):
    """Terms of a currency as they stand in the fields of their form, laid down or proposed; ``new`` if so."""

    currency: str
    threshold: str
    limit: str
    tips_split: str
    new: bool


@form_page
@staff_only(*DIREZIONE)
def of_the_house(request: HttpRequest) -> HttpResponse:
    """Show the gaming day and what is laid down; on POST begin the next day, or change what is laid down, and redirect.

    What is refused shows the page again, as it was filled in, with the sentence and status 422 or 409.
    """
    acts = {
        "roll_day": lambda: _roll(request),
        "set_day_terms": lambda: _end(request),
        "set_cash_terms": lambda: _lay_down(request),
    }
    return serve(request, acts, lambda sent: _page(request, sent))


def _page(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Show the present gaming day, whether it is overdue, the next, how days end, and the cash terms by currency.

    Before the first was begun the present one is the calendar day.
    """
    now, due = timezone.now(), day_due()
    day, following = gaming_day(now), day_to_begin(now)
    given = {"day": day, "next_day": following, "overdue": due is not None and now >= due, "terms": day_terms()}
    words = {it: in_words(it, numbers_here()) for it in (day, following)}
    return show(request, "banks", sent=sent, lines=_lines(sent.to("set_cash_terms")), in_words=words, **given)


def _lines(sent: Sent) -> list[TermsLine]:
    """List a line for each currency of :func:`currencies`, sorted by code.

    It is as typed in ``sent``, a form that was refused, else as laid down, else as proposed.
    """
    laid_down = {it.currency: it for it in CashTermsOf.objects.all()}
    return [_line(it, laid_down.get(it), sent) for it in currencies()]


def _line(currency: str, found: CashTermsOf | None, sent: Sent) -> TermsLine:
    """Return the line of a currency: as typed if that was refused, else as laid down, else as proposed.

    Proposed are sums in euro alone, empty ones in any other currency, and the same share of tips in all.
    """
    typed, new = sent.typed, found is None
    if typed.get("currency") == currency:
        return TermsLine(currency, typed.get("threshold", ""), typed.get("limit", ""), typed.get("tips_split", ""), new)
    threshold, limit = PROPOSED.get(currency, (None, None))
    terms = found or CashTermsOf(cash_threshold=threshold, cash_limit=limit, tips_split=TIPS_SPLIT)
    return TermsLine(currency, _typed(terms.cash_threshold), _typed(terms.cash_limit), str(terms.tips_split), new)


def _typed(amount: int | None) -> str:
    """Return cents as typed in a field, in the active language: ``1000``, or ``2,50`` if not whole; "" for None."""
    return "" if amount is None else numbers_here().typed(amount)


# --- what is pressed


def _roll(request: HttpRequest) -> HttpResponse:
    """Press `roll_day` with the day typed, and redirect to the page, which says so once. Raises Refused."""
    day = request.POST.get("day", "")
    press(request, HOUSE, ("roll_day", {"day": day}))
    return done(request, gettext("The gaming day %(day)s has begun.") % {"day": in_words(day, numbers_here())}, "banks")


def _end(request: HttpRequest) -> HttpResponse:
    """Press `set_day_terms` with what was typed, and redirect to the page, which says so once. Raises Refused.

    Typed are the time from which a day is overdue (``rolls_at``), and whether tables that play on are counted then
    (``count_at_roll``, "yes" or anything else).
    """
    given = {"rolls_at": request.POST.get("rolls_at", ""), "count_at_roll": request.POST.get("count_at_roll") == "yes"}
    press(request, HOUSE, ("set_day_terms", given))
    return done(request, gettext("It is recorded how a gaming day ends."), "banks")


def _lay_down(request: HttpRequest) -> HttpResponse:
    """Press `set_cash_terms` with what was typed, and redirect to the page, which says so once. Raises Refused.

    An empty sum is none; a share that is no number is sent as -1, which is refused.
    """
    currency = request.POST.get("currency", "")
    sums = {f"cash_{it}": _amount(request.POST.get(it, "").strip()) for it in ("threshold", "limit")}
    split = number(request, "tips_split")
    given = {"currency": currency, "tips_split": -1 if split is None else split}
    press(request, HOUSE, ("set_cash_terms", given | sums))
    return done(request, gettext("It is laid down for %(currency)s.") % {"currency": currency}, "banks")


def _amount(typed: str) -> int | None:
    """Return the cents of an amount that was typed, None for "". Refuses (E_MONEY) what is no amount."""
    return cents_of(typed) if typed else None
