"""Front page of the office: what there is to do in it for each role."""

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from table.backup import last
from table.models import HOUSE
from table.record import key, seals, stalls
from table.record.attacks import LATELY
from table.record.proof import gaps
from table.reports.registers.wrong_pins import attack_lines
from table.rules.profile import Role
from table.screens.read.sentences import waiting_pins
from table.verbs.house.devices import TECHNICIANS
from table.views.doors.entrance import signed_in, staff_only
from table.views.office.counter import DIREZIONE, GIVERS, KEEPERS, LIMIT_SETTERS, OFFICE, show

KEEPERS_OF_THE_RECORD = (Role.DIREZIONE, Role.OPERATOR)
"""Roles that are told that a seal or a backup is missing."""


@require_safe
@staff_only(*OFFICE)
def office(request: HttpRequest) -> HttpResponse:
    """Show the pages of the office that this role may open, and warnings.

    All roles are warned of PINs given anew that decide nothing yet, gaps of registers found in the last week, and
    deliveries that have stalled; the Direzione and operators also of the key file, of seals that are due, and of a last
    backup that is too old or not noted; the Direzione of attacks on PINs of the last day.
    """
    role = Role(signed_in(request).role)
    forgets = gettext("Names of guests and of who left; texts.")
    types = gettext("How those that type like a keyboard type.")
    rooms = (
        (DIREZIONE, "office_people", gettext("People"), gettext("Taken on, their roles, new PINs, lock-outs.")),
        (
            GIVERS,
            "office_comunali",
            gettext("Ispettori Comunali"),
            gettext("Taken on, and given a PIN, as the rules say."),
        ),
        (LIMIT_SETTERS, "office_tables", gettext("Tables"), gettext("Rules and limits, now and to come.")),
        (DIREZIONE, "office_all_rules", gettext("Own rules"), gettext("Derived from a document’s, for every table.")),
        (KEEPERS, "office_displays", gettext("Displays"), gettext("Paired with a seat or a sign, and revoked.")),
        (TECHNICIANS, "office_card_readers", gettext("Card readers"), types),
        (DIREZIONE, "office_erasing", gettext("Erase personal data"), forgets),
        (DIREZIONE, "office_outside", gettext("Out of the house"), gettext("External readers and webhooks.")),
    )
    keeps = role in KEEPERS_OF_THE_RECORD
    missing = seals.missing() if keeps else []
    given = {
        "key_alarm": key.alarm() if keeps else "",
        "unsealed": [gettext("Register of the house") if it == HOUSE else it for it in missing],
        "unsaved": keeps and last.is_overdue(),
        "last": last.last(),
        "local": localtime,
        "given_pins": waiting_pins(),
        "gaps": gaps.lately(),
        "stalls": stalls.lasting(),
        "attacks": attack_lines(LATELY) if role in DIREZIONE else [],
    }
    return show(request, "front", rooms=[room[1:] for room in rooms if role in room[0]], **given)
