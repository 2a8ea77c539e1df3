"""Alerts: news for the inspectors, until somebody acknowledges it or it is settled."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from table.models.tables import Table


class Severity(models.TextChoices):
    """Urgency of an alert, highest first: a coup waits, somebody has to come, or it is for information only."""

    HOLDS = "holds"
    PERSON = "person"
    NOTICE = "notice"


class Alert(models.Model):
    """Result of an act that stays on the inspectors' screens until it is ``closed``.

    ``number`` is that of the entry, ``code`` the name of the effect and ``facts`` its facts; ``since`` is when it was
    raised. An ``incident`` has one alert, under the number of the entry that opened it: it follows the case and closes
    with it. Any other, and that of a case which is only a notice, closes when it is acknowledged. ``going`` is the
    badge of the inspector on the way, ``acknowledged`` the entry by which ``acknowledged_by`` took note, ``closed`` the
    entry that closed it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="alerts")
    number = models.PositiveBigIntegerField()
    code = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    incident = models.PositiveBigIntegerField(null=True, blank=True)
    severity = models.CharField(max_length=6, choices=Severity.choices, default=Severity.NOTICE)
    since = models.DateTimeField()
    going = models.CharField(max_length=20, blank=True)
    acknowledged_by = models.CharField(max_length=20, blank=True)
    acknowledged = models.PositiveBigIntegerField(null=True, blank=True)
    closed = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number", "id"]
        indexes: ClassVar = [
            models.Index(fields=["table", "number"], name="alerts_of_an_entry"),
            models.Index(fields=["table"], condition=Q(closed=None), name="alerts_that_stand"),
            models.Index(fields=["table", "closed"], name="alerts_that_an_entry_closed"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(acknowledged=None, acknowledged_by="")
                | (Q(acknowledged__isnull=False) & ~Q(acknowledged_by="")),
                name="who_acknowledged_is_on_record",
            ),
            models.UniqueConstraint(fields=["table", "incident"], name="one_alert_an_incident"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number} {self.code}"

    @property
    def stays(self) -> bool:
        """Whether the alert belongs to a case, and its ``severity`` is not NOTICE now.

        Then no acknowledgement closes it, only the end of its case.
        """
        return self.incident is not None and self.severity != Severity.NOTICE

    @property
    def calls(self) -> bool:
        """Whether nobody has acknowledged it, and nobody is on the way; whether it is closed is not looked at."""
        return self.acknowledged is None and not self.going
