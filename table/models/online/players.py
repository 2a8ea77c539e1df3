"""Players of the online game: accounts with a name, a password and play money, and guests. They are no persons of the
house.
"""

from typing import ClassVar

from django.db import models


class OnlinePlayer(models.Model):
    """Player with an account, or a guest, who has no name. ``balance`` is play money in cents.

    ``key`` is the normalized name, ``hashed`` the password. ``staked`` is all that was ever staked, in cents: the level
    follows from it. ``games`` is the number of the latest game prepared for them, ``address`` that of their last
    sign-in. Of their sitting, in which they play without a longer pause: when it began, when they were last at the
    table, what was paid less what was staked since it began (cents), and for how many full hours of it they have said
    that they go on.
    """

    key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=20)
    hashed = models.CharField(max_length=200)
    balance = models.PositiveBigIntegerField()
    staked = models.PositiveBigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    address = models.CharField(max_length=45, blank=True)
    since = models.DateTimeField()
    sitting_since = models.DateTimeField(null=True, blank=True)
    sitting_seen = models.DateTimeField(null=True, blank=True)
    sitting_net = models.BigIntegerField(default=0)
    sitting_checks = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class OnlineSession(models.Model):
    """Signed-in browser of a player, by the digest of its cookie's value; ``until`` is the latest end."""

    digest = models.CharField(max_length=64, primary_key=True)
    player = models.ForeignKey(OnlinePlayer, models.CASCADE, related_name="+")
    until = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["until"], name="online_sessions_by_time")]

    def __str__(self) -> str:
        return f"{self.player} until {self.until}"


class WrongPassword(models.Model):
    """Attempt with a wrong password from an address; ``digest`` stands for the name that was tried."""

    digest = models.CharField(max_length=32)
    address = models.CharField(max_length=45)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["digest", "at"], name="wrong_passwords_of_a_name"),
            models.Index(fields=["address", "at"], name="wrong_passwords_by_address"),
            models.Index(fields=["at"], name="wrong_passwords_by_time"),
        ]

    def __str__(self) -> str:
        return f"from {self.address}"
