"""Devices of a table at which nobody signs in: its displays, its card reader, and an electronic shoe."""

from collections.abc import Mapping
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from table.models.tables import Table


class Display(models.Model):
    """Screen at a table, paired once by the ``code`` that it shows. Nobody is signed in there.

    From a seat a player may make one ``proposal`` at a time to the dealer, ``proposed_for`` the coup with this key
    where it is about one. It stays until the dealer takes it or another replaces it, and changes nothing by itself. The
    player may call the pit as well: ``called`` is since when, ``coming`` the badge of the inspector on the way.
    ``seen`` is when the display was last connected, to the minute (table/live/callers.py).
    """

    class Kind(models.TextChoices):
        SEAT = "seat"
        SIGN = "sign"

    class Proposal(models.TextChoices):
        SEAT = "seat"
        MARK = "mark"
        RETURN = "return"
        CARTA = "carta"
        NO_CARTA = "no_carta"
        DISPUTE = "dispute"

    CLAIMS: ClassVar = (Proposal.CARTA, Proposal.NO_CARTA)
    """Proposals of a reader, about the coup that is played."""

    code = models.CharField(max_length=20, unique=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    table = models.ForeignKey(Table, models.CASCADE, related_name="displays")
    position = models.CharField(max_length=8, blank=True)
    language = models.CharField(max_length=5, default="it", choices=settings.LANGUAGES)
    revoked = models.BooleanField(default=False)
    proposal = models.CharField(max_length=10, choices=Proposal.choices, blank=True)
    proposed_for = models.CharField(max_length=20, blank=True)
    proposed_at = models.DateTimeField(null=True, blank=True)
    called = models.DateTimeField(null=True, blank=True)
    coming = models.CharField(max_length=20, blank=True)
    seen = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "position"],
                condition=Q(kind="seat", revoked=False),
                name="one_display_a_position",
                violation_error_code="E_NOT_FREE",
                violation_error_message=_("This position has a display already; revoke that one first."),
            ),
            models.CheckConstraint(
                condition=Q(kind="sign", position="") | (Q(kind="seat") & ~Q(position="")),
                name="a_seat_display_has_a_position",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class CardReader(models.Model):
    """Format in which the card reader of a table types: how the dealer's console recognizes a card in its keystrokes.

    A scan is ``prefix``, a code, ``suffix``, and the key with which it ``ends``; ``pace`` is the longest pause between
    two of its characters, in milliseconds. ``codes`` maps each code to its card, CUT being the cut card. A table
    without a row has a reader that types plain cards, such as 7S, or none at all.
    """

    CUT: ClassVar = "cut"

    class Ends(models.TextChoices):
        NOTHING = ""
        ENTER = "enter"
        TAB = "tab"

    END_KEYS: ClassVar[Mapping[str, str]] = {Ends.NOTHING: "", Ends.ENTER: "\n", Ends.TAB: "\t"}
    """Key that ends a scan, as a character; empty for none."""

    prefix = models.CharField(max_length=8, blank=True)
    suffix = models.CharField(max_length=8, blank=True)
    ends = models.CharField(max_length=5, choices=Ends.choices, blank=True)
    pace = models.PositiveSmallIntegerField()
    codes = models.JSONField()

    def __str__(self) -> str:
        return f"{self.prefix}…{self.suffix}"


class ElectronicShoe(models.Model):
    """Sabot that reads its own cards and reports that they left it (docs/feed.md). One at a table, admitted by a token.

    ``digest`` is the sha256 of the token, which is stored nowhere; ``paired`` is the entry of the house's register by
    which it came to the table. Its facts are numbered from 1: ``taken`` is the last one on record, and ``told_at`` the
    entry of the table’s register up to which no card that was burned as visible is still to be told. ``holder`` is the
    connection that reports them now; no other one may while its ``beat`` advances. ``trouble`` is what the dealer has
    to know of a fact that was not taken: GAP until the missing fact has come, REFUSED until they have compared the
    cards.
    """

    class Trouble(models.TextChoices):
        GAP = "gap"
        REFUSED = "refused"

    key = models.CharField(max_length=20, unique=True)
    digest = models.CharField(max_length=64)
    table = models.ForeignKey(Table, models.CASCADE, related_name="electronic_shoes")
    paired = models.PositiveBigIntegerField()
    revoked = models.BooleanField(default=False)
    taken = models.PositiveBigIntegerField(default=0)
    told_at = models.PositiveBigIntegerField(default=0)
    holder = models.CharField(max_length=32, blank=True)
    beat = models.PositiveBigIntegerField(default=0)
    trouble = models.CharField(max_length=10, choices=Trouble.choices, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(revoked=False),
                name="one_electronic_shoe_a_table",
                violation_error_code="E_NOT_FREE",
                violation_error_message=_("This table has an electronic shoe already; revoke that one first."),
            ),
        ]

    def __str__(self) -> str:
        return self.key
