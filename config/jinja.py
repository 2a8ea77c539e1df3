"""The templates' environment: Jinja2, because regions render faster with it and Babel reads its messages by itself."""

import json
from collections.abc import Iterable, Mapping, MutableMapping
from datetime import date, datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, StrictUndefined
from jinja2.ext import InternationalizationExtension
from markupsafe import Markup, escape

from config.environment import VERSION
from table.spelling import spoken
from table.terms import BOX_NAMES, CALLS, CLAIMS, PROPOSALS, ROLES, SEATS, SEVERITIES, SHOES, STATUSES
from table.verbs.declaration import VERBS
from table.views.device import apps


def url(view: str, *args: object, **kwargs: object) -> str:
    """The address of a view by its name, as `{{ url("front") }}`."""
    return reverse(view, args=args or None, kwargs=kwargs or None)


def said(message: str) -> str:
    """A text of the templates in the language of the moment; every text is looked up once in each language."""
    return _said(get_language(), message)


@cache
def _said(_language: str | None, message: str) -> str:
    return gettext(message)


def language() -> str:
    """The language of the moment, as a page names it."""
    return spoken(get_language() or settings.LANGUAGE_CODE)


def day(at: date) -> str:
    """A day as the house writes it, in every language: ``23/11/2026``."""
    return at.strftime("%d/%m/%Y")


def moment(at: datetime) -> str:
    """A day and its minute as the house writes them: ``23/11/2026 21:14``."""
    return at.strftime("%d/%m/%Y %H:%M")


def press(verb: str, **given: object) -> Markup:
    """One act as a button or a form carries it: `data-press="{{ press("mark", position="3") }}"`."""
    return presses([(verb, given)])


def presses(acts: Iterable[tuple[str, Mapping[str, object]]]) -> Markup:
    """Several acts that are done all or none."""
    return escape(json.dumps([{"verb": verb, "given": given} for verb, given in acts]))


class DjangoGettext(InternationalizationExtension):
    """`{{ _("…") }}` and `{% trans %}` in the language that is active in Django at the moment of rendering.

    New-style calls: `{{ _("Coup %(number)s", number=coup) }}` fills in and escapes; a plain per cent sign is `%%`.
    """

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        install: Any = environment
        install.install_gettext_callables(said, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext)


class Names(Environment):
    """An environment whose names are one dictionary: a screen looks them up a thousand times while it is drawn."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """The environment for Django's Jinja2 backend; a name that a template misspells is an error, not silence."""
    given = {name: options[name] for name in ("loader", "auto_reload")}
    env = Names(autoescape=True, undefined=StrictUndefined, extensions=[DjangoGettext], **given)
    env.globals |= {"static": static, "url": url, "language": language}
    env.filters |= {"day": day, "moment": moment}
    env.globals |= {"press": press, "presses": presses, "manifest_of": apps.address}
    env.globals |= {"languages": settings.LANGUAGES, "version": VERSION, "zone": settings.TIME_ZONE}
    env.globals["online"] = settings.ONLINE
    env.globals |= {"roles": ROLES, "statuses": STATUSES}
    words = {"acts": VERBS, "boxes": BOX_NAMES, "calls": CALLS, "claims": CLAIMS, "proposals": PROPOSALS}
    env.globals["terms"] = words | {"seats": SEATS, "severities": SEVERITIES, "shoes": SHOES}
    # What lets the tables of a demo house play, for pages that have a place for it; anywhere else there is none.
    env.globals["demo"] = import_string("table.demo.stage.stage") if settings.DEMO else lambda _request: None
    env.globals["demo_house"] = import_string("table.demo.keys.is_demo") if settings.DEMO else lambda: False
    return env
