"""Screens as apps: each is installed under its own name, opens where it is used, and has its screen's orientation."""

import json
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from table.play.texts import is_key
from table.words.voices import spoken

TYPE = "application/manifest+json"
GROUND = "#14110f"
"""Background colour before the first paint: that of the dark room, which no style sheet sets here."""
HOURS = 3600
ICONS = (("any", "sabot"), ("maskable", "sabot-maskable"))


class App(NamedTuple):
    """A screen that can be installed: its name, the view at which it opens, its display mode and its orientation."""

    name: Promise
    start: str
    display: str = "standalone"
    orientation: str = "any"


APPS = {
    "house": App(_("House rules and exact odds"), "front"),
    "staff": App(_("Staff"), "work"),
    "console": App(_("Table %(table)s"), "console", orientation="landscape"),
    "desk": App(_("Table %(table)s"), "inspector"),
    "pit": App(_("The pit"), "pit"),
    "office": App(_("House office"), "office"),
    "display": App(_("Display"), "display", "fullscreen"),
}
"""Apps by the name under which a page asks for them; those of a table carry its code."""
OF_A_TABLE = frozenset({"console", "desk"})


@require_safe
@cache_control(public=True, max_age=HOURS)
def manifest(request: HttpRequest, app: str, code: str = "") -> HttpResponse:
    """Answer with the web app manifest of a screen; it needs no cookie and may be cached by anybody for an hour.

    It is in the language of ``?language``, else in the default one. Raises Http404 for an unknown app, and where a
    table's code is missing, malformed or not expected. Whether there is such a table is not looked up.
    """
    if app not in APPS or (app in OF_A_TABLE) != bool(code) or (code and not is_key(code)):
        raise Http404
    with translation.override(_language(request)):
        return HttpResponse(json.dumps(_said(APPS[app], code)), content_type=TYPE)


def address(app: str, code: str = "") -> str:
    """Return the address of the manifest of an app, its ``?language=`` the active one.

    `code` is that of its table; needed for an app in OF_A_TABLE, ignored for any other.
    """
    at = reverse("manifest_of_table", args=[app, code]) if app in OF_A_TABLE else reverse("manifest", args=[app])
    return f"{at}?language={spoken(get_language() or '')}"


def _language(request: HttpRequest) -> str:
    """Language that the address names, else the default: a cache in between keeps one answer for each address."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _said(app: App, code: str) -> dict[str, object]:
    """Return the manifest of an app as a dict in the active language; `code` is that of its table, "" without one."""
    name = str(app.name) % {"table": code} if code else str(app.name)
    start = reverse(app.start, args=[code] if code else None)
    return {
        "id": start,
        "name": f"Sabot · {name}",
        "short_name": f"Sabot {code}".strip(),
        "lang": spoken(get_language() or ""),
        "start_url": start,
        "scope": "/",
        "display": app.display,
        "orientation": app.orientation,
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [_icon(purpose, name, size) for purpose, name in ICONS for size in ("any", "192", "512")],
    }


def _icon(purpose: str, name: str, size: str) -> dict[str, str]:
    """Return the entry of an icon in the manifest.

    `name` is that of its file without size and ending; `size` is in pixels, or "any" for its SVG.
    """
    drawn = size == "any"
    file = f"house/{name}.svg" if drawn else f"house/{name}-{size}.png"
    kind = "image/svg+xml" if drawn else "image/png"
    return {"src": static(file), "type": kind, "sizes": size if drawn else f"{size}x{size}", "purpose": purpose}
