"""Access to pages: of the staff by sign-in and role; of a table in its spelling and its words."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import NoReverseMatch, Resolver404, ResolverMatch, resolve, reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from table.models import Person, Table
from table.reports.registers.pages import called_at
from table.rules.profile import Role
from table.rules.readers import READERS, Report
from table.rules.refusal import Listed
from table.screens.audiences import MAY_OPEN, WATCHERS, currency_of
from table.words.terms import ROLES
from table.words.voices import spelt, voiced

View = Callable[..., HttpResponseBase]

form_page = require_http_methods(["GET", "HEAD", "POST"])
"""Decorate a view that shows a form and takes what is posted from it; other methods are answered 405."""

AT_A_TABLE = (*WATCHERS, *MAY_OPEN["dealer"])
"""Roles that have a table's console or desk before them, at which others may sign."""
FOR = "roles"
"""Attribute of a guarded view: the roles that it is for; empty where it is for everybody who is signed in."""


def staff_only(*roles: Role) -> Callable[[View], View]:
    """Decorate a view for signed-in staff with one of these roles; with none named, for all staff.

    Whoever is not signed in is redirected to sign in; another role raises PermissionDenied. The answer is not cached.
    The view gets the roles, none for all, as its attribute FOR, by which sign-in knows where it may send somebody.
    """

    def guard(view: View) -> View:
        """Wrap the view, to be served as :func:`staff_only` says, and set its attribute named by FOR to the roles."""

        @wraps(view)
        def guarded(request: HttpRequest, **given: Any) -> HttpResponseBase:
            """Serve the view, not to be cached, or redirect to sign-in; raises PermissionDenied for other roles."""
            if not request.user.is_authenticated:
                return to_sign_in(request)
            check_role(request, *roles)
            answer = view(request, **given)
            add_never_cache_headers(answer)
            return answer

        setattr(guarded, FOR, frozenset(roles))
        return guarded

    return guard


READS = "reads"
"""Attribute of a view of the record: the report that it shows."""


def reads(report: Report) -> Callable[[View], View]:
    """Decorate a view as `staff_only` does, for the roles that may read this report.

    The view gets the report as its attribute READS.
    """

    def guard(view: View) -> View:
        """Wrap the view as `staff_only` does for those who may read the report, and set its attribute READS to that."""
        guarded = staff_only(*READERS[report])(view)
        setattr(guarded, READS, report)
        return guarded

    return guard


def signed_in(request: HttpRequest) -> Person:
    """Return the person who is signed in; only for views that `staff_only` guards."""
    assert isinstance(request.user, Person), "the page is guarded by staff_only"
    return request.user


def check_role(request: HttpRequest, *roles: Role) -> None:
    """Raise PermissionDenied, with the roles that are allowed, unless the person has one of them or none is named.

    Only for views that `staff_only` guards: where roles are named, a request of nobody signed in is an
    AssertionError.
    """
    if roles and signed_in(request).role not in roles:
        allowed = Listed(name for role, name in ROLES.items() if role in roles)
        raise PermissionDenied(gettext("It is for: %(roles)s.") % {"roles": allowed})


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in, and from there back to this page, or to the front page if something was sent to it."""
    onward = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("front")
    answer = redirect(f"{reverse('sign_in')}?{urlencode({'next': onward})}")
    add_never_cache_headers(answer)
    return answer


MOST_OF_A_PATH = 1000
"""Most characters of a path to go on to; no address of the house is longer."""


def wished(path: str) -> str:
    """Return `path` if it is a path of this house to which one may be redirected, else "".

    It may not if it leads to another host, is relative, is no URL, or is longer than MOST_OF_A_PATH. Whether there is a
    page at it is not checked.
    """
    ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if ours and len(path) <= MOST_OF_A_PATH else ""


def is_for(path: str, person: Person) -> bool:
    """Whether a person may be sent to a path: False only if it is a page of the staff for other roles.

    True if there is no such page. Raises ValueError for what is no URL, which `wished` never returns.
    """
    found = _page_at(path)
    roles = getattr(found.func, FOR, None) if found else None
    return not roles or person.role in roles


def console_at(path: str) -> str:
    """Return the code of the table whose console is at a path, also where there is no such table; else "".

    Raises ValueError for what is no URL, which `wished` never returns.
    """
    found = _page_at(path)
    return str(found.kwargs["code"]) if found and found.url_name == "console" else ""


def _page_at(path: str) -> ResolverMatch | None:
    """Return the page at the path of an address, whatever its host is; None where there is none.

    Raises ValueError for what is no URL.
    """
    try:
        return resolve(unquote(urlsplit(path).path))
    except Resolver404:
        return None


def own_path(path: str) -> str:
    """Return `path` if :func:`wished` lets it pass, be there a page at it or not, else the path of the front page."""
    return wished(path) or reverse("front")


def address(screen: str, *args: object) -> str:
    """Return the address of a screen; empty where this house has no such screen, or its URL does not take `args`."""
    try:
        return reverse(screen, args=args)
    except NoReverseMatch:
        return ""


# --- pages of a table


def worded_as_at_its_table(view: View) -> View:
    """Decorate a view whose argument is a table's `code`: it runs in that table's spelling and words.

    The spelling has ss for ß where it plays in francs. What is rendered only after the view has returned, as in a
    stream or a `TemplateResponse`, is not. Raises Http404 for an unknown table and for one for training.
    """

    @wraps(view)
    def shown(request: HttpRequest, *, code: str, **given: Any) -> HttpResponseBase:
        """Serve the view in the voice of its table. Raises Http404 for an unknown table and for one for training."""
        table = get_object_or_404(Table.real.select_related("policy"), code=code)
        language = spelt(translation.get_language() or settings.LANGUAGE_CODE, currency_of(table))
        with translation.override(voiced(language, called_at(table))):
            return view(request, code=code, **given)

    return shown
