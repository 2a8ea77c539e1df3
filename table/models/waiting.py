"""Who waits for a seat at any of several tables. Super Punto Banco, Art. 13."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from table.models.people import Guest

WAITS = Q(left=False, seated=False)
"""Whose turn has still to come."""


class Waiting(models.Model):
    """A guest on the list of the pit, and for which tables he waits.

    ``asked`` is the entry of the house's register by which he was entered: with it goes his turn. ``number`` is what he
    is called by on the signs, where no name stands. He waits at the ``tables`` with these codes, at those that play by
    the ``profile`` with this key, or, where both are empty, at any. ``left`` is that he was taken off the list.

    What the acts of a table have made of it stands here as well, and on record there: how often he was called and
    ``passed`` over, and that he is ``seated`` where he wished.
    """

    asked = models.PositiveBigIntegerField(unique=True)
    number = models.PositiveSmallIntegerField()
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="+")
    tables = models.JSONField(default=list)
    profile = models.CharField(max_length=80, blank=True)
    since = models.DateTimeField()
    left = models.BooleanField(default=False)
    passed = models.PositiveSmallIntegerField(default=0)
    seated = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["asked"]
        indexes: ClassVar = [models.Index(fields=["passed", "asked"], condition=WAITS, name="who_waits_in_turn")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["guest"],
                condition=WAITS,
                name="art13_waits_once",
                violation_error_code="E_NO_RESERVATION",
                violation_error_message=_("This guest waits on the list of the pit already."),
            ),
            models.UniqueConstraint(
                fields=["number"],
                condition=WAITS,
                name="one_number_a_guest_who_waits",
                violation_error_code="E_NO_RESERVATION",
                violation_error_message=_("The list is full: the next number is that of somebody who still waits."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.guest}"

    def wishes(self, code: str, profile: str) -> bool:
        """Whether he waits for a seat at this table, which plays by the profile with this key."""
        if self.tables:
            return code in self.tables
        return self.profile in ("", profile)
