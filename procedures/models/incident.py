"""Incidents at a table, and the attestations of the inspectors who were present when they were put right."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from django.db import models
from django.db.models import Q

from table.models import Coup, Table


class DisputeDecision(NamedTuple):
    """Decision of a dispute: entry, by whom of which office, in which words, and moves: position, bettor, cents."""

    number: int
    by: str
    role: str
    text: str
    moved: list[tuple[str, str, int]]


class Incident(models.Model):
    """Case of one article: what was reported or noticed, what people can say of it, and how it was decided.

    It is named by ``number``, the entry that opened it; ``decided`` is the entry that closed it. ``article`` 0 is the
    premise. ``caused_by`` is whom an inspector names as the cause (a badge, UNKNOWN_CAUSE, or AT_POSITION and
    its label), empty until one does. ``facts`` are the answers to the questions of the article, ``evidence`` what was
    said of the order (see :mod:`procedures.rebuild.items`) and reported of where the cards lie, ``answer`` what the
    reconstruction made of it. A ``blocking`` one holds its coup while it stands; without a coup it keeps the next from
    beginning.

    Three attributes are no columns: ``on_duty`` is who dealt when it was opened, ``answered`` the questions that
    somebody has answered, and ``notes`` the digests of what its reports said in words. They are set by
    ``waiting_cases`` of the screens; elsewhere the first is missing, and the others are None and empty.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        REFERRED = "referred"
        RATIFIED = "ratified"
        ANNULLED = "annulled"
        WITHDRAWN = "withdrawn"
        RULED = "ruled"
        REPLACED = "replaced"
        DECIDED = "decided"
        SETTLED_BY_LAW = "settled_by_law"

    table = models.ForeignKey(Table, models.CASCADE, related_name="incidents")
    coup = models.ForeignKey(Coup, models.CASCADE, related_name="incidents", null=True, blank=True)
    number = models.PositiveBigIntegerField()
    article = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=30)
    phase = models.CharField(max_length=12)
    reported_by = models.CharField(max_length=20, blank=True)
    caused_by = models.CharField(max_length=20, blank=True)
    noticed = models.BooleanField(default=False)
    facts = models.JSONField(default=dict)
    evidence = models.JSONField(default=dict)
    answer = models.JSONField(default=dict)
    blocking = models.BooleanField(default=False)
    status = models.CharField(max_length=15, choices=Status.choices, default=Status.OPEN)
    decided_by = models.CharField(max_length=20, blank=True)
    decided = models.PositiveBigIntegerField(null=True, blank=True)

    attestations: "models.QuerySet[Attestation]"
    on_duty: str | None
    answered: frozenset[str] | None = None
    notes: Sequence[str] = ()

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [
            models.Index(fields=["table"], condition=Q(status__in=["open", "referred"]), name="incidents_that_stand"),
            models.Index(fields=["table", "article", "number"], name="incidents_by_article"),
            models.Index(fields=["table", "status", "number"], name="incidents_by_status"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_incident_an_entry"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "referred"], decided=None)
                | (~Q(status__in=["open", "referred"]) & Q(decided__isnull=False)),
                name="a_decided_incident_has_its_entry",
            ),
        ]

    def __str__(self) -> str:
        """Table, entry, article and kind: ``T1 340 art. 6 inverted``."""
        return f"{self.table} {self.number} art. {self.article} {self.kind}"

    @property
    def stands(self) -> bool:
        """Whether it is undecided: open or referred. False once it is decided, withdrawn or settled by law."""
        return self.status in UNDECIDED

    @property
    def waiting_decision(self) -> DisputeDecision | None:
        """Decision of a dispute that waits for a second person; None where none does.

        Of a case that was withdrawn meanwhile it is still there: only an undecided one is asked about.
        """
        return DisputeDecision(**self.facts[UNCONFIRMED]) if UNCONFIRMED in self.facts else None


UNDECIDED = (Incident.Status.OPEN, Incident.Status.REFERRED)
"""States of an incident that is neither decided nor settled by law yet."""
AT_POSITION, UNKNOWN_CAUSE = "@", "?"
"""Beginning of a cause that is a position, and the cause that was looked into and that nobody knows."""
UNCONFIRMED = "asked"
"""Key among the facts of an incident: the decision on it that waits for a second person."""
SPOKEN_OF = "spoken_of"
"""Key among the facts of an incident: the entries that spoke of it after it was opened and before it was closed."""
CORRECTED = "corrected"
"""Key among the facts of an incident: the cards keyed anew since, by number, with the old and the new face."""


class Attestation(models.Model):
    """Word of an inspector, by their own sign-in in the entry ``number``, that they were present at an incident."""

    incident = models.ForeignKey(Incident, models.CASCADE, related_name="attestations")
    badge = models.CharField(max_length=20)
    role = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["incident", "badge"], name="attested_once"),
        ]

    def __str__(self) -> str:
        """Badge and incident: ``ivo at T1 340 art. 6 inverted``."""
        return f"{self.badge} at {self.incident}"
