"""The hand with which somebody presses: the console is mirrored for the left one, at every tablet where he signs in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from table.models import Person
from table.views.entrance import own_path, signed_in, staff_only


@require_POST
@staff_only()
def own_hand(request: HttpRequest, *, left: bool) -> HttpResponse:
    """Keep it with who is signed in, and go on where he was. It is no act of a table, and no register knows of it."""
    Person.objects.filter(pk=signed_in(request).pk).update(left_handed=left)
    return redirect(own_path(request.POST.get("next", "")))
