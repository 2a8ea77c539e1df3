"""Rows of the bank that belong to no table: gaming days, what the house has laid down, and the cash of its guests."""

from typing import ClassVar

from django.db import models


class GamingDay(models.Model):
    """Gaming day of the house, as an ISO date; ``number`` is the entry of its register that began it.

    ``counted`` maps the tables that played on to the entry of the count with which they end the day before.
    """

    day = models.CharField(max_length=10, unique=True)
    number = models.PositiveBigIntegerField(unique=True)
    counted = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return self.day


class DayTerms(models.Model):
    """Terms of the end of a gaming day, one row: from when it is overdue, and whether tables in play are counted then.

    ``house`` is always "house"; ``rolls_at`` is a local time such as "06:00", on the date after the day.
    """

    house = models.CharField(max_length=5, unique=True, default="house")
    rolls_at = models.CharField(max_length=5)
    count_at_roll = models.BooleanField()

    def __str__(self) -> str:
        return self.rolls_at


class CashTermsOf(models.Model):
    """Terms of the house in one currency: two sums of a guest's cash in a day, and its share of tips in per cent.

    The sums are cents, None for none: from ``cash_threshold`` on a guest is identified, nobody exceeds ``cash_limit``.
    """

    currency = models.CharField(max_length=3, unique=True)
    cash_threshold = models.BigIntegerField(null=True, blank=True)
    cash_limit = models.BigIntegerField(null=True, blank=True)
    tips_split = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return self.currency


class GuestCash(models.Model):
    """Banknotes that a guest has changed on a gaming day, at all tables of one currency, in cents.

    An act locks it after the row of its table, or of the house. ``guest`` is a key; of joined ones the one that stands
    for all. ``identified_by`` is the badge of who has seen their papers, empty while nobody has.
    """

    day = models.CharField(max_length=10)
    currency = models.CharField(max_length=3)
    guest = models.CharField(max_length=20)
    total = models.BigIntegerField(default=0)
    identified_by = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "currency", "guest"], name="one_sum_of_cash_a_guest_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.guest} {self.currency}"


class JoinedGuest(models.Model):
    """Key of a guest who is the same person as another: ``root`` is the key that stands for all of theirs."""

    guest = models.CharField(max_length=20, unique=True)
    root = models.CharField(max_length=20, db_index=True)

    def __str__(self) -> str:
        return f"{self.guest} = {self.root}"
