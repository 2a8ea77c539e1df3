"""Tables of the house: their rules, their state, and who is at work there."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils.functional import cached_property
from django.utils.translation import gettext_noop as _

from table.models.people import Guest, Person
from table.rules.houses import of_values
from table.rules.profile import Profile

TRAINING = "TRAINING-"
"""Prefix of the code of every training table and of no other, visible in its register and its files."""
DELAY_HOURS = 12
MOST_TABLES = 500
"""Tables for which caches of a process and lists of codes have room."""


class RealTables(models.Manager["Table"]):
    """Manager of the tables at which the house plays, without those for training."""

    def get_queryset(self) -> "models.QuerySet[Table]":
        """Return all tables but training tables."""
        return super().get_queryset().filter(training=False)


class Table(models.Model):
    """Table of the house. Every act locks this row, so that its register has one order.

    ``awaits`` is the role that has to decide a case before the coup goes on or another begins; empty if none has to.
    ``opened`` is the entry by which it was last opened: with it the evening began. ``number`` is the register's last
    entry; ``grounds`` has, for each thing that an act can depend on (coup, seats, limits, shoe, staff), the entry that
    last changed it. ``inbox`` counts changes of the displays' proposals, which are no entries: screens are redrawn when
    either changes. ``refused`` counts the refusals since the last entry: the next entry records it. ``spent`` are the
    names of the latest presses whose fate was queried before they had been done: they are never done any more.
    ``training``: dealers are trained here and nothing counts; it is fixed when the table is added. ``card_reader`` is
    the format of the reader here, if the house has set it up.

    ``Table.objects`` are all tables, for what maintains registers and what shows a requested table; ``Table.real`` are
    those at which the house plays, so that counts, lists and reports leave the training tables out.
    """

    class Status(models.TextChoices):
        CLOSED = "closed"
        OPEN = "open"
        SUSPENDED = "suspended"

    # Natural order of the codes: T2 before T10.
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

    objects = models.Manager["Table"]()
    real = RealTables()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(training=False) | Q(code__startswith=TRAINING), name="a_training_table_says_so"
            )
        ]

    def __str__(self) -> str:
        return self.code

    @staticmethod
    def in_order(code: str) -> tuple[int, str]:
        """Return what codes are sorted by in Python, as ``IN_ORDER`` sorts them in a query: T2 before T10."""
        return len(code), code


class House(models.Model):
    """Owner of the house's register, which is about people, tables and devices. ``refused`` is as for a table.

    ``epoch`` identifies the database; it changes when an older database is restored. ``seal_keys`` are the public keys
    by which the house has sealed, each as :class:`table.verifier.keyring.Named` has it, the latest last.
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
    """Version of the rules of one table: every policy key with its value; never changed, only followed by another."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="policies")
    version = models.PositiveIntegerField()
    values = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "version"], name="one_policy_a_version")]

    def __str__(self) -> str:
        return f"{self.table} v{self.version}"

    @cached_property
    def profile(self) -> Profile:
        """Rules of this version as a :class:`~table.rules.profile.Profile`."""
        return profile_of(self.values)


def given_pin_delay() -> int:
    """Return for how many hours a PIN that others gave anew decides nothing: the longest by the rules of all tables.

    Those for training count too. DELAY_HOURS where no table has rules.
    """
    laid = Table.objects.exclude(policy=None).select_related("policy")
    return max((it.policy.profile.given_pin_delay for it in laid if it.policy is not None), default=DELAY_HOURS)


def profile_of(values: Mapping[str, Any]) -> Profile:
    """Build the rules stored as these values, keys that came later completed; cached.

    Refuses (E_PROFILE) an unknown key, one that is missing even then, and a value that no house can have.
    """
    return _profile(json.dumps(values, sort_keys=True))


@lru_cache
def _profile(values: str) -> Profile:
    """Build the rules from the JSON of all policy keys; cached. Keys that came later are completed.

    Refuses (E_PROFILE) unknown keys, keys that are missing even so, and values that cannot be.
    """
    return of_values(json.loads(values))


class OwnHouse(models.Model):
    """Own rules, made by this house from those of a document, by their key; ``version`` is the latest one.

    Once ``retired`` they are not offered.
    """

    key = models.CharField(max_length=40, unique=True)
    version = models.PositiveIntegerField(default=0)
    retired = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key


class OwnRules(models.Model):
    """Version of own rules: every policy key with its value; never changed, only succeeded."""

    house = models.ForeignKey(OwnHouse, models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    values = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["house", "version"], name="own_rules_a_version_once")]

    def __str__(self) -> str:
        return f"{self.house} v{self.version}"

    @cached_property
    def profile(self) -> Profile:
        """Rules of this version, from values that are stored whole, not as changes to others (:func:`profile_of`)."""
        return profile_of(self.values)


class LimitRange(models.Model):
    """Minimum and maximum of one kind of stake, in cents: in force, coming with the next coup, or unannounced."""

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
    """Presence of a person at a table, in a role, from one entry of its register to another."""

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
    """Guest whose papers the staff of this table have checked this evening (Punto Banco, Casino Admiral).

    ``lacking`` is what they have not shown, identity or age; empty where they have shown both.
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
    """Tip for the Tronc, in cents: no stake, and in nobody's result."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="tips")
    number = models.PositiveBigIntegerField()
    amount = models.PositiveBigIntegerField()
    form = models.CharField(max_length=10, choices=[("chips", "chips"), ("cash", "cash")])

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "number"], name="tips_of_an_evening")]

    def __str__(self) -> str:
        return f"{self.amount}"
