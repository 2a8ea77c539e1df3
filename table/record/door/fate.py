"""Fate of a press whose answer was lost."""

from typing import NamedTuple

from django.db import transaction

from table.models import Entry, Refusal, Table
from table.record.door.admitting import MOST_STEPS, lock
from table.record.press import check_name, is_spent, names, spent_too

MOST_SPENT = 40
"""Maximum names of presses that a table remembers as spent.

What waited long is refused for that alone; this is for presses that wait in a process whose clock stood still. Whoever
asks often pushes out only what they asked themselves.
"""


class Fate(NamedTuple):
    """Outcome of a press: the number of its last entry, 0 if it has none.

    ``verb`` is its first act, empty where unknown; ``code`` the code of its refusal, empty where it was not refused.
    """

    number: int
    verb: str = ""
    code: str = ""


def became(owner: str, nonce: str, *, by: str) -> Fate:
    """Return what became of a press whose answer was lost: its last entry's number, its first verb, a refusal's code.

    The number is 0 without an entry, verb and code "" where nothing is stored, as of a refusal that was only counted as
    a repetition. Locks the row of table or house, and so waits for a press that is being done. At a table a press
    that has no entry, refused or not, is refused (E_LATE) from now on if it arrives: its name is stored as spent, with
    the badge ``by`` of whoever asks, while it is among the ``MOST_SPENT`` that :func:`spent_too` keeps. In the house it
    may still be done. Refuses (E_ARGUMENTS) a bad name, or one of an electronic shoe's, and (E_TABLE) an unknown table.
    """
    check_name(nonce)
    with transaction.atomic():
        row = lock(owner)
        entries = Entry.objects.filter(register=owner, nonce__in=names(nonce, MOST_STEPS)).order_by()
        if found := sorted(entries, key=lambda it: it.number):
            return Fate(found[-1].number, found[0].verb)
        if isinstance(row, Table) and not is_spent(row, nonce):
            row.spent = spent_too(row.spent, nonce, by, most=MOST_SPENT)
            row.save(update_fields=["spent"])
    refused = Refusal.objects.filter(register=owner, nonce=nonce).order_by("-pk").first()
    return Fate(0, refused.verb, refused.code) if refused else Fate(0)
