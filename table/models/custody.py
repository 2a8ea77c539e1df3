"""Uncollected money in the custody of a table."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from table.models.coup import Coup
from table.models.tables import Table


class Uncollected(models.Model):
    """Money that nobody collects, in the custody of the table until the Direzione disposes of it (Art. 15).

    It is chips, or of the kind NOTES banknotes that nobody has changed, out of action and in nobody's result, and never
    becomes the house's by itself. ``coup`` is None where it is not known from which it comes. ``slip`` is the number
    under which the table keeps it, ``number`` the entry that put it into custody. ``owner`` is empty where it is not
    known whose it is; ``amount`` is cents. ``closed`` is the entry by which ``closed_by`` disposed of it; the register
    has the text.
    """

    class Kind(models.TextChoices):
        STAKE = "stake"
        WINNINGS = "winnings"
        CHIPS = "chips"
        NOTES = "notes"

    table = models.ForeignKey(Table, models.CASCADE, related_name="uncollected")
    coup = models.ForeignKey(Coup, models.PROTECT, related_name="uncollected", null=True, blank=True)
    slip = models.PositiveIntegerField()
    number = models.PositiveBigIntegerField()
    position = models.CharField(max_length=8)
    box = models.CharField(max_length=20, blank=True)
    owner = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    amount = models.PositiveBigIntegerField()
    closed = models.PositiveBigIntegerField(null=True, blank=True)
    closed_by = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["slip"]
        indexes: ClassVar = [models.Index(fields=["table"], condition=Q(closed=None), name="uncollected_in_custody")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "slip"], name="one_slip_a_number"),
            models.CheckConstraint(
                condition=Q(closed=None, closed_by="") | (Q(closed__isnull=False) & ~Q(closed_by="")),
                name="art15_who_closed_is_on_record",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} slip {self.slip}"
