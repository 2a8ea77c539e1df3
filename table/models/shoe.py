"""Decks, the shoe of a taglia and every card that left it. Super Punto Banco, Art. 1, 4 and 5."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from table.models.tables import Table
from table.rules.cards import UNKNOWN, Card, parse


class Sixain(models.Model):
    """Decks of one taglia as they were delivered: their serial, and whether they may still be used."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="sixains")
    serial = models.CharField(max_length=40)
    decks = models.PositiveSmallIntegerField()
    retired = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "serial"], name="one_sixain_a_serial")]

    def __str__(self) -> str:
        return self.serial


class Shoe(models.Model):
    """Shoe of one taglia. ``out`` cards have left it; ``behind`` cards lie behind the cut card.

    ``loaded_at`` is the entry by which the decks went in: with it the taglia begins in the register. ``cut_card_at`` is
    the number of cards that were out when the cut card came: its place in the order, from which the next three follow
    as the hand grows. ``coups_left`` is the number of coups still to be finished, None while that is not known;
    ``cut_card_waits``: the coming coup begins with the cut card; ``cut_card_taken``: its coup is over.
    ``out_of_place``: it was reported that it is far from its recorded place. ``last_by_ruling``: the Direzione has
    ordered that the running coup is the last. ``call_due`` are the words with which the last coup is still to be
    called. ``next_visible``: the next card lies face up in the sabot. ``left_over`` and ``burned_counted`` are the
    physical count at the end. ``commitment`` is what was published of a virtual shoe before its first card, empty for
    real cards.
    """

    class Status(models.TextChoices):
        LOADED = "loaded"
        SHUFFLED = "shuffled"
        CUT = "cut"
        READY = "ready"
        IN_PLAY = "in_play"
        LAST_COUP = "last_coup"
        ENDED = "ended"
        VOID = "void"

    OVER = (Status.ENDED, Status.VOID)
    """Statuses of a shoe from which no card comes any more."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="shoes")
    taglia = models.PositiveIntegerField()
    loaded_at = models.PositiveBigIntegerField(null=True, blank=True)
    sixain = models.ForeignKey(Sixain, models.PROTECT, related_name="shoes")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.LOADED)
    cards_total = models.PositiveSmallIntegerField()
    out = models.PositiveSmallIntegerField(default=0)
    behind = models.PositiveSmallIntegerField(null=True, blank=True)
    cut_card_at = models.PositiveSmallIntegerField(null=True, blank=True)
    coups_left = models.PositiveSmallIntegerField(null=True, blank=True)
    mask_waits = models.BooleanField(default=False)
    out_of_place = models.BooleanField(default=False)
    cut_card_taken = models.BooleanField(default=False)
    last_by_ruling = models.BooleanField(default=False)
    call_due = models.CharField(max_length=80, blank=True)
    next_visible = models.BooleanField(default=False)
    loaded_by = models.CharField(max_length=20, blank=True)
    witnessed_by = models.CharField(max_length=20, blank=True)
    shuffled_by = models.CharField(max_length=20, blank=True)
    cut_by = models.CharField(max_length=20, blank=True)
    left_over = models.PositiveSmallIntegerField(null=True, blank=True)
    burned_counted = models.PositiveSmallIntegerField(null=True, blank=True)
    commitment = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["taglia"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "taglia"], name="one_shoe_a_taglia"),
            models.UniqueConstraint(
                fields=["table"], condition=~Q(status__in=["ended", "void"]), name="one_shoe_on_the_table"
            ),
            models.CheckConstraint(condition=Q(out__lte=models.F("cards_total")), name="no_more_cards_than_the_decks"),
        ]

    def __str__(self) -> str:
        return f"taglia {self.taglia} of {self.table}"

    @property
    def cut_card_waits(self) -> bool:
        """Whether the coming coup begins with the cut card: the column ``mask_waits`` by its plain name."""
        return self.mask_waits

    @cut_card_waits.setter
    def cut_card_waits(self, waits: bool) -> None:
        """Set ``mask_waits`` of this object, whether the coming coup begins with the cut card; the row is not saved."""
        self.mask_waits = waits


class DrawnCard(models.Model):
    """Place in the order of extraction: its number, the location of its card, and a face once one is turned there.

    ``face`` is empty while nobody may know it. ``known`` says how the face is known:

    - PLACE: the face is that of this place in the order, as it was keyed or read for this one card.
    - BOX: the face was turned, shown or keyed at its box, and belongs to one of that box's cards; which one, only
      people can say.
    - LATE: as BOX, but a card that had come by itself was covered at the time, so it can be that one as well.
    - OPEN: dealt face up with three others in one press; the cards of a box came in their order there, as long as the
      box keeps its number of cards.

    ``alone``: what came out at this place, behind the first four cards, came by a press of its own; true of every card
    that is held, too. ``seen``: somebody saw the card before it was due; ``undue``: it was served to a hand without a
    right to it; ``waited``: it was held for this hand, under the sabot or beside it. ``seal`` is that of a card which
    its shoe knows. A card that is MISSING never left the shoe: the record still expected it when the sabot was found
    empty. ``known`` and ``alone`` are cleared as the card is burned at the end of the coup.
    """

    class Location(models.TextChoices):
        HELD_UNDER = "held_under"
        HELD_SEEN = "held_seen"
        WAITING = "waiting"
        PUNTO = "punto"
        BANCO = "banco"
        EXCESS = "excess"
        REMAINING = "remaining"
        BURNED = "burned"
        MISSING = "missing"

    HELD: ClassVar = (Location.HELD_UNDER, Location.HELD_SEEN)
    """Where a card waits beside the sabot for the next hand."""

    class Known(models.TextChoices):
        BOX = "box"
        LATE = "late"
        OPEN = "open"
        PLACE = "place"

    shoe = models.ForeignKey(Shoe, models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()
    face = models.CharField(max_length=2, blank=True)
    location = models.CharField(max_length=12, choices=Location.choices)
    coup = models.ForeignKey("Coup", models.CASCADE, related_name="cards", null=True, blank=True)
    seen = models.BooleanField(default=False)
    undue = models.BooleanField(default=False)
    waited = models.BooleanField(default=False)
    known = models.CharField(max_length=5, choices=Known.choices, blank=True)
    alone = models.BooleanField(default=False)
    seal = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["shoe", "number"], name="one_card_an_order_number")]

    def __str__(self) -> str:
        return f"{self.number}:{self.face or '??'}"

    @property
    def card(self) -> Card:
        """Face as a value; the unknown card while there is none."""
        return parse(self.face) if self.face else UNKNOWN

    @property
    def by_box(self) -> bool:
        """Whether it has a face that is not noted as known by its place in the order.

        So it is also for a card with a face of a coup that is over, or drawn only to be counted: ``known`` is empty
        there.
        """
        return bool(self.face) and self.known != self.Known.PLACE
