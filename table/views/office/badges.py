"""Badges as they are printed: in letters and as a QR code, with nothing else, least of all a PIN."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe
from segno import make_qr

from table.models import Person
from table.views.doors.entrance import staff_only
from table.views.office.counter import DIREZIONE, show


@require_safe
@staff_only(*DIREZIONE)
def badge(request: HttpRequest, badge: str) -> HttpResponse:
    """Show the badge of somebody who works here, as large as a bank card; the QR code says what its letters say."""
    person = get_object_or_404(Person, badge=badge)
    square = make_qr(person.badge, error="q").svg_inline(omitsize=True, border=4, dark="#14110f", light="#f4ecd8")
    return show(request, "badge", person=person, square=square)
