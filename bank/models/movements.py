"""Movements between cage and table, the slips of whatever leaves a place, and what the bank's own acts have moved."""

from typing import ClassVar

from django.db import models

from bank.models.session import BankSession
from table.models import Table


class Slip(models.Model):
    """Number of a slip, without a gap for its table, letter and year; never changed. ``number`` is its entry."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_slips")
    letter = models.CharField(max_length=1)
    year = models.PositiveSmallIntegerField()
    serial = models.PositiveIntegerField()
    number = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar = ["letter", "year", "serial"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "letter", "year", "serial"], name="one_bank_slip_a_number")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Name that is printed on it, such as ``A 2026/T1/0007``."""
        return f"{self.letter} {self.year}/{self.table}/{self.serial:04}"


class Movement(models.Model):
    """Movement between cage and table, as :class:`bank.rules.movement.Movement` has it.

    ``number`` counts those of the table, ``requested_at`` is the entry that asked for it, ``by`` who did. Pieces are
    numbers by the cents of one, as text. ``corrected`` are the pieces that were keyed as issued before. ``waiting`` is
    what of it waits to be attested: what is done, by whom, with which entry and what was keyed, and who has attested.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_movements")
    session = models.ForeignKey(BankSession, models.CASCADE, related_name="movements")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    status = models.CharField(max_length=10)
    requested = models.JSONField(default=dict)
    given = models.JSONField(default=dict)
    issued = models.JSONField(default=dict)
    corrected = models.JSONField(default=list)
    received = models.JSONField(default=dict)
    returned = models.BigIntegerField(default=0)
    lost = models.BigIntegerField(default=0)
    by = models.CharField(max_length=20)
    requested_at = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=80, blank=True)
    slip = models.ForeignKey(Slip, models.PROTECT, related_name="+", null=True, blank=True)
    waiting = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_movement_a_number")]

    def __str__(self) -> str:
        return f"{self.table} movement {self.number}"

    @property
    def waits_since(self) -> int:
        """Number of the entry since which it waits: that of its slip, or before it has one, that of its request."""
        return self.slip.number if self.slip is not None else self.requested_at


class Posting(models.Model):
    """Money that an act of the bank has moved from one place to another; never changed. Acts of a coup post none."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_postings")
    session = models.ForeignKey(BankSession, models.CASCADE, related_name="postings")
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()
    commodity = models.CharField(max_length=5)
    source = models.CharField(max_length=10)
    to = models.CharField(max_length=10)
    amount = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar = ["number", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number", "place"], name="one_posting_a_place"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="a_posting_moves_something"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.source} {self.to}"
