"""Pages of the demo stage: screens of one table side by side, and the control of its stories."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, cast

from asgiref.sync import async_to_sync
from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from table.access.address import client_address
from table.access.pace import TokenBuckets
from table.demo.director import director
from table.demo.house import dealer_at
from table.demo.onlooker import KINDS, shown
from table.demo.stage import seat_of, stage_table
from table.demo.stories import SCREENS, STORIES, stories_of
from table.demo.views import View, in_a_demo_house
from table.models import Display, Person, Table
from table.record.refusals import say
from table.rules.refusal import Code, Refused, require
from table.screens.audiences import added_at
from table.script.added import StageScreen
from table.views import screens

VISIT_LETTERS = 8, 40
ISPETTORE = "ispettore"
"""Badge of the member of the staff as whom the pit, and papers, are shown."""
PRESSES = TokenBuckets(burst=20, per_second=1)
"""Rate limit for an address: pressing often does not give anybody more stories."""
PRESSED: dict[str, Callable[[str], Awaitable[None]]] = {
    "look": lambda _visit: director.look(),
    "next": director.go_on,
    "pause": director.pause,
    "end": director.end,
}
"""Commands of a visitor, beside the names of stories."""


def framing(directive: str) -> Callable[[View], View]:
    """Return a decorator of views, by which this directive of their content security policy becomes 'self'.

    With ``frame-ancestors`` pages of this origin may frame the view, with ``frame-src`` they may be framed in it.
    """
    # The library's types allow only views without arguments.
    return cast("Callable[[View], View]", csp_replace({directive: [SELF]}))


@require_safe
@in_a_demo_house
@framing("frame-src")
def stage(request: HttpRequest) -> HttpResponse:
    """Show the stage for the visit in ``?visit``; if that is missing or malformed, for a new one.

    This counts as looking, see :meth:`.Director.show`. 404 where no table fits the stage, and in a house that is no
    demo; 403 through an unknown proxy.
    """
    return _stage(request, _visit(request.GET.get("visit", "")) or secrets.token_urlsafe(9))


def _stage(request: HttpRequest, visit: str, *, refused: str = "", status: int = 200) -> HttpResponse:
    """Render the stage: its table, the stories, and the state of the one being shown, as this visit has it.

    The sentence shown is ``refused``, unless "", else that of the state. Notes that the visit is there. Raises Http404
    where no table fits the stage.
    """
    table = _table()
    given = {"table": table, "visit": visit, "screens": SCREENS, "stories": stories_of(table), "refused": refused}
    state = director.show(visit)
    return render(
        request, "demo/showing.html", given | {"state": state, "said": refused or state.sentence}, status=status
    )


@require_safe
@in_a_demo_house
@xframe_options_sameorigin
@framing("frame-ancestors")
def screen(request: HttpRequest, visit: str, name: str) -> HttpResponse:
    """Show a screen of the stage: the page of the house, with a socket that accepts no act.

    Raises Http404 for an unknown screen or a malformed visit, and where no table fits the stage.
    """
    if not _visit(visit) or name not in SCREENS:
        raise Http404
    at, table = StageScreen(name), _table()
    given = _given(at, table) | {"live": f"/live/stage/{visit}/{at}/", "away": reverse("demo_stage")}
    return screens.live(request, KINDS[at], shown(at, get_language() or ""), given)


def _given(at: StageScreen, table: Table) -> dict[str, Any]:
    """Return the context of the page: the table's code, with the display, or the person on whose behalf it is shown.

    The display is an unsaved one, of the seat of :func:`seat_of` or the sign; the person is the table's dealer on the
    console, ISPETTORE at the pit. For these also what extensions add to the console; the code is "" at the pit.
    """
    if KINDS[at] == "display":
        position = seat_of(table) if at is StageScreen.SEAT else ""
        kind = Display.Kind.SEAT if position else Display.Kind.SIGN
        return {"code": table.code, "display": Display(table=table, kind=kind, position=position)}
    badge = dealer_at(table.code) if at is StageScreen.CONSOLE else ISPETTORE
    given = {"person": Person.objects.get(badge=badge), "added": added_at(table), "keeps_list": False}
    return given | {"code": table.code if at is StageScreen.CONSOLE else ""}


@require_safe
@in_a_demo_house
@xframe_options_sameorigin
@framing("frame-ancestors")
def paper(request: HttpRequest, visit: str, story: str) -> HttpResponse:
    """Show the paper to which a story points, of the stage's table, as the inspector ISPETTORE sees it.

    The request's user is that inspector from then on. Raises Http404 for a story that has none or cannot happen at this
    table, for a malformed visit, and where no table fits the stage.
    """
    table = _table()
    found = stories_of(table).get(story)
    if not _visit(visit) or found is None or found.paper is None:
        raise Http404
    request.user = Person.objects.get(badge=ISPETTORE)  # the page is drawn as this member of the staff has it
    page = found.paper(request, code=table.code)
    assert isinstance(page, HttpResponse), "a page, and no file"
    return page


@require_safe
@in_a_demo_house
def stage_state(request: HttpRequest) -> HttpResponse:
    """Answer with the state of the stage for the visit in ``?visit`` as JSON, and whether it is ``asleep``.

    A missing or malformed visit is answered as a visitor whose story it is not. With it come the title of its story and
    its sentence in the active language. Asleep is whether no story runs there, and no play for those who look. This
    also counts as looking, see :meth:`.Director.show`. 404 in a house that is no demo, 403 through an unknown proxy.
    """
    it = director.show(_visit(request.GET.get("visit", "")))
    title = str(STORIES[it.story].title) if it.story else ""
    return JsonResponse(it._asdict() | {"title": title, "sentence": str(it.sentence), "asleep": director.asleep})


@require_POST
@in_a_demo_house
def press(request: HttpRequest) -> HttpResponse:
    """Begin the story, or do the command, in the field ``do`` for a visit: a new one unless ``visit`` is well-formed.

    A refusal, also of an unknown ``do``, is answered with 409, as JSON (``refused``) for the script, else on the
    stage's page; otherwise redirects to the stage, or answers the script with {}. A script is known by the header
    Accept being ``application/json``. Raises Http404 where no table fits the stage.
    """
    visit = _visit(request.POST.get("visit", "")) or secrets.token_urlsafe(9)
    scripted = request.headers.get("Accept") == "application/json"
    try:
        _pressed(request.POST.get("do", ""), visit, client_address(request))
    except Refused as refused:
        sentence = say(refused)
        if scripted:
            return JsonResponse({"refused": sentence}, status=409)
        return framing("frame-src")(_stage)(request, visit, refused=sentence, status=409)
    if scripted:
        return JsonResponse({})
    return HttpResponseRedirect(f"{reverse('demo_stage')}?{urlencode({'visit': visit})}")


def _pressed(what: str, visit: str, address: str) -> None:
    """Begin a story of the stage's table, or do a command of `PRESSED`, for a visit.

    Refuses (E_RATE) too many presses from an address, those of ``look`` neither counted nor limited, (E_ARGUMENTS) an
    unknown name, and as :meth:`.Director.begin` does. Raises Http404 where no table fits the stage.
    """
    if what != "look":
        require(PRESSES.take(address), Code.RATE, "Too many presses at once; wait a moment and press again.")
    if what in stories_of(_table()):
        async_to_sync(director.begin)(what, visit)
    elif what in PRESSED:
        async_to_sync(PRESSED[what])(visit)
    else:
        raise Refused(Code.ARGUMENTS, "Nothing of that name is shown here.")


def _table() -> Table:
    """Return the stage's table. Raises Http404 where there is none."""
    table = stage_table()
    if table is None:
        raise Http404
    return table


def _visit(name: str) -> str:
    """Return the name of a visit if it is well-formed, else "".

    It has 8 to 40 characters: ASCII letters, digits, “-” and “_”, and not of the last two alone.
    """
    fewest, most = VISIT_LETTERS
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain and fewest <= len(name) <= most else ""
