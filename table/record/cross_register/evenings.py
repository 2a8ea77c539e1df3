"""Secrets of evenings, from which guests get their keys for the outside: other keys each evening and for each reader.

An evening of a table begins with the entry that opens it; what comes before the first opening is one as well. Its
secret is drawn when it is first needed outside, and erased with its texts: then nobody can tell any more who a key was.
"""

import secrets
from bisect import bisect_right
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from table.models import Entry, Note
from table.models.outside import EveningSecret
from table.play.act import Act

SECRET_BYTES = 32
OPENS = "open_table"


def evening_of(register: str, number: int) -> int:
    """Number of the last entry that opened the table, up to this entry and itself included: it names the evening.

    0 before the first opening.
    """
    before = Entry.objects.filter(register=register, number__lte=number, verb=OPENS).order_by("-number")
    return before.values_list("number", flat=True).first() or 0


class Evenings:
    """Evenings of a table's entries from ``first`` to ``last``, and the secret of each."""

    def __init__(self, register: str, first: int, last: int) -> None:
        """Find the entries from ``first`` to ``last`` that opened the table, and the one of the evening of ``first``.

        The secrets are read later, by :meth:`secret_of`.
        """
        within = Entry.objects.filter(register=register, number__gt=first, number__lte=last, verb=OPENS)
        opened = within.order_by("number").values_list("number", flat=True)
        self._register, self._opened = register, [evening_of(register, first), *opened]
        self._secrets: dict[int, str] = {}

    def secret_of(self, number: int) -> str:
        """Secret of the evening of this entry, drawn and stored if there was none; empty where it is erased.

        Empty as well, and stored so, where there was none and the evening began more than RETAIN_NOTES_DAYS ago (never
        if this setting is 0). Of an entry before ``first`` it is that of the first evening, of one after ``last`` that
        of the last. Read once for each evening: one that is erased later is still returned by this object.
        """
        opened = self._opened[max(0, bisect_right(self._opened, number) - 1)]
        if opened not in self._secrets:
            # A function, which is called only where a row is made: none is looked at twice.
            drawn = {"secret": partial(_drawn, self._register, opened)}
            row, _new = EveningSecret.objects.get_or_create(register=self._register, opened=opened, defaults=drawn)
            self._secrets[opened] = row.secret
        return self._secrets[opened]


def _drawn(register: str, opened: int) -> str:
    """Return a newly drawn secret for an evening, not stored yet; "" if it began more than RETAIN_NOTES_DAYS ago.

    With this setting 0, or where the entry that began it is gone, there is always a secret.
    """
    days = settings.RETAIN_NOTES_DAYS
    began = _began(register, opened) if days else None
    too_old = began is not None and began < timezone.now() - timedelta(days=days)
    return "" if too_old else secrets.token_hex(SECRET_BYTES)


def _began(register: str, opened: int) -> datetime | None:
    """Return the time of entry ``opened``, with which an evening began (0: entry 1); None without such an entry."""
    return Entry.objects.filter(register=register, number=max(1, opened)).values_list("at", flat=True).first()


def forget(_act: Act, given: Mapping[str, Any]) -> None:
    """Blank the secrets of the evenings that have no text left now that ``given["notes"]`` (digests) were erased.

    By the secret of an evening its guests' keys for the outside are made. Only evenings of these notes are looked at.
    Where none was drawn yet a blank one is stored, so that none ever will be.
    """
    rows = Note.objects.filter(digest__in=given["notes"], erased=True).exclude(register="")
    touched = {(register, evening_of(register, number)) for register, number in rows.values_list("register", "number")}
    for register, opened in touched:
        if not _texts(register, opened).exists():
            _erase(register, opened)


def forget_before(at: datetime) -> None:
    """Blank the secrets, drawn before now, of evenings whose first entry is from before ``at``.

    An evening is from an opening of the table to the next, also one that still goes on; what comes before the first
    opening is one as well. Rows stay; none is made for an evening whose secret was not drawn, as
    :meth:`Evenings.secret_of` draws none so late.
    """
    for it in EveningSecret.objects.exclude(secret=""):
        began = _began(it.register, it.opened)
        if began is not None and began < at:
            _erase(it.register, it.opened)


def _texts(register: str, opened: int) -> Any:
    """Query the texts that are not erased of the evening that entry ``opened`` began, up to the next opening.

    Those of ``opened`` itself are among them, those of the next opening are not. With 0 it is the evening before the
    first opening.
    """
    later = Entry.objects.filter(register=register, number__gt=opened, verb=OPENS).order_by("number")
    end = later.values_list("number", flat=True).first()
    notes = Note.objects.filter(register=register, erased=False, number__gte=opened)
    return notes if end is None else notes.filter(number__lt=end)


def _erase(register: str, opened: int) -> None:
    """Blank the secret by which the guests' outside keys of an evening are made, in a new row where none was drawn."""
    EveningSecret.objects.update_or_create(register=register, opened=opened, defaults={"secret": ""})
