"""Pages about all tables with a bank: the walls of cage and camera desk, and the rota of the dealers and their breaks.

The rota says who deals where since when, who is due for a break, and who may relieve them. It follows from who was at
work at which table; nobody types it in, and nobody is paid by it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from bank.play.policy import tables_with_bank
from table.models import Person, Table
from table.record import in_charge
from table.record.days import day_of
from table.reports.evenings.hours import A_BREAK, DealerHours, hours_of
from table.rules.profile import Role
from table.screens.audiences import WATCHERS, staff_view
from table.views.doors.entrance import signed_in, staff_only
from table.views.office.counter import show
from table.views.screens import live

MINUTE = timedelta(minutes=1)


@require_safe
@staff_only(Role.CASSA)
def cassa(request: HttpRequest) -> HttpResponse:
    """Show the screen of the cage, on which each table with a bank has what it asks; its socket keeps it up to date.

    Training tables are left out.
    """
    return _wall(request, "cassa")


@require_safe
@staff_only(Role.VIDEO)
def video(request: HttpRequest) -> HttpResponse:
    """Show the screen of the camera desk, with the feed of each table with a bank; its socket keeps it up to date.

    Training tables are left out.
    """
    return _wall(request, "video")


def _wall(request: HttpRequest, screen: str) -> HttpResponse:
    """Render the page of ``screen`` ("cassa" or "video") with the regions of its tables; its socket follows them."""
    person = signed_in(request)
    view = staff_view(screen, "", person, get_language() or "")
    given = {"person": person, "code": "", "away": f"{reverse('sign_in')}?next={request.path}", "app": "staff"}
    return live(request, screen, view, given)


@require_safe
@staff_only(*WATCHERS)
def dealers_and_breaks(request: HttpRequest) -> HttpResponse:
    """Show the rota of this moment. Raises Http404 where no table has a bank."""
    found = rota(timezone.now())
    if not found.tables:
        raise Http404
    least = A_BREAK // MINUTE
    return show(request, "dealers", rota=found, least=least, local=localtime, here=request.path)


# --- the rota


class AtTable(NamedTuple):
    """Table with a bank: its dealer (empty where nobody is in charge), and since when they deal there.

    ``since`` is None, and the minutes are 0, for one who is still in charge of a table that was closed meanwhile.
    ``minutes`` are those that they have dealt without a break, at whichever tables, ``most`` those after which they are
    due for one. ``relief`` is the badge of who has been free for longest and is proposed at no table before this one,
    "" where nobody is left or the table is closed.
    """

    code: str
    is_open: bool
    dealer: str
    since: datetime | None
    minutes: int
    most: int
    relief: str

    @property
    def due(self) -> bool:
        """Whether the dealer is due for a break: they have dealt ``most`` minutes or more. False where nobody deals."""
        return bool(self.dealer) and self.minutes >= self.most


class FreeDealer(NamedTuple):
    """Dealer at no table: since when, None for one who has not dealt today."""

    badge: str
    since: datetime | None


class Rota(NamedTuple):
    """Tables, those whose dealer is due first, and the dealers who are free, who has been so for longest first."""

    tables: tuple[AtTable, ...]
    free: tuple[FreeDealer, ...]


def rota(now: datetime) -> Rota:
    """Return the present rota: tables with a bank, dealers furthest past their most minutes first, and free dealers.

    The most is that of the table. A table without a dealer is as one whose dealer has just begun; training tables are
    left out. Open tables have a proposed relief while a free dealer is left. Free is every active dealer at no table,
    first who has not dealt today, then who is free for longest; without a table with a bank nobody has dealt today.
    """
    tables = list(tables_with_bank().select_related("policy").order_by(*Table.IN_ORDER))
    hours = {it.badge: it for it in hours_of(day_of(now), now)} if tables else {}
    free = _free(hours)
    rows = sorted((_row(it, hours, now) for it in tables), key=lambda it: it.minutes - it.most, reverse=True)
    return Rota(tuple(_relieved(rows, [it.badge for it in free])), free)


def _row(table: Table, hours: dict[str, DealerHours], now: datetime) -> AtTable:
    """Return the row of a table: its dealer, since when, and the minutes dealt without a break; no relief yet.

    Without a dealer their badge is "", ``since`` None, and the minutes are 0. ``since`` is when the dealer came to this
    table. Who deals is read from the database. A dealer whose turn `hours` does not have, as its day is over, deals
    since ``now``, or at a closed table since None.
    """
    assert table.policy is not None
    there, most = in_charge.dealer_at(table.code), table.policy.profile.deal_minutes_max
    is_open = table.status != Table.Status.CLOSED
    if there is None:
        return AtTable(table.code, is_open, "", None, 0, most, "")
    own = hours.get(there.person.badge)
    if own is None or own.stretch is None:
        return AtTable(table.code, is_open, there.person.badge, now if is_open else None, 0, most, "")
    since, minutes = own.turns[-1].since, own.stretch // MINUTE
    return AtTable(table.code, is_open, there.person.badge, since, minutes, most, "")


def _free(hours: dict[str, DealerHours]) -> tuple[FreeDealer, ...]:
    """List the active dealers at no table: first those who have not dealt today, then who has been free for longest.

    They are read from the database; ``hours``, by badge, only say since when each is free, and lack who has not dealt.
    """
    dealing = set(in_charge.dealing().values_list("person__badge", flat=True))
    badges = Person.objects.filter(role=Role.DEALER, is_active=True).exclude(badge__in=dealing).order_by("badge")
    found = [FreeDealer(it, hours[it].free if it in hours else None) for it in badges.values_list("badge", flat=True)]
    return tuple(sorted(found, key=lambda it: (it.since.timestamp() if it.since is not None else 0.0, it.badge)))


def _relieved(rows: Iterable[AtTable], free: list[str]) -> Iterable[AtTable]:
    """Yield all tables in the given order, each open one with a proposed relief: free dealers in order, each once.

    Where no free dealer is left it is "". Closed tables come as they are.
    """
    left = iter(free)
    for row in rows:
        yield row._replace(relief=next(left, "")) if row.is_open else row
