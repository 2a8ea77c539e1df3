"""Warnings about the house itself, for mailboxes and logs: PINs, gaps in exports, altered rows, stalled deliveries.

Webhooks do not get them; they receive events and alerts of tables only.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext, override, pgettext

from table.models import HOUSE, MACHINE, Attack, Gap, GivenPin, Stall
from table.record import attacks, stalls
from table.record.machine.database_lock import nobody_writes
from table.record.proof import gaps

CLOCK = "%Y-%m-%d %H:%M:%S %Z"
"""Format of a local time in a mail."""


class Warned(NamedTuple):
    """Title and text of a warning in the language of the house, its fields for a log, and the path of its page."""

    title: str
    words: str
    values: Mapping[str, object]
    page: str


class WarningKind(NamedTuple):
    """Kind of warning: the name under which outlets' progress is stored, the rows, their ordering field, their text."""

    progress_name: str
    rows: "QuerySet[Any]"
    number: str
    tell: Callable[[Any], Warned]

    def newest(self) -> int:
        """Number of the latest row; 0 if there is none."""
        return self.rows.order_by(f"-{self.number}").values_list(self.number, flat=True).first() or 0

    def behind(self, number: int, *, most: int) -> list[tuple[int, Warned]]:
        """Return the first `most` rows whose number is above `number`, each as its number and its warning.

        In ascending order, the warnings in the language of the house. [] while somebody writes such a row: its number,
        which is drawn before it can be seen, may be a lower one.
        """
        found = self.rows.filter(**{f"{self.number}__gt": number}).order_by(self.number)[:most]
        with transaction.atomic():
            rows: list[Model] = list(found) if found.exists() and nobody_writes(found.model._meta.db_table) else []
        with override(settings.LANGUAGE_CODE):
            return [(getattr(it, self.number), self.tell(it)) for it in rows]


def _attack(it: Attack) -> Warned:
    """Return title, text, log fields and page of the warning that PINs are being tried, since when in local time."""
    fields = {"code": "pins_tried", "kind": it.kind, "whom": it.whom or "-"}
    words = f"{attacks.said(it)} {_clock(it.since)}"
    return Warned(gettext("PINs are being tried"), words, _raised(fields, it.since), reverse("house_wrong_pins"))


def _given_pin(it: GivenPin) -> Warned:
    """Return title, text, log fields and page of the warning that a PIN was given anew.

    It says whose, by whom, where it was shown, and until when it decides nothing unless a third person confirms its
    owner.
    """
    badge, at_the_machine = it.person.badge, pgettext("PIN", "the machine of the house")
    fields = {"code": "pin_given_anew", "badge": badge, "by": it.by, "device": it.device, "number": it.number}
    facts = {
        "badge": badge,
        "by": pgettext("PIN", "a command at the machine") if it.by == MACHINE else it.by,
        "at": _clock(it.at),
        "device": at_the_machine if it.device == MACHINE else it.device,
        "until": _clock(it.until()),
    }
    words = gettext(
        "The PIN of %(badge)s was given anew by %(by)s, shown at %(device)s. %(at)s\nIt attests, decides and rules "
        "nothing before its owner has set one of their own, and a third person confirms them or it is %(until)s."
    )
    title = gettext("The PIN of %(badge)s was given anew") % {"badge": badge}
    return Warned(title, words % facts, _raised(fields, it.at), reverse("given_pins"))


def _gap(it: Gap) -> Warned:
    """Return title, text, log fields and page of the warning on a gap.

    An exported file is missing or differs from its register, or rows beside a register were altered.
    """
    words = f"{gaps.said(it)} {_clock(it.since)}"
    if it.kind == Gap.Kind.ALTERED:
        altered = {"code": "rows_altered", "register": it.register, "rows": it.rows or "-"}
        title = gettext("What stands beside a register was altered")
        return Warned(title, words, _raised(altered, it.since), reverse("records"))
    fields = {"code": "hand_out_gap", "kind": it.kind, "register": it.register}
    return Warned(gettext("What was handed out has a gap"), words, _raised(fields, it.since), reverse("records"))


def _stall(it: Stall) -> Warned:
    """Return title, text, log fields and page of the warning that deliveries to an outlet have stalled.

    That is all of them, or those of one table. It quotes why the last one failed.
    """
    fields = {"code": "deliveries_stall", "outlet": it.outlet.name, "table": it.register or "-"}
    more = gettext("Nothing is lost: what is due is sent as soon as it is taken in. The last answer: %(why)s.")
    words = f"{stalls.said(it)} {_clock(it.since)}\n{more % {'why': it.why}}"
    return Warned(gettext("Deliveries stall"), words, _raised(fields, it.since), reverse("office_outside"))


def _raised(fields: Mapping[str, object], at: datetime) -> Mapping[str, object]:
    """Return fields for a log: ``alert`` (“raised”), these fields, and ``raised_at`` in ISO form."""
    return {"alert": "raised", **fields, "raised_at": at.isoformat()}


def _clock(at: datetime) -> str:
    """Return a time in the house's time zone with date, seconds and zone: ``2026-11-30 21:04:05 CET`` (``CLOCK``)."""
    return f"{localtime(at):{CLOCK}}"


KINDS = (
    WarningKind(HOUSE, Attack.objects.all(), "pk", _attack),
    WarningKind(
        f"{HOUSE}:given-pins", GivenPin.objects.filter(anew=True).select_related("person"), "number", _given_pin
    ),
    WarningKind(f"{HOUSE}:gaps", Gap.objects.all(), "pk", _gap),
    WarningKind(f"{HOUSE}:stalls", Stall.objects.select_related("outlet"), "pk", _stall),
)
"""Kinds of warnings. Register codes of tables have no colon, so none can equal the names here."""
