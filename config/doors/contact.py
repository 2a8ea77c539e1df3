"""`/.well-known/security.txt` (RFC 9116): whom to tell of a vulnerability."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

HOLDS_FOR = timedelta(days=90)
"""Validity of an answer, as its contacts may change."""


@require_safe
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Answer with the contacts, an expiry date and the languages, the same all day; 404 without SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = timezone.now().date() + HOLDS_FOR
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    lines = [f"Contact: {it}" for it in settings.SECURITY_CONTACT]
    lines += [f"Expires: {until:%Y-%m-%d}T00:00:00Z", f"Preferred-Languages: {languages}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
