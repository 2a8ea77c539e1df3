"""Page of the pit and of the cash desk on the cash of guests on this gaming day: papers seen, and keys joined."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from bank.models import CashTermsOf, GuestCash
from bank.play.day import gaming_day
from bank.reports.words import in_words
from table.models import HOUSE
from table.rules.profile import Role
from table.views.doors.entrance import form_page, signed_in, staff_only
from table.views.office.counter import Sent, done, press, serve, show
from table.words.numbers import numbers_here

READERS = (Role.ISPETTORE_GIOCO, Role.CASSA, Role.DIREZIONE)
SEES_PAPERS = (Role.ISPETTORE_GIOCO, Role.CASSA)


class GuestLine(NamedTuple):
    """Guest with what they have changed on this day, in words, and who has seen their papers, empty where nobody has.

    ``near``: they are known by none, and have changed half of what asks for papers, or more. For the cash desk, which
    counts the boxes without knowing what lies in them, the amount is empty, and ``near`` False.
    """

    guest: str
    amount: str
    identified_by: str
    near: bool


@form_page
@staff_only(*READERS)
def guest_cash(request: HttpRequest) -> HttpResponse:
    """Show what guests have changed on the present gaming day; a POST enters papers seen, or joins two keys of a guest.

    The Ispettore di Gioco presses both, the cash desk the former, and the Direzione only reads. A POST redirects to
    the page; what is refused shows it again with the sentence and status 422 or 409.
    """
    acts = {"identify": lambda: _identify(request), "join_guests": lambda: _join(request)}
    return serve(request, acts, lambda sent: _page(request, sent))


def _page(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Show the cash of guests on the present gaming day, to the cash desk without amounts.

    The form for papers seen is for the Ispettore di Gioco and the cash desk, the one to join keys for the former alone.
    """
    day, role = gaming_day(timezone.now()), signed_in(request).role
    return show(
        request,
        "guest_cash",
        sent=sent,
        day=in_words(day, numbers_here()),
        lines=_lines(day, amounts=role != Role.CASSA),
        identifies=role in SEES_PAPERS,
        joins=role == Role.ISPETTORE_GIOCO,
    )


def _lines(day: str, *, amounts: bool) -> list[GuestLine]:
    """List the cash that guests changed on a gaming day, by currency, the highest sum first, and who saw their papers.

    Guests whose papers were seen are listed with a sum of 0, too. ``near`` is set where nobody has seen them, and the
    sum is at least half of what asks for papers in that currency, if anything does. Without ``amounts`` nothing tells
    of the sums: they are "", the lines of a currency are in order of the guests' keys, and ``near`` is False.
    """
    thresholds = dict(CashTermsOf.objects.values_list("currency", "cash_threshold")) if amounts else {}
    largest_first = ("-total",) if amounts else ()
    numbers, rows = numbers_here(), GuestCash.objects.filter(day=day).order_by("currency", *largest_first, "guest")
    return [
        GuestLine(
            it.guest,
            numbers.money(it.total, it.currency) if amounts else "",
            it.identified_by,
            not it.identified_by and 2 * it.total >= (thresholds.get(it.currency) or 2 * it.total + 1),
        )
        for it in rows
    ]


def _identify(request: HttpRequest) -> HttpResponse:
    """Press `identify` with the guest's key and the words on the paper that were typed, and redirect to the page.

    The page says so once. Raises Refused.
    """
    guest = request.POST.get("guest", "").strip()
    press(request, HOUSE, ("identify", {"guest": guest, "paper": request.POST.get("paper", "").strip()}))
    sentence = gettext("The papers of “%(guest)s” are seen, for this gaming day.")
    return done(request, sentence % {"guest": guest}, "guest_cash")


def _join(request: HttpRequest) -> HttpResponse:
    """Press `join_guests` with what was typed, and redirect to the page, which says so once. Raises Refused."""
    given = {it: request.POST.get(it, "").strip() for it in ("one", "other", "reason")}
    press(request, HOUSE, ("join_guests", given))
    return done(request, gettext("“%(one)s” and “%(other)s” are one guest from now on.") % given, "guest_cash")
