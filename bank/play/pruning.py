"""Rows of the bank at a table that is pruned: its latest sessions stay, with the last slip of each series."""

from django.db.models import Max

from bank.models import BankSession, Movement, Slip
from bank.play.sessions import owes_box
from table.models import Table
from table.record.past.pruning import Open


def prune_sessions(table: Table, since: int) -> Open:
    """Delete the sessions that ended before the entry ``since``, with their movements, counts and postings.

    Return the entries with which the remaining ones began, as those that are to be kept. Three kinds of sessions stay:
    the latest, that of the latest movement, and those whose box is still to be counted. Slips from before the oldest
    remaining session are deleted, except the latest of each letter and year, from which the next are numbered; without
    a remaining session none is.
    """
    sessions = BankSession.objects.filter(table=table)
    last = sessions.order_by("-number").values_list("pk", flat=True)[:1]
    numbered = Movement.objects.filter(table=table).order_by("-number").values_list("session", flat=True)[:1]
    uncounted = [it.pk for it in sessions if owes_box(it)]
    sessions.filter(ended__lt=since).exclude(pk__in={*last, *numbered, *uncounted}).delete()
    began = sorted(sessions.values_list("began", flat=True))
    if began:
        _prune_slips(table, began[0])
    return Open(entries=tuple((it, it) for it in began))


def _prune_slips(table: Table, since: int) -> None:
    """Delete the slips before the entry `since`, except the latest one of each letter and year."""
    slips = Slip.objects.filter(table=table)
    series = slips.order_by().values("letter", "year").annotate(last=Max("serial"))
    latest = {(it["letter"], it["year"], it["last"]) for it in series}
    closed = [it.pk for it in slips.filter(number__lt=since) if (it.letter, it.year, it.serial) not in latest]
    slips.filter(pk__in=closed).delete()
