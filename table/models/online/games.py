"""Games of the online players: each is a hand from a shoe of its own."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from table.models.online.players import OnlinePlayer


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
