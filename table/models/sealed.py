"""Faces that a shoe knows and nobody has seen yet. No screen and no register can import this module."""

from typing import ClassVar

from django.db import models


class SealedCard(models.Model):
    """Card that its shoe knows: its place in the order of extraction, its face, its salt (32 hexadecimal digits).

    ``commitment`` is that of a virtual shoe; for a card read by an electronic shoe it is table and taglia. It is no
    foreign key: no row that a screen reads leads here. At the end of the taglia its cards are opened in the register
    and deleted here.
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
