"""Offline: the one page that a device keeps, and the service worker that shows it; nothing else is kept.

The worker (static/house/worker.js) gets from here what to keep. Its address never changes, its text does with every
upgrade, so that browsers take the new one and drop what the old one kept.
"""

import json
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

FILES = ("house/house.css", "house/offline.css", "house/offline.js", "house/sabot.svg")
"""Static files of the page."""


class OfflineWords(NamedTuple):
    """Texts of the page in one language: for the staff what to do meanwhile, and for guests before a display."""

    language: str
    title: str
    go_on: str
    by_hand: str
    guests: str
    again: str


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Render the one page that a browser shows without a connection, in all languages of the house at once.

    It says what to do and names nobody. No cache of the browser may store it, other than that of the service worker.
    """
    # ``never_cache`` is for the browser's own caches; the worker keeps its copy all the same.
    words = [_words(language) for language, _name in settings.LANGUAGES]
    return render(request, "device/offline.html", {"words": words})


@require_safe
@never_cache
def worker(_request: HttpRequest) -> HttpResponse:
    """Answer with the script of the service worker, which no cache may store.

    It sets ``self.kept``, the addresses that the worker caches and a name that changes with them and with the version
    of Sabot, and imports ``worker.js``.
    """
    contents = {"page": reverse("offline"), "files": [static(name) for name in FILES]}
    digest = sha256(json.dumps([settings.SABOT_VERSION, contents]).encode()).hexdigest()
    text = json.dumps(contents | {"name": f"sabot-{digest[:12]}"})
    source = f"self.kept = {text};\nimportScripts({json.dumps(static('house/worker.js'))});\n"
    return HttpResponse(source, content_type="text/javascript; charset=utf-8")


def _words(language: str) -> OfflineWords:
    """Return the texts of the page without a connection, in this language."""
    with translation.override(language):
        return OfflineWords(
            language,
            gettext("No connection to the house"),
            gettext("Go on by hand, key it later."),
            gettext(
                "Write every coup down on paper: stakes, cards in the order in which they leave the shoe, decisions, "
                "payments. Once the connection is back, key all of it, coup by coup."
            ),
            gettext("The table goes on: the cards and the stakes on the cloth are what counts."),
            gettext("This screen tries again by itself."),
        )
