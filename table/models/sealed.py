"""The faces that a shoe knows and nobody has seen yet. No screen and no register can import this module."""

from typing import ClassVar

from django.db import models


class SealedCard(models.Model):
    """A card that its shoe knows: its place in the order of extraction, its face, its salt (32 hexadecimal digits).

    That of a virtual shoe is known by the ``commitment`` that was published of it, one that an electronic shoe has read
    by its table and taglia; so no row that a screen reads leads here. When its taglia is over all of them stand in the
    register, and none here.
    """

    commitment = models.CharField(max_length=64)
    number = models.PositiveSmallIntegerField()
    face = models.CharField(max_length=2)
    salt = models.CharField(max_length=32)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["commitment", "number"], name="one_sealed_card_an_order_number")
        ]

    def __str__(self) -> str:
        return f"sealed card {self.number}"
