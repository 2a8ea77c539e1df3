"""New PINs that the office gives: shown once to whoever gives them, and stored by nobody in the clear."""

from django.http import HttpRequest, HttpResponse

from table.access import pins
from table.access.address import client_address
from table.models import HOUSE
from table.record.press import Answer
from table.rules.refusal import Code, require
from table.verbs.house.people import given_pin_delay
from table.views.doors.entrance import signed_in
from table.views.office.counter import press, show


def with_pin(
    request: HttpRequest, badge: str, *before: tuple[str, dict[str, str]], room: str = "office_people"
) -> HttpResponse:
    """Do the acts `before` and give a new PIN in one press, and show it in this answer and never again.

    Sent again, the same press gives no other PIN and shows none. Refuses one's own badge (E_ROLE).
    """
    own = badge == signed_in(request).badge
    require(not own, Code.ROLE, "One’s own PIN is set on the page for that, and by nobody else.")
    shown_at = client_address(request)

    def record(setting: pins.Setting) -> Answer:
        given = {"badge": badge, "shown_at": shown_at, "proof": setting.proof, "anew": setting.anew}
        given["hours"] = given_pin_delay()
        return press(request, HOUSE, *before, ("give_pin", given))

    pin = pins.give(badge, record, nonce=request.POST.get("nonce", ""))
    return show(request, "pin", badge=badge, pin=pin, room=room)
