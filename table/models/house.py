"""The tables of the house: what they play, how they stand, and who is at work there."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils.translation import gettext_noop as _

from table.models.people import Guest, Person
from table.rules.houses import of_values
from table.rules.profile import Profile

TRAINING = "TRAINING-"
"""How the code of every training table begins, and that of no other: so every register and every file says it."""


class RealTables(models.Manager["Table"]):
    """The tables at which the house plays; those at which dealers are trained are asked for by name."""

    def get_queryset(self) -> "models.QuerySet[Table]":
        """Without training tables."""
        return super().get_queryset().filter(training=False)


class Table(models.Model):
    """A table of the house. Every act locks this row, so that its register has one order.

    ``number`` is the register's last; ``grounds`` tells for each thing that an act can stand on (coup, seats, limits,
    shoe, staff) the number that moved it last. ``inbox`` counts the changes of what its displays propose, which are no
    entries: a screen is drawn anew when either has moved. ``button`` is a position's label. ``awaits`` is the
    role that has to decide a case before the coup goes on or another begins; empty where play waits for nobody.
    ``refused`` counts what was refused here since the last entry: the next one records it.
    ``opened`` is the entry by which it was opened last: with it the evening began.
    ``card_reader`` is how the one that stands here types, if the house has set it up.
    ``spent`` are the names of the presses that were asked about last and had not been done: they never will be.
    ``training`` says that nothing here counts: dealers are trained at it. It is fixed when the table is added.

    ``Table.objects`` are the real tables, so that whoever counts, lists or tells of tables leaves the others out;
    ``Table.every`` are all, for what keeps registers and what shows a table that was asked for.
    """

    class Status(models.TextChoices):
        CLOSED = "closed"
        OPEN = "open"
        SUSPENDED = "suspended"

    # As a house counts its tables: T2 before T10.
    IN_ORDER: ClassVar = (Length("code"), "code")

    code = models.CharField(max_length=20, unique=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CLOSED)
    suspend_pending = models.BooleanField(default=False)
    button = models.CharField(max_length=8, blank=True)
    blank_ordered = models.BooleanField(default=False)
    awaits = models.CharField(max_length=20, blank=True)
    opened = models.PositiveBigIntegerField(default=0)
    number = models.PositiveBigIntegerField(default=0)
    grounds = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True)
    inbox = models.PositiveBigIntegerField(default=0)
    refused = models.PositiveBigIntegerField(default=0)
    spent = models.JSONField(default=list)
    training = models.BooleanField(default=False)
    policy = models.ForeignKey("Policy", models.PROTECT, related_name="+", null=True, blank=True)
    next_policy = models.ForeignKey("Policy", models.PROTECT, related_name="+", null=True, blank=True)
    card_reader = models.OneToOneField("CardReader", models.PROTECT, related_name="table", null=True, blank=True)

    objects = RealTables()
    every = models.Manager["Table"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(training=False) | Q(code__startswith=TRAINING), name="a_training_table_says_so"
            )
        ]

    def __str__(self) -> str:
        return self.code


class House(models.Model):
    """The house itself, as the owner of its register: people, tables, devices. ``refused`` is as at a table.

    ``epoch`` is a word of the database itself, another one when it is made and when an older one is restored.
    ``seal_keys`` are the public keys by which it has sealed, each as :class:`table.verifier.keyring.Named` has it.
    """

    number = models.PositiveBigIntegerField(default=0)
    grounds = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True)
    refused = models.PositiveBigIntegerField(default=0)
    epoch = models.CharField(max_length=16, blank=True)
    seal_keys = models.JSONField(default=list)

    def __str__(self) -> str:
        return "house"


class Policy(models.Model):
    """A version of the rules of one table: every policy key with its value; never changed, only followed by another."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="policies")
    version = models.PositiveIntegerField()
    values = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "version"], name="one_policy_a_version")]

    def __str__(self) -> str:
        return f"{self.table} v{self.version}"

    @property
    def profile(self) -> Profile:
        """The rules as a value."""
        return profile_of(self.values)


def profile_of(values: Mapping[str, Any]) -> Profile:
    """The rules that are kept as these values."""
    return _profile(json.dumps(values, sort_keys=True))


@lru_cache
def _profile(values: str) -> Profile:
    """Every act asks for the rules, and they are many keys to read and to check."""
    return of_values(json.loads(values))


class OwnHouse(models.Model):
    """A house of one's own, by its key; ``version`` is the latest one. Retired, its rules are offered no more."""

    key = models.CharField(max_length=40, unique=True)
    version = models.PositiveIntegerField(default=0)
    retired = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key


class OwnRules(models.Model):
    """A version of the rules of such a house: every policy key with its value; never changed, only followed."""

    house = models.ForeignKey(OwnHouse, models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    values = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["house", "version"], name="own_rules_a_version_once")]

    def __str__(self) -> str:
        return f"{self.house} v{self.version}"

    @property
    def profile(self) -> Profile:
        """The rules as a value."""
        return profile_of(self.values)


class LimitRange(models.Model):
    """Minimum and maximum of one kind of stake (cents): in force, to come with the next coup, or to be announced."""

    class Standing(models.TextChoices):
        NOW = "now"
        NEXT = "next"
        UNANNOUNCED = "unannounced"

    table = models.ForeignKey(Table, models.CASCADE, related_name="limit_ranges")
    standing = models.CharField(max_length=12, choices=Standing.choices)
    kind = models.CharField(max_length=20)
    minimum = models.PositiveBigIntegerField()
    maximum = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "standing", "kind"], name="one_range_a_kind"),
            models.CheckConstraint(
                condition=Q(minimum__lte=F("maximum"), minimum__gt=0), name="art14_minimum_below_maximum"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.minimum}–{self.maximum}"


class StaffPresence(models.Model):
    """Somebody of the staff at a table, from one number of its register to another."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="presences")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    role = models.CharField(max_length=20)
    since = models.PositiveBigIntegerField()
    until = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "person"],
                condition=Q(until=None),
                name="signed_on_once",
                violation_error_code="E_PRESENCE",
                violation_error_message=_("You are signed on at this table already."),
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(until=None, role="dealer"), name="one_dealer_at_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.table}"


class IdentityCheck(models.Model):
    """A guest whose papers the staff of this table have asked for this evening (Punto Banco, Casino Admiral).

    ``lacking`` is what he has not shown, his identity or his age; empty where he has shown both.
    """

    class Lacking(models.TextChoices):
        IDENTITY = "identity"
        AGE = "age"

    table = models.ForeignKey(Table, models.CASCADE, related_name="identity_checks")
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="+")
    lacking = models.CharField(max_length=8, choices=Lacking.choices, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "guest"], name="identity_checked_once")]

    def __str__(self) -> str:
        return f"{self.guest} at {self.table}"


class Tip(models.Model):
    """A tip for the Tronc: no stake, and in nobody's result."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="tips")
    number = models.PositiveBigIntegerField()
    amount = models.PositiveBigIntegerField()
    form = models.CharField(max_length=10, choices=[("chips", "chips"), ("cash", "cash")])

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "number"], name="tips_of_an_evening")]

    def __str__(self) -> str:
        return f"{self.amount}"
