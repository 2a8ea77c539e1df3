"""Rows of the online game: its players, their sessions, and their games. They belong to no table and no register.

A player has an account with a name, a password and play money, or is a guest; none is a person of the house.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q


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


class OnlineGame(models.Model):
    """Game of a player: prepared with a sealed shoe, begun when its stakes were taken, and settled; or void.

    ``shoe`` are the sealed cards (face and salt, in order), ``commitment`` is what was published of them before a stake
    was taken. ``nonce`` names the press that began the game, empty before. ``stakes`` and ``paid`` are cents by box:
    what was laid, and what was returned, the stake included. ``drawn`` are the cards that came, in order.
    """

    class State(models.TextChoices):
        """Stage of a game."""

        PREPARED = "prepared"
        BEGUN = "begun"
        SETTLED = "settled"
        VOID = "void"

    player = models.ForeignKey(OnlinePlayer, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.PREPARED)
    shoe = models.TextField()
    commitment = models.CharField(max_length=64)
    nonce = models.CharField(max_length=60, blank=True)
    stakes = models.JSONField(default=dict)
    drawn = models.CharField(max_length=20, blank=True)
    paid = models.JSONField(default=dict)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "number"], name="a_game_has_its_number_once"),
            models.UniqueConstraint(
                fields=["player", "nonce"], condition=~Q(nonce=""), name="a_press_begins_one_game_and_no_other"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["at"], condition=Q(state="begun"), name="online_games_that_were_begun")
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.number}"
