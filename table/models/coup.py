"""Coups as facts, with their stakes and payments, and the custody of what nobody collects."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_noop as _

from table.models.shoe import DrawnCard, Shoe
from table.models.tables import Policy, Table
from table.rules.profile import Box


class Coup(models.Model):
    """One hand, from the opening of the betting to the burning of its cards, as the facts of what happened.

    Its phase is never stored: :func:`table.rules.phase.phase` computes it. ``limits`` (cents) and ``button`` are those
    in force when the betting opened. ``reader`` is the position before which Punto's cards lie, empty when the dealer
    completes; ``highest`` the one that the dealer named as the highest on Punto, where a house keeps no amounts.
    ``paid_hands`` are the faces of the hands that were paid, Punto's and Banco's. ``call_due``: the words with which a
    coup that a card has turned blank is still to be called. ``correction_asked`` is a correction of a stake that waits
    for a second person. ``held``: a case holds the coup. ``ended_at`` is the entry by which it ended: all entries since
    the end of the coup before belong to it, or were made between the two.
    """

    class Kind(models.TextChoices):
        NORMAL = "normal"
        BLANK = "blank"

    table = models.ForeignKey(Table, models.CASCADE, related_name="coups")
    shoe = models.ForeignKey(Shoe, models.CASCADE, related_name="coups")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.NORMAL)
    policy = models.ForeignKey(Policy, models.PROTECT, related_name="+")
    limits = models.JSONField(default=dict)
    button = models.CharField(max_length=8, blank=True)
    began_with_mask = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)
    reader = models.CharField(max_length=8, blank=True)
    highest = models.CharField(max_length=8, blank=True)
    passed_over = models.JSONField(default=list)
    claim = models.CharField(max_length=10, blank=True)
    claim_means = models.CharField(max_length=10, blank=True)
    announced_banco = models.PositiveSmallIntegerField(null=True, blank=True)
    announced_punto = models.PositiveSmallIntegerField(null=True, blank=True)
    counted = models.BooleanField(default=False)
    paid_hands = models.JSONField(null=True, blank=True)
    result = models.CharField(max_length=10, blank=True)
    outcome = models.CharField(max_length=12, blank=True)
    call_due = models.CharField(max_length=40, blank=True)
    correction_asked = models.JSONField(null=True, blank=True)
    held = models.BooleanField(default=False)
    ended = models.BooleanField(default=False)
    ended_at = models.PositiveBigIntegerField(null=True, blank=True)

    cards: "models.QuerySet[DrawnCard]"
    stakes: "models.QuerySet[Stake]"
    money: "models.QuerySet[Money]"

    class Meta:
        ordering: ClassVar = ["shoe__taglia", "number"]
        indexes: ClassVar = [models.Index(fields=["table", "ended_at"], name="coups_by_their_end")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shoe", "number"], name="one_coup_a_number"),
            models.UniqueConstraint(fields=["table"], condition=Q(ended=False), name="one_open_coup_a_table"),
        ]

    def __str__(self) -> str:
        return f"coup {self.number} of {self.shoe}"

    @property
    def began_with_cut_card(self) -> bool:
        """Whether the coup began with the cut card: the column ``began_with_mask`` by its plain name."""
        return self.began_with_mask

    @began_with_cut_card.setter
    def began_with_cut_card(self, began: bool) -> None:
        """Set ``began_with_mask`` of this object, whether the coup began with the cut card; the row is not saved."""
        self.began_with_mask = began

    @property
    def key(self) -> str:
        """Key by which acts name the coup: ``taglia.number``."""
        return f"{self.shoe.taglia}.{self.number}"


class Stake(models.Model):
    """Chips or banknotes of one bettor on a box before a position, in cents.

    ``slot`` is the place at the position, which holds one stake. ``bettor`` owns the money, ``laid_by`` laid it.
    ``notes`` is the part of it in banknotes that nobody has changed, also where they have gone back as not in action;
    the rest is chips, of which ``changed`` were banknotes after the betting was closed: 0, and no notes left either, in
    a taglia under a law before :data:`table.play.stakes.NOTES_STAY_NOTES`. ``tax`` is the commission that the bettor
    has laid ready. ``left_over`` marks a stake that stayed on the felt after a tie until its owner decides.
    ``in_action`` and ``excess`` are None until the betting is closed. ``taken_along`` is what an owner who is gone had
    got back of an excess that corrections have made smaller since.
    """

    coup = models.ForeignKey(Coup, models.CASCADE, related_name="stakes")
    position = models.CharField(max_length=8)
    slot = models.CharField(max_length=40)
    bettor = models.CharField(max_length=20)
    laid_by = models.CharField(max_length=20)
    standing = models.BooleanField(default=False)
    box = models.CharField(max_length=20, choices=[(box.value, box.value) for box in Box])
    laid = models.PositiveBigIntegerField()
    notes = models.PositiveBigIntegerField(default=0)
    changed = models.PositiveBigIntegerField(default=0)
    tax = models.PositiveBigIntegerField(default=0)
    left_over = models.BooleanField(default=False)
    laid_at = models.PositiveBigIntegerField()
    in_action = models.PositiveBigIntegerField(null=True, blank=True)
    excess = models.PositiveBigIntegerField(null=True, blank=True)
    taken_along = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["laid_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["coup", "position", "slot"],
                name="art11_one_stake_a_slot",
                violation_error_code="E_ONE_STAKE",
                violation_error_message=_("This place of the position holds a stake already."),
            ),
            models.CheckConstraint(condition=Q(laid__gt=0), name="a_stake_is_more_than_nothing"),
            models.CheckConstraint(
                condition=Q(in_action=None, excess=None) | Q(laid=F("in_action") + F("excess")),
                name="what_is_laid_is_in_action_or_goes_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.box} {self.laid}"

    @property
    def cash(self) -> bool:
        """Whether banknotes lie in the stake that are still to be changed; what went back is left out."""
        return self.unchanged > 0

    @property
    def unchanged(self) -> int:
        """Cents of the stake in banknotes still to be changed, without those among what was not in action.

        Once the coup is over they are still told, though the stake has gone back or was paid.
        """
        return max(0, min(self.notes, self.laid - (self.excess or 0) - self.changed))

    @property
    def notes_back(self) -> int:
        """Cents of what was not in action that are banknotes: they went back after the chips that lay there then.

        What was changed later goes back last.
        """
        behind_chips = max(0, (self.excess or 0) - max(0, self.laid - self.notes - self.changed))
        return min(behind_chips, max(self.notes, behind_chips - self.changed))


class Money(models.Model):
    """One movement of a stake in cents, losses and commission negative. It is never changed; differences are posted."""

    coup = models.ForeignKey(Coup, models.CASCADE, related_name="money")
    stake = models.ForeignKey(Stake, models.PROTECT, related_name="money")
    kind = models.CharField(max_length=20)
    amount = models.BigIntegerField()
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["number", "place"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["coup", "number", "place"], name="one_line_a_place")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class Adjustment(models.Model):
    """Money that a bettor got by a decided dispute after the cards were burned, in cents; negative if they gave it.

    It belongs to no stake, as it may be about one that nobody keyed. Neither it nor any line of the coup is ever
    changed.
    """

    coup = models.ForeignKey(Coup, models.CASCADE, related_name="adjustments")
    position = models.CharField(max_length=8)
    bettor = models.CharField(max_length=20)
    amount = models.BigIntegerField()
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["number", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["coup", "number", "place"], name="one_adjustment_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.bettor} {self.amount}"


class Uncollected(models.Model):
    """Money that nobody collects, in the custody of the table until the Direzione disposes of it (Art. 15).

    It is chips, or of the kind NOTES banknotes that nobody has changed, out of action and in nobody's result, and never
    becomes the house's by itself. ``coup`` is None where it is not known from which it comes. ``slip`` is the number
    under which the table keeps it, ``number`` the entry that put it into custody. ``owner`` is empty where it is not
    known whose it is; ``amount`` is cents. ``closed`` is the entry by which ``closed_by`` disposed of it; the register
    has the text.
    """

    class Kind(models.TextChoices):
        STAKE = "stake"
        WINNINGS = "winnings"
        CHIPS = "chips"
        NOTES = "notes"

    table = models.ForeignKey(Table, models.CASCADE, related_name="uncollected")
    coup = models.ForeignKey(Coup, models.PROTECT, related_name="uncollected", null=True, blank=True)
    slip = models.PositiveIntegerField()
    number = models.PositiveBigIntegerField()
    position = models.CharField(max_length=8)
    box = models.CharField(max_length=20, blank=True)
    owner = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    amount = models.PositiveBigIntegerField()
    closed = models.PositiveBigIntegerField(null=True, blank=True)
    closed_by = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["slip"]
        indexes: ClassVar = [models.Index(fields=["table"], condition=Q(closed=None), name="uncollected_in_custody")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "slip"], name="one_slip_a_number"),
            models.CheckConstraint(
                condition=Q(closed=None, closed_by="") | (Q(closed__isnull=False) & ~Q(closed_by="")),
                name="art15_who_closed_is_on_record",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} slip {self.slip}"
