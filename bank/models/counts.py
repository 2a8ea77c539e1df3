"""Counts of a table's bank and their tries, which nobody overwrites."""

from typing import ClassVar

from django.db import models

from bank.models.movements import Slip
from bank.models.session import BankSession
from table.models import Table


class BankCount(models.Model):
    """Count of a session, as :class:`bank.rules.counts.Count` has it; ``number`` is the entry that began it.

    ``again`` is why the last try is to be made again, ``reason`` why a difference was accepted. ``attested`` maps the
    badges of those who attested the last try to their role and the entry by which they did. ``amount`` and
    ``difference`` (cents) are None before it was ``accepted``, which is an entry; of a box the amount is without notes
    of earlier days that lay in it. ``void`` is the entry that made it void.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_counts")
    session = models.ForeignKey(BankSession, models.CASCADE, related_name="counts")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10)
    again = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=80, blank=True)
    attested = models.JSONField(default=dict)
    amount = models.BigIntegerField(null=True, blank=True)
    difference = models.BigIntegerField(null=True, blank=True)
    accepted = models.PositiveBigIntegerField(null=True, blank=True)
    accepted_by = models.CharField(max_length=20, blank=True)
    void = models.PositiveBigIntegerField(null=True, blank=True)
    slip = models.ForeignKey(Slip, models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number", "kind"], name="one_bank_count_an_entry")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.kind} {self.number}"


class CountTry(models.Model):
    """Try of a count, made in the entry ``number`` with the badge ``by``; never changed.

    ``pieces`` are numbers by the cents of one, as text; ``foreign`` is the number of false and foreign pieces, which
    are worth nothing.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_tries")
    count = models.ForeignKey(BankCount, models.CASCADE, related_name="tries")
    number = models.PositiveBigIntegerField()
    by = models.CharField(max_length=20)
    pieces = models.JSONField(default=dict)
    foreign = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_try_an_entry")]

    def __str__(self) -> str:
        return f"{self.count} by {self.by}"
