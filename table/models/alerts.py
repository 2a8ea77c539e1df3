"""What an inspector has to know of, until somebody says that he does."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from table.models.house import Table


class Alert(models.Model):
    """Something that an act brought about and that stays on the inspectors' screens until one of them acknowledges it.

    ``number`` is that of the entry that raised it, ``code`` the name of the effect and ``facts`` what the entry tells
    of it; ``acknowledged`` is the number of the entry by which ``acknowledged_by`` took note.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="alerts")
    number = models.PositiveBigIntegerField()
    code = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    acknowledged_by = models.CharField(max_length=20, blank=True)
    acknowledged = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number", "id"]
        indexes: ClassVar = [
            models.Index(fields=["table", "number"], name="alerts_of_an_entry"),
            models.Index(fields=["table"], condition=Q(acknowledged=None), name="alerts_that_stand"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(acknowledged=None, acknowledged_by="")
                | (Q(acknowledged__isnull=False) & ~Q(acknowledged_by="")),
                name="who_acknowledged_is_on_record",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number} {self.code}"
