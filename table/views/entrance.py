"""Who may open which page: nobody without signing in, and each page for its own roles."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext

from table.models import Person
from table.rules.profile import Role
from table.rules.refusal import Listed
from table.terms import ROLES
from table.verbs.house.exports import READERS, Report

View = Callable[..., HttpResponseBase]


FOR = "roles"
"""The mark of a page of the staff: for which roles it is; none are named where it is for everybody."""


def staff_only(*roles: Role) -> Callable[[View], View]:
    """A page for these roles, or for everybody who is signed in where none is named; no browser keeps a copy of it."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **given: Any) -> HttpResponseBase:
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
"""The mark of a page of the record: which report it shows."""


def reads(report: Report) -> Callable[[View], View]:
    """A page of the record, for those who may read this report; the view is marked with it."""

    def guard(view: View) -> View:
        guarded = staff_only(*READERS[report])(view)
        setattr(guarded, READS, report)
        return guarded

    return guard


def signed_in(request: HttpRequest) -> Person:
    """Who looks at a page of the staff."""
    assert isinstance(request.user, Person), "the page is guarded by staff_only"
    return request.user


def check_role(request: HttpRequest, *roles: Role) -> None:
    """Denied, with the roles for whom the page is."""
    if roles and signed_in(request).role not in roles:
        allowed = Listed(name for role, name in ROLES.items() if role in roles)
        raise PermissionDenied(gettext("It is for: %(roles)s.") % {"roles": allowed})


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in first; afterwards the page that was asked for, unless something was sent to it."""
    onward = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("front")
    answer = redirect(f"{reverse('sign_in')}?{urlencode({'next': onward})}")
    add_never_cache_headers(answer)
    return answer


MOST_OF_A_PATH = 1000
"""No address of the house is longer; a longer one is nobody's wish."""


def wished(asked: str) -> str:
    """A path of this house that somebody asks for; empty where he asks for none, or would send us elsewhere."""
    ours = asked.startswith("/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if ours and len(asked) <= MOST_OF_A_PATH else ""


def is_for(asked: str, person: Person) -> bool:
    """Whether a path of this house is no page of the staff that is for other roles than this one's."""
    try:
        found = resolve(unquote(urlsplit(asked).path))
    except Resolver404:
        return True  # that there is no such page he reads there
    roles = getattr(found.func, FOR, None)
    return not roles or person.role in roles


def own_path(asked: str) -> str:
    """Where to go next: a path of this house, and the front where none is asked for."""
    return wished(asked) or reverse("front")


def address(screen: str, *args: object) -> str:
    """The address of a screen, empty where this house has no such screen."""
    try:
        return reverse(screen, args=args)
    except NoReverseMatch:
        return ""
