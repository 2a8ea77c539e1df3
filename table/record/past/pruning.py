"""Pruning of a table that is performed again: what later acts and pages can need stays, and what is closed goes.

Everything since the latest coups began stays. Of what is older there stays what is open (cases, custody, alerts), the
coups that it is about, and those coups that later entries name. Without it a table would grow with its register.
"""

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import ManyToOneRel, Q

from table.models import (
    Alert,
    Coup,
    DrawnCard,
    Entry,
    Guest,
    Money,
    Reservation,
    Shoe,
    StaffPresence,
    Table,
    Tip,
    Uncollected,
)

RECENT_COUPS = 20
"""Coups whose rows always stay, with all that was recorded since the first of them; more than any screen lists."""
RECENT_ALERTS = 200
"""Alerts that always stay: as many as the desk counts."""
SUSPENSIONS = ("suspend", "resume")
"""Verbs whose entries are looked up for as long as the table is open."""


class OpenMatters(NamedTuple):
    """Open matters of a table: primary keys of its coups, taglie of which all cards stay, first and last entries."""

    coups: frozenset[int] = frozenset()
    taglie: frozenset[int] = frozenset()
    entries: tuple[tuple[int, int], ...] = ()


class Retained(NamedTuple):
    """Coups that a copy of a table holds: all that ended in the entry ``since`` or later, and those of these keys."""

    since: int = 0
    coups: tuple[str, ...] = ()

    def holds(self, key: str, ended: int | None) -> bool:
        """Whether the copy holds the coup of this key; ``ended`` is the entry in which it ended, None if it has not.

        It does if the coup has not ended, ended in the entry ``since`` or later, or is one of ``coups``.
        """
        return ended is None or ended >= self.since or key in self.coups


Prunes = Callable[[Table, int], OpenMatters]
PRUNES: list[Prunes] = []
"""Functions of extensions: each deletes its rows of a table that were closed before an entry, and says what is open."""
NAMES_COUPS: list[str] = []
"""Verbs of extensions whose arguments may name a coup that is over, as ``"coup":"3.14"``."""


def prune(table: Table, named: Collection[str]) -> Retained:
    """Delete from a table that is performed again what is over and older than its latest ``RECENT_COUPS`` ended coups.

    Older is what is from before the entry after the one in which the coup before those ended. Returns the number of
    that entry, and the keys of the coups ended before it that are left; 0 and no key where there are no more coups, and
    nothing is deleted. Left are, among others, coups that later entries name (``named``), all of a taglia that is not
    over, and what extensions (``PRUNES``) need. Closed reservations, tips of earlier openings and unneeded guests go
    however new. Vacuums the database if anything was old enough.
    """
    since = _first_retained_entry(table)
    if since:
        with transaction.atomic():
            left = [it(table, since) for it in PRUNES]
            coups = _coups(table, since, named).union(*(it.coups for it in left))
            _prune_coups(table, coups, frozenset[int]().union(*(it.taglie for it in left)))
            _prune_records(table, since, [span for it in left for span in it.entries])
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
    older = Coup.objects.filter(table=table, ended_at__lt=since).select_related("shoe")
    return Retained(since, tuple(it.key for it in older))


def _first_retained_entry(table: Table) -> int:
    """Return one more than the entry in which the latest ended coup but ``RECENT_COUPS`` ended, 0 if there is none.

    Coups that have not ended are not counted; the latest are those with the highest primary keys.
    """
    before = Coup.objects.filter(table=table, ended=True).order_by("-id").values_list("ended_at", flat=True)
    ended = before[RECENT_COUPS : RECENT_COUPS + 1].first()
    return ended + 1 if ended is not None else 0


def _coups(table: Table, since: int, named: Collection[str]) -> set[int]:
    """Delete slips of custody closed before ``since``, but the one with the highest number; return which coups stay.

    They are given by primary key: those that have not ended or ended since, those of a shoe in use, those ``named``
    (keys such as "3.14") or on a slip that is left, and the last with stakes. What extensions add is not among them.
    """
    slips = Uncollected.objects.filter(table=table).order_by("-slip")
    slips.filter(closed__lt=since).exclude(pk__in=slips.values("pk")[:1]).delete()
    coups = Coup.objects.filter(table=table).order_by()
    here = Shoe.objects.filter(table=table).exclude(status__in=Shoe.OVER)
    running = Q(ended=False) | Q(ended_at__gte=since) | Q(shoe__in=here)
    stay = {*coups.filter(running).values_list("pk", flat=True)}
    stay.update(slips.exclude(coup=None).values_list("coup", flat=True))
    stay.update(coups.exclude(stakes=None).order_by("-id").values_list("pk", flat=True)[:1])
    for key in named:
        taglia, _dot, number = key.partition(".")
        stay.update(coups.filter(shoe__taglia=taglia, number=number).values_list("pk", flat=True))
    return stay


def _prune_coups(table: Table, coups: Collection[int], taglie: Collection[int]) -> None:
    """Delete all coups of a table but ``coups`` (primary keys), with their money, and of earlier shoes what is over.

    Earlier shoes are all but the last and those of ``taglie`` (numbers). Of them go the cards of no coup that stays,
    and each shoe that has no coup left.
    """
    Money.objects.filter(coup__table=table).exclude(coup__in=coups).delete()
    Coup.objects.filter(table=table).exclude(pk__in=coups).delete()
    last = Shoe.objects.filter(table=table).order_by("-taglia").values_list("taglia", flat=True)[:1]
    needed = {*taglie, *last}
    earlier = Shoe.objects.filter(table=table).exclude(taglia__in=needed)
    DrawnCard.objects.filter(shoe__in=earlier).exclude(coup__in=coups).delete()
    earlier.filter(coups=None).delete()


def _prune_records(table: Table, since: int, ranges: Collection[tuple[int, int]]) -> None:
    """Delete what is over and from before the entry ``since``, and all guests to whom no row refers any more.

    That is alerts closed before it, but the latest ``RECENT_ALERTS``; presences that ended before it and before the
    first entry of every one of ``ranges`` (first and last entries); and entries, but those in ``ranges`` and the
    suspensions since the table was opened. Closed reservations, and tips of earlier openings, go whenever they were.
    """
    alerts = Alert.objects.filter(table=table)
    latest = alerts.order_by("-number", "-id").values("pk")[:RECENT_ALERTS]
    alerts.filter(closed__lt=since).exclude(pk__in=latest).delete()
    StaffPresence.objects.filter(table=table, until__lt=min((since, *(first for first, _last in ranges)))).delete()
    Reservation.objects.filter(table=table, state=Reservation.State.CLOSED).delete()
    Tip.objects.filter(table=table, number__lte=table.opened).delete()
    needed = Q(number__gt=table.opened, verb__in=SUSPENSIONS)
    for first, last in ranges:
        needed |= Q(number__gte=first, number__lte=last)
    Entry.objects.filter(register=table.code, number__lt=since).exclude(needed).delete()
    references = [it for it in Guest._meta.get_fields(include_hidden=True) if isinstance(it, ManyToOneRel)]
    columns = (it.related_model._base_manager.values_list(it.field.attname, flat=True) for it in references)
    Guest.objects.exclude(pk__in={guest for column in columns for guest in column} - {None}).delete()


# --- entries that name a coup that is over: a copy must hold it to go on from there

COUP = re.compile(r'"coup":"(\d{1,9})\.(\d{1,9})"')
"""Matches a coup in the canonical text of arguments; the groups are its taglia and its number."""


class Naming(NamedTuple):
    """Entry ``by`` that names the coup of this key, which ended in the entry ``ended``; None while it has not."""

    by: int
    key: str
    ended: int | None


def namings(table: Table, upto: int) -> list[Naming]:
    """List which coups the entries of a table name in their arguments, in no order; coups not on record are left out.

    Each is a :class:`Naming` of the entry's number, the coup's key, and the entry in which it ended or None. Only the
    verbs in ``NAMES_COUPS`` count, and entries before the first taglia that begins after entry ``upto`` + 1; where none
    does, all entries.
    """
    found = Entry.objects.filter(register=table.code, verb__in=NAMES_COUPS, arguments__contains='"coup":"').order_by()
    after = Shoe.objects.filter(table=table, loaded_at__gt=upto + 1).order_by("loaded_at").values_list("loaded_at")
    if (later := after.first()) is not None:
        found = found.filter(number__lt=later[0])
    named = [
        (by, int(coup[1]), int(coup[2]))
        for by, text in found.values_list("number", "arguments")
        for coup in COUP.finditer(text)
    ]
    coups = Coup.objects.filter(table=table, shoe__taglia__in={taglia for _by, taglia, _number in named}).order_by()
    ended = {(taglia, number): at for taglia, number, at in coups.values_list("shoe__taglia", "number", "ended_at")}
    return [Naming(by, f"{coup[0]}.{coup[1]}", ended[coup]) for by, *of in named if (coup := (of[0], of[1])) in ended]
