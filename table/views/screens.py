"""Pages of the live screens: each is drawn once as the table stands, and then follows it on its socket."""

from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import localtime, now
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from segno import make_qr

from table.access import pairing
from table.models import Display, Entry, Table
from table.record import in_charge
from table.screens.audiences import MAY_OPEN, WATCHERS, NotAdmitted, View, added, display_view, staff_view
from table.screens.read.odds import remaining
from table.screens.read.snapshot import Snapshot
from table.screens.regions import draw
from table.verbs.house.waiting import AT_THE_PIT
from table.views.doors.entrance import signed_in, staff_only, worded_as_at_its_table
from table.views.doors.landing import stays
from table.views.office.counter import show
from table.views.pages import not_found
from table.words.numbers import numbers_here

NOT_YOURS = 4403
APPS_OF = {"dealer": "console", "table": "desk"}
"""Names of the apps as which screens are installed, where they differ from that of the screen."""


@require_safe
@staff_only(*MAY_OPEN["dealer"])
def console(request: HttpRequest, code: str) -> HttpResponse:
    """Show the dealer's console of a table to the dealer in charge there; a cookie notes that this device showed it.

    Where nobody is, any dealer sees it who is in charge of no other table. Others get 403 and who is in charge; 404
    where there is no such table.
    """
    return _staff(request, "dealer", code)


@require_safe
@staff_only(*MAY_OPEN["table"])
def inspector(request: HttpRequest, code: str) -> HttpResponse:
    """Show the desk from which inspectors look after a table, to instructors that of a training table.

    404 where there is no such table, to instructors also for a table that is not for training, and to all others for
    one that is.
    """
    return _staff(request, "table", code)


@require_safe
@staff_only(*MAY_OPEN["pit"])
def pit(request: HttpRequest) -> HttpResponse:
    """Show all tables at a glance, without those for training; to instructors those alone.

    A cookie notes that this device showed the pit.
    """
    return _staff(request, "pit", "")


@require_safe
@never_cache
def display(request: HttpRequest) -> HttpResponse:
    """Show a display, for which nobody signs in: the code by which it is paired, or once it is paired its seat or sign.

    Sets its cookie, a new one where there is none of this house; nothing is stored. A revoked one shows its code again.
    A paired one is in the language for which it was paired. With ``?overlay=1`` a sign may be in a frame of
    SIGN_FRAMED_BY.
    """
    cookie = request.COOKIES.get(pairing.COOKIE, "")
    if not pairing.code_of(cookie):
        cookie = pairing.new_cookie()
    paired = pairing.display_of(cookie)
    if paired is None:
        answer = _to_pair(request, pairing.code_of(cookie))
    else:
        with translation.override(paired.language):
            overlay = paired.kind == Display.Kind.SIGN and request.GET.get("overlay") == "1"
            away = request.get_full_path() if overlay else reverse("display")
            given = {"display": paired, "code": paired.table.code, "away": away, "overlay": overlay}
            answer = live(request, "display", display_view(paired), given)
            answer = _framed(request, answer) if overlay else answer
    answer.set_cookie(
        pairing.COOKIE,
        cookie,
        max_age=pairing.COOKIE_SECONDS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return answer


def _framed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Let the pages in SIGN_FRAMED_BY frame this answer; unchanged if there are none."""
    if settings.SIGN_FRAMED_BY:
        csp_replace({"frame-ancestors": settings.SIGN_FRAMED_BY})(lambda _request: answer)(request)
        answer.xframe_options_exempt = True
    return answer


def _to_pair(request: HttpRequest, code: str) -> HttpResponse:
    """Render the `code` by which a display is paired, and a QR code of the office's page on which it is entered."""
    address = request.build_absolute_uri(f"{reverse('front')}office/displays/?code={code}")
    qr = make_qr(address, error="m").svg_inline(omitsize=True, border=2, dark="#14110f", light="#f4ecd8")
    return render(request, "screens/pairing.html", {"code": code, "address": address, "qr": qr})


def _staff(request: HttpRequest, screen: str, code: str) -> HttpResponse:
    """Render a screen of the staff, `code` being its table, "" for the pit.

    A console or the pit sets the cookie by which the device remembers it. Answers 403 with who is in charge where
    another dealer is, or this one of another table; 404 where the person may not see it for any other reason.
    """
    person = signed_in(request)
    try:
        view = staff_view(screen, code, person, get_language() or "")
    except NotAdmitted as away:
        return _in_charge(request, code) if away.code == NOT_YOURS else not_found(request, away)
    rules = Table.objects.filter(code=code).values_list("policy__values", flat=True).first()
    given = {
        "person": person,
        "code": code,
        "training": view.training,
        "added": added(training=view.training, rules=rules),
        "away": f"{reverse('sign_in')}?next={request.path}",
        "keeps_list": person.role in AT_THE_PIT,
    }
    return stays(request, live(request, screen, view, given))


def _in_charge(request: HttpRequest, code: str) -> HttpResponse:
    """Answer 403 with who deals at this table, if anybody, and since when.

    Also at which other table the person who is signed in deals, and whether this one was taken over from them.
    """
    dealer, person = in_charge.dealer_at(code), signed_in(request)
    since = Entry.objects.filter(register=code, number=dealer.since).first() if dealer is not None else None
    given = {
        "dealer": dealer and (dealer.person.name or dealer.person.badge),
        "since": since and localtime(since.at),
        "taken": dealer is not None and in_charge.was_replaced(person, dealer),
        "own": in_charge.table_of(person, but=code),
    }
    return render(request, "doors/in_charge.html", {"code": code} | given, status=403)


def live(request: HttpRequest, screen: str, view: View, given: dict[str, Any]) -> HttpResponse:
    """Render a screen with the HTML of its regions as they are now, by table and name.

    None for those of dialogs, which are drawn when opened; a table that there is not is left out. It is in the language
    and words of its regions if all have the same. Its socket is the screen's own, unless `given` has another address as
    ``live``.
    """
    tables, voices = {}, set[str]()
    for code, wanted in view.regions.items():
        drawn = draw(code, wanted)
        if drawn is not None:
            voices |= {drawing.voice for drawing in drawn.texts.values()}
            later = {region.name: None for region in view.dialogs[code]}
            tables[code] = later | {region.name: drawing.text for region, drawing in drawn.texts.items()}
    address = "/live/display/" if screen == "display" else f"/live/{screen}/{given['code']}".rstrip("/") + "/"
    regions = tables.get(given["code"], {})
    usual = {"live": address, "app": APPS_OF.get(screen, screen), "overlay": False}
    given = usual | given | {"tables": tables, "regions": regions, "now": now(), "training": view.training}
    with translation.override(voices.pop() if len(voices) == 1 else get_language() or settings.LANGUAGE_CODE):
        return render(request, f"screens/{screen}.html", given)


@require_safe
@staff_only(*WATCHERS)
@worded_as_at_its_table
def odds(request: HttpRequest, code: str) -> HttpResponse:
    """Show the exact odds for the cards still in the shoe, as the table is now; the page does not follow later acts.

    Covered cards count as unseen. Without rules or a shoe, with fewer than six cards left, or with turned cards that
    its decks do not have, it says why there are none. Raises Http404 for an unknown table and for one for training.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    return show(request, "odds", code=code, remaining=remaining(Snapshot(table)), numbers=numbers_here())
