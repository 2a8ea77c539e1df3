"""Stretches of the register by coup: the entries that belong to each, found without reading the entries before it.

Each coup has the number of the entry that ended it; what follows lies between two coups until the next one is opened. A
burning that opened the next betting ends one coup and is the first act of the next.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from table.models import NO_END, Coup, Entry, Table

OPENS = ("open_bets", "play_blank")
DUE = '["blank_due",'
"""Effect of an act by which a Colpo in Bianco came to be due."""
OPENS_NOTHING = (DUE, '["phrase_due",', '["suspended",')
"""Effects by which a burning opened no betting, though it asked for it."""


class CoupStretch(NamedTuple):
    """Coup, the entry that ended the coup before it (0 for the first one), and the entry that opened it."""

    coup: Coup
    since: int
    opened: int


class PlaceInCoup(NamedTuple):
    """Coup of an entry, and by how many entries it follows the one that opened the coup."""

    coup: Coup
    step: int


def stretch_of(coup: Coup) -> CoupStretch:
    """Read the coup again, with the number of the entry that ended the coup before it, and of that which opened it.

    The first number is 0 where there was no coup before at this table; the second is the first plus 1 where no entry
    opened the coup. KeyError for a coup that is stored no more.
    """
    return _stretches(Coup.objects.filter(pk=coup.pk))[coup.pk]


def places(table: Table, numbers: Collection[int]) -> Mapping[int, PlaceInCoup]:
    """Return coup and step by number, for those of these entries that are acts of a coup, ended or still played.

    The step counts entries from that which opened the coup (0). A burning that opened the next betting at once counts
    as the last act of the coup that it ended, though the next counts its steps from it. Entries between two coups, and
    numbers without an entry, are missing.
    """
    ends = Coup.objects.filter(table=table, ended_at__gte=OuterRef("number")).order_by("ended_at").values("pk")[:1]
    entries = Entry.objects.filter(register=table.code, number__in=numbers).annotate(coup=Subquery(ends))
    coups = dict(entries.order_by().values_list("number", "coup"))
    running = Coup.objects.filter(table=table, ended=False).values_list("pk", flat=True).first()
    coup_keys = {of for pk in coups.values() if (of := pk or running) is not None}
    found = _stretches(Coup.objects.filter(pk__in=coup_keys)) if coup_keys else {}
    located = ((number, found.get(pk or running or 0)) for number, pk in coups.items())
    return {it: PlaceInCoup(of.coup, it - of.opened) for it, of in located if of is not None and it >= of.opened}


def _stretches(coups: "QuerySet[Coup]") -> dict[int, CoupStretch]:
    """Return by primary key where the coup before each of these coups ended (0 without one), and where it was opened.

    It was opened by the first act that opens a betting or begins a Colpo in Bianco. If no act opens a betting, but the
    entry that ended the coup before, of the same taglia, asked for it (``open_next``), it was by that entry, unless
    that did not come to it and the coup was begun as a Colpo in Bianco. Without any of these it was by the entry after
    that end.
    """
    before = Coup.objects.filter(table=OuterRef("table"), pk__lt=OuterRef("pk")).order_by("-pk").values("ended_at")[:1]
    found = coups.select_related("shoe").annotate(since=Coalesce(Subquery(before), 0))
    for verb in OPENS:
        found = found.annotate(**{verb: Subquery(_first_within(verb))})
    handed = Entry.objects.filter(register=OuterRef("table__code"), number=OuterRef("since"))
    handed = handed.filter(arguments__contains='"open_next":true')
    rows = found.annotate(handed=Subquery(handed.values("number")[:1]))
    by_key = {coup.pk: coup for coup in coups.select_related("shoe", "table")}
    stretches = {}
    for pk, since, betting, blank, handed in rows.values_list("pk", "since", *OPENS, "handed"):
        coup = by_key[pk]
        # A betting has limits until it goes on in bianco, and no burning opens that of another taglia.
        by_burning = handed and coup.number > 1 and (coup.limits or blank is None or _came_due(coup, handed, blank))
        opened = _opened(betting, blank, handed if by_burning else None)
        stretches[pk] = CoupStretch(coup, since, since + 1 if opened is None else opened)
    return stretches


def _came_due(coup: Coup, burned: int, blank: int) -> bool:
    """Whether the Colpo in Bianco that the entry ``blank`` began came to be due in a betting that ``burned`` opened.

    None was due as the cards of the coup before were burned, then; nor was the table suspended by it, or a call due.
    """
    here = Entry.objects.filter(register=coup.table.code, number__gte=burned, number__lt=blank).order_by("number")
    burning, *later = here.values_list("outcome", flat=True)
    return not any(it in burning for it in OPENS_NOTHING) and any(DUE in it for it in later)


def _first_within(verb: str) -> "QuerySet[Entry, Any]":
    """Query the number of the first entry with this verb within a coup, as a subquery of coups with ``since``.

    It lies after ``since``, the end of the coup before, up to the end of this one, if it has ended.
    """
    here = Entry.objects.filter(register=OuterRef("table__code"), verb=verb, number__gt=OuterRef("since"))
    upto = Coalesce(OuterRef("ended_at"), Value(NO_END))
    return here.filter(number__lte=upto).order_by("number").values("number")[:1]


def _opened(betting: int | None, blank: int | None, handed: int | None) -> int | None:
    """Return the entry that opened a coup, from the first of each kind; None if it has none of them.

    `handed`, the entry that ended the coup before and asked for the next betting, is returned if `betting` is None,
    even where there is a `blank`. Else, or where it is None, the earlier of `betting` and `blank` is.
    """
    if betting is None and handed is not None:
        return handed
    return min((it for it in (betting, blank) if it is not None), default=None)
