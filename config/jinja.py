"""Jinja2 environment of the templates: it draws regions faster than Django's, and Babel reads its messages."""

import json
from collections.abc import Iterable, Mapping, MutableMapping
from datetime import date, datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext, trans_real
from jinja2 import Environment, StrictUndefined
from jinja2.ext import InternationalizationExtension
from markupsafe import Markup, escape

from config.environment import VERSION
from table.play.declaration import VERBS
from table.views.device import apps
from table.words.terms import BOX_NAMES, CALLS, CLAIMS, PROPOSALS, ROLES, SEATS, SEVERITIES, SHOES, STATUSES
from table.words.voices import GERMAN, called, letter, spoken, unbroken

DAY, DAY_IN_GERMAN = "%d/%m/%Y", "%d.%m.%Y"


def url(view: str, *args: object, **kwargs: object) -> str:
    """Return the path of a view by its name: `{{ url("front") }}`."""
    return reverse(view, args=args or None, kwargs=kwargs or None)


def said(message: str) -> str:
    """Translate a text of a template into the active language; cached.

    A space before an ellipsis becomes a no-break one; an ellipsis without a space before it stays as it is.
    """
    return _said(
        trans_real.get_language(), message
    )  # past Django's wrapper: nothing is called as often while a screen is drawn


@cache
def _said(_language: str | None, message: str) -> str:
    return unbroken(gettext(message))


def language() -> str:
    """Return the active language without its region, for the `lang` attribute of a page: ``de`` for ``de-ch``.

    Where none is active it is LANGUAGE_CODE.
    """
    return spoken(get_language() or settings.LANGUAGE_CODE)


def day(at: date) -> str:
    """Format a day in figures: ``23/11/2026``, in German ``23.11.2026``."""
    return at.strftime(DAY_IN_GERMAN if language() == GERMAN else DAY)


def moment(at: datetime) -> str:
    """Format a day and time to the minute: ``23/11/2026 21:14``, in German ``23.11.2026 21:14``.

    The time is that of the time zone which `at` carries; nothing is converted.
    """
    return f"{day(at)} {at:%H:%M}"


def press(verb: str, **given: object) -> Markup:
    """Return the JSON of one act, escaped for an attribute: `data-press="{{ press("mark", position="3") }}"`.

    It is a list of one object: ``verb``, and ``given``, the arguments by name.
    """
    return presses([(verb, given)])


def presses(acts: Iterable[tuple[str, Mapping[str, object]]]) -> Markup:
    """Return the JSON of several acts, which are done all or none, escaped for an attribute.

    It is a list of objects: ``verb``, and ``given``, the arguments by name.
    """
    return escape(json.dumps([{"verb": verb, "given": given} for verb, given in acts]))


class DjangoGettext(InternationalizationExtension):
    """Extension for `{{ _("…") }}` and `{% trans %}` in the language that Django has active while rendering.

    Calls are new-style: `{{ _("Coup %(number)s", number=coup) }}` fills in and escapes; a plain per cent sign is `%%`.
    """

    def __init__(self, environment: Environment) -> None:
        """Install the gettext functions, which look up the language at each call."""
        super().__init__(environment)
        install: Any = environment
        install.install_gettext_callables(said, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext)


class Names(Environment):
    """Environment whose globals are one plain dictionary: a screen looks names up a thousand times per drawing."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """Build the environment for Django's Jinja2 backend; an undefined name raises as soon as a template uses it.

    Values are escaped, and texts translated by :class:`DjangoGettext`. ``demo`` and ``demo_house`` give None and False
    where DEMO is off. Of the options only ``loader`` and ``auto_reload`` are taken, which both have to be there.
    """
    given = {name: options[name] for name in ("loader", "auto_reload")}
    env = Names(autoescape=True, undefined=StrictUndefined, extensions=[DjangoGettext], **given)
    env.globals |= {"static": static, "url": url, "language": language}
    env.filters |= {"day": day, "moment": moment, "called": called, "letter": letter}
    env.globals |= {"press": press, "presses": presses, "manifest_of": apps.address}
    env.globals |= {"languages": settings.LANGUAGES, "version": VERSION, "zone": settings.TIME_ZONE}
    env.globals["online"] = settings.ONLINE
    env.globals |= {"roles": ROLES, "statuses": STATUSES}
    words = {"acts": VERBS, "boxes": BOX_NAMES, "calls": CALLS, "claims": CLAIMS, "proposals": PROPOSALS}
    env.globals["terms"] = words | {"seats": SEATS, "severities": SEVERITIES, "shoes": SHOES}
    # The controls of a demo house, on pages that have a place for them; None in any other house.
    env.globals["demo"] = import_string("table.demo.stage.stage") if settings.DEMO else lambda _request: None
    env.globals["demo_house"] = import_string("table.demo.identity.is_demo") if settings.DEMO else lambda: False
    return env
