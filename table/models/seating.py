"""Seats, reservations and the waiting list. Super Punto Banco, Art. 13."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from table.models.people import Guest
from table.models.tables import Table


class Position(models.Model):
    """Numbered place at the table, and its holder. A marked one is left for a while; nobody else takes it.

    ``called`` is the number by which an assigned holder was called from the list of the pit, ``called_since`` when.
    ``set_aside`` are cents that a tie left there of the holder of a marked seat: out of action, and still theirs.
    """

    class State(models.TextChoices):
        FREE = "free"
        ASSIGNED = "assigned"
        OCCUPIED = "occupied"
        MARKED = "marked"

    table = models.ForeignKey(Table, models.CASCADE, related_name="positions")
    label = models.CharField(max_length=8)
    order = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.FREE)
    holder = models.ForeignKey(Guest, models.PROTECT, related_name="+", null=True, blank=True)
    marked_since = models.DateTimeField(null=True, blank=True)
    called = models.PositiveSmallIntegerField(null=True, blank=True)
    called_since = models.DateTimeField(null=True, blank=True)
    set_aside = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "label"], name="one_position_a_label"),
            models.UniqueConstraint(fields=["table", "order"], name="one_position_a_place"),
            models.UniqueConstraint(
                fields=["table", "holder"],
                name="art13_one_seat_a_player",
                violation_error_code="E_NOT_FREE",
                violation_error_message=_("This player has a seat at the table already; one player, one seat."),
            ),
            models.CheckConstraint(
                condition=Q(state="free", holder=None) | (~Q(state="free") & Q(holder__isnull=False)),
                name="art13_a_held_seat_has_a_holder",
            ),
            models.CheckConstraint(
                condition=Q(called=None, called_since=None)
                | Q(called__isnull=False, called_since__isnull=False, state="assigned"),
                name="art13_who_is_called_has_the_seat",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def present(self) -> bool:
        """Whether somebody holds the seat and sits there: it is OCCUPIED, not only assigned or marked."""
        return self.state == self.State.OCCUPIED


class Standing(models.Model):
    """Guest who takes part standing: at a free position (Art. 13), or at any where several players may stake."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="standing")
    position = models.CharField(max_length=8)
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["position", "guest__key"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "position", "guest"],
                name="art13_stands_once_at_a_position",
                violation_error_code="E_NOT_FREE",
                violation_error_message=_("This player stands there already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.guest} standing at {self.position}"


class Reservation(models.Model):
    """Request of a guest for a seat; without one no seat is assigned."""

    class State(models.TextChoices):
        REQUESTED = "requested"
        ASSIGNED = "assigned"
        CLOSED = "closed"

    table = models.ForeignKey(Table, models.CASCADE, related_name="reservations")
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.REQUESTED)
    made_at = models.PositiveBigIntegerField()
    position = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "guest"],
                condition=~Q(state="closed"),
                name="art13_one_reservation_a_player",
                violation_error_code="E_NO_RESERVATION",
                violation_error_message=_("This player has a reservation for this table already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.guest} at {self.table}"


WAITS = Q(left=False, seated=False)
"""Filter for guests who are still waiting."""


class Waiting(models.Model):
    """Guest on the list of the pit, and the tables for which they wait.

    ``asked`` is the entry of the house's register by which they were put on the list: it determines their turn.
    ``number`` is by what they are called on the signs, which show no name. They wait for the ``tables`` with these
    codes, or those that play by the ``profile`` with this key, or, where both are empty, for any. ``left``: they were
    taken off the list.

    Acts of tables, where they are on record, set the other columns: ``passed`` is how often they were called and passed
    over, ``seated`` that they have a seat where they wished.
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
                violation_error_message=_(
                    "The next number is that of somebody who still waits: give them a seat, or take them off the list."
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.guest}"

    def wishes(self, code: str, profile: str) -> bool:
        """Whether the guest's wish fits a table with this code and these rules (the key of their profile).

        The wish is for one of the tables they named; if they named none, for any table of the rules they named; else
        for any. That they have left the list or have a seat meanwhile is not looked at.
        """
        if self.tables:
            return code in self.tables
        return self.profile in ("", profile)
