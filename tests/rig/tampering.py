"""What somebody who holds the database could do to a register, and what `manage.py` says of it afterwards."""

import io
from collections.abc import Callable
from datetime import timedelta

from django.core.management import CommandError, call_command
from django.utils import translation

from table.models import Entry, Note
from table.record import chain


def write_anew(code: str, change: Callable[[Entry], None]) -> str:
    """A whole chain with something else in it, and digests that fit; gives the last of them."""
    previous = ""
    for entry in Entry.objects.filter(register=code).order_by("number"):
        change(entry)
        entry.previous = previous
        entry.digest = previous = chain.digest({name: getattr(entry, name) for name in chain.FIELDS})
        entry.save()
    return previous


def by_somebody(entry: Entry) -> None:
    """Another actor."""
    entry.actor = "somebody"


def a_second_later(entry: Entry) -> None:
    """Another time, which no row of the table tells, with that of its texts."""
    entry.at += timedelta(seconds=1)
    Note.objects.filter(register=entry.register, number=entry.number).update(at=entry.at)


def said(*arguments: object) -> list[str]:
    """What `manage.py` prints, and with what it fails."""
    paper = io.StringIO()
    with translation.override("en"):
        try:
            call_command(*map(str, arguments), stdout=paper, stderr=io.StringIO())
        except CommandError as error:
            paper.write(f"{error}\n")
    return paper.getvalue().splitlines()
