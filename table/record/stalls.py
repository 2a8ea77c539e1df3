"""Stalled deliveries: those that have failed for so long that the pit, the office, mailboxes and logs are alerted."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext

from table.models import Outlet, Stall
from table.record.cross_register.waiting import drawn_anew

MOST_NAMED = 5
"""Tables that a sentence names at most."""


class LastingStall(NamedTuple):
    """Stalls of an outlet that last: id of the first row, name of the outlet, registers, since when in house time.

    ``why`` is the last failure of the first row.
    """

    key: int
    outlet: str
    registers: tuple[str, ...]
    since: datetime
    why: str

    @property
    def said(self) -> str:
        """Sentence, in the active language, that what is sent of these registers is refused, or that nothing arrives.

        The latter if the outlet itself has stalled. It names the outlet and at most `MOST_NAMED` registers, no time.
        """
        return _sentence(self.outlet, self.registers)


def lasting() -> tuple[LastingStall, ...]:
    """List the stalls that have not ended, the oldest first: at most two of an outlet.

    One is for itself and one for all of its tables that have stalled. Each has the id of its first row, the outlet and
    registers, since when in house time, and why deliveries failed last.
    """
    groups = dict[tuple[int, bool], list[Stall]]()
    for it in Stall.objects.filter(ended=None).select_related("outlet").order_by("since", "pk"):
        groups.setdefault((it.outlet_id, bool(it.register)), []).append(it)
    return tuple(
        LastingStall(
            its[0].pk, its[0].outlet.name, tuple(it.register for it in its), localtime(its[0].since), its[0].why
        )
        for its in groups.values()
    )


def began(outlet: Outlet, register: str, why: str) -> None:
    """Store that deliveries to an outlet have stalled, all ("") or those of one register.

    If that lasts already, only `why` is replaced. Has screens drawn again if the stall is new.
    """
    if Stall.objects.filter(outlet=outlet, register=register, ended=None).update(why=why):
        return
    _stall, new = Stall.objects.get_or_create(
        outlet=outlet, register=register, ended=None, defaults={"since": timezone.now(), "why": why}
    )
    if new:
        drawn_anew()


def over(outlet: Outlet, *registers: str) -> None:
    """End the stalls of an outlet in these registers now ("" is that of the outlet itself); their rows stay.

    Has screens drawn again if there was any.
    """
    _end(Stall.objects.filter(outlet=outlet, register__in=registers, ended=None))


def of_no_outlet_but(names: Collection[str]) -> None:
    """Set the end of what has stalled to now, at every outlet but those with these names; the rows stay.

    Has screens drawn again if there was any.
    """
    _end(Stall.objects.filter(ended=None).exclude(outlet__name__in=names))


def _end(lasting_ones: "QuerySet[Stall]") -> None:
    """Set the end of these stalls to now, and have screens drawn again if there was any."""
    # Read first: this is asked every other second, and a statement that writes would take SQLite's write lock.
    if found := list(lasting_ones.values_list("pk", flat=True)):
        Stall.objects.filter(pk__in=found).update(ended=timezone.now())
        drawn_anew()


def said(it: Stall) -> str:
    """Return the sentence, in the active language, that what is sent of the register is refused by the outlet.

    Of a stall of the outlet itself (""): that nothing sent to it arrives. It has no time and no reason.
    """
    return _sentence(it.outlet.name, [it.register])


def _sentence(outlet: str, registers: Sequence[str]) -> str:
    """Return the sentence that an outlet refuses deliveries of these registers, naming the first MOST_NAMED of them.

    With only "" among them, that nothing sent to it arrives.
    """
    more = ["…"] if len(registers) > MOST_NAMED else []
    facts = {"outlet": _named(outlet), "tables": ", ".join([*registers[:MOST_NAMED], *more])}
    if any(registers):
        return gettext("What is sent of %(tables)s to %(outlet)s is refused again and again.") % facts
    return gettext("Nothing that is sent to %(outlet)s arrives.") % facts


def _named(name: str) -> str:
    """Name of an outlet as people know it: “webhook” with its key, in the active language; any other as it is."""
    kind, _colon, where = name.partition(":")
    return gettext("webhook “%(key)s”") % {"key": where.rpartition(":")[0]} if kind == "webhook" else name
