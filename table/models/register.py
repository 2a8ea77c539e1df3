"""Registers: which act was done, by whom, when, and with which outcome. Entries are only ever added."""

from collections.abc import Iterable
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import ClassVar

from django.db import models
from django.db.models import Q

HOUSE = "house"
"""Register of the house itself; every table has one under its code."""
NO_END = 10**15
"""Upper bound of the numbers of entries and of the keys of rows: no register gets so far."""
CLOCKS_DIFFER = timedelta(minutes=1)
"""Maximum difference between the clocks of two machines of the house."""
MOST_SIGNS = 2000
"""Characters of a sentence of an entry that counts some hundred registers; a longer one goes into several entries."""
MOST_NOTES = 100
"""Texts that one entry may erase, as it names each of them."""


def any_of(each: Iterable[Q]) -> Q:
    """Return the filter for what passes at least one of these filters; nothing passes where there are none."""
    return reduce(or_, each, Q(pk=None))


class Entry(models.Model):
    """One act, chained to the entry before it by that entry's digest, ``previous``.

    ``nonce`` names the press; where one press did several acts, the others have ``nonce/1`` and so on. ``arguments``
    and ``outcome`` are canonical JSON text (see :mod:`table.record.chain`). They hold no name and no free text, only
    keys, amounts, cards and codes.
    """

    register = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=20)
    role = models.CharField(max_length=20)
    nonce = models.CharField(max_length=64)
    verb = models.CharField(max_length=40)
    arguments = models.TextField()
    outcome = models.TextField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["register", "number"]
        indexes: ClassVar = [
            models.Index(fields=["register", "verb", "number"], name="entries_of_a_verb"),
            models.Index(fields=["register", "actor", "number"], name="entries_of_an_actor"),
            models.Index(fields=["register", "at", "number"], name="entries_of_a_time"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["register", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["register", "nonce"], name="one_entry_a_press"),
        ]

    def __str__(self) -> str:
        return f"{self.register} {self.number} {self.verb}"


class Note(models.Model):
    """Name or free text to which an entry refers by its digest: sha256 of salt and text. Salt and text can be erased.

    ``register`` and ``number`` are those of the entry, ``at`` is its time; empty for a note that belongs to no entry.
    """

    digest = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32, blank=True)
    text = models.TextField()
    register = models.CharField(max_length=20, blank=True)
    number = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField(null=True, blank=True)
    erased = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["at"], condition=Q(erased=False), name="notes_to_be_erased")]

    def __str__(self) -> str:
        return self.digest


class Refusal(models.Model):
    """Act that the table refused; stored outside the register's chain.

    ``number`` is the last entry before it; the next entry records the number of refusals, so that a deleted one is
    noticed. ``arguments`` is the canonical JSON of what was pressed, such as the amount of a late stake; empty where it
    could hold a card or a text, does not fit the verb, or is too long. ``repeated`` counts repetitions without a row of
    their own. ``nonce`` is the name of the press.
    """

    register = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=20)
    verb = models.CharField(max_length=40)
    code = models.CharField(max_length=30)
    source = models.CharField(max_length=80, blank=True)
    arguments = models.CharField(max_length=500, blank=True)
    repeated = models.PositiveIntegerField(default=0)
    nonce = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["actor", "at"], name="refusals_of_an_actor"),
            models.Index(fields=["register", "id"], name="refusals_of_a_register"),
            models.Index(fields=["register", "verb", "id"], name="refusals_of_a_verb"),
            models.Index(fields=["register", "actor", "id"], name="refusals_of_somebody"),
            models.Index(fields=["register", "at"], name="refusals_of_a_time"),
            models.Index(fields=["register", "number"], name="refusals_after_an_entry"),
            models.Index(fields=["register", "nonce"], condition=~Q(nonce=""), name="refusals_of_a_press"),
        ]

    def __str__(self) -> str:
        return f"{self.register} {self.number} {self.verb} {self.code}"
