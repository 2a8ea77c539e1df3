"""Sessions of a table's bank: movements with their slips, counts with their tries, and what its acts have moved."""

from typing import ClassVar

from django.db import models

from table.models import Table


class BankSession(models.Model):
    """Session of a table's bank: what its rack must hold, and where its money is. All amounts are cents.

    ``number`` counts those of the table, ``day`` is the gaming day as an ISO date, ``began`` and ``ended`` are entries.
    ``plan`` is the float that was planned, ``float_amount`` what imprest brings the rack back to. ``opener`` to
    ``computed`` are those of :class:`bank.rules.session.Session`, ``expected`` is what the rack must hold by them.
    ``balances`` are those of chips and of notes by place, without felt, guests and what lies in custody: these follow
    from the rows of the table. ``closing`` is the number of the movement that brings the float back, 0 for none.
    ``box`` is the serial of the box that is in the table. ``waiting`` are acts that wait for a second person, by verb.
    ``after_closing`` is what the cage has paid since the rack was counted at closing, below 0 where it took.

    ``midway`` is of a count that ends the gaming day: the ``day`` that follows, the ``serial`` of the box then in the
    table, and the session ``at`` the count; where play went on with another box, or it was taken after play, that its
    own ``box`` is to be counted.
    Of one for ``control`` it is what the rack held at its last try, in cents.
    ``carried`` are the notes of earlier days in the box. ``results`` are the cents that each of the ``guests`` has won
    and the alerts ``raised`` of them or of the table, None where nobody watches them.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_sessions")
    number = models.PositiveIntegerField()
    day = models.CharField(max_length=10, blank=True)
    began = models.PositiveBigIntegerField()
    ended = models.PositiveBigIntegerField(null=True, blank=True)
    stage = models.CharField(max_length=10)
    plan = models.JSONField(default=dict)
    float_amount = models.BigIntegerField(default=0)
    opener = models.BigIntegerField(default=0)
    fills = models.BigIntegerField(default=0)
    credits = models.BigIntegerField(default=0)
    notes = models.BigIntegerField(default=0)
    computed = models.BigIntegerField(default=0)
    expected = models.BigIntegerField(default=0)
    balances = models.JSONField(default=dict)
    closing = models.PositiveIntegerField(default=0)
    box = models.CharField(max_length=40, blank=True)
    waiting = models.JSONField(default=dict)
    after_closing = models.BigIntegerField(default=0)
    midway = models.JSONField(default=dict)
    carried = models.BigIntegerField(default=0)
    results = models.JSONField(null=True, default=None)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_session_a_number")]

    def __str__(self) -> str:
        return f"{self.table} session {self.number}"


class Slip(models.Model):
    """Number of a slip, without a gap for its table, letter and year; never changed. ``number`` is its entry."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_slips")
    letter = models.CharField(max_length=1)
    year = models.PositiveSmallIntegerField()
    serial = models.PositiveIntegerField()
    number = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar = ["letter", "year", "serial"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "letter", "year", "serial"], name="one_bank_slip_a_number")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Name that is printed on it, such as ``A 2026/T1/0007``."""
        return f"{self.letter} {self.year}/{self.table}/{self.serial:04}"


class Movement(models.Model):
    """Movement between cage and table, as :class:`bank.rules.movement.Movement` has it.

    ``number`` counts those of the table, ``requested_at`` is the entry that asked for it, ``by`` who did. Pieces are
    numbers by the cents of one, as text. ``corrected`` are the pieces that were keyed as issued before. ``waiting`` is
    what of it waits to be attested: what is done, by whom, with which entry and what was keyed, and who has attested.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_movements")
    session = models.ForeignKey(BankSession, models.CASCADE, related_name="movements")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    status = models.CharField(max_length=10)
    requested = models.JSONField(default=dict)
    given = models.JSONField(default=dict)
    issued = models.JSONField(default=dict)
    corrected = models.JSONField(default=list)
    received = models.JSONField(default=dict)
    returned = models.BigIntegerField(default=0)
    lost = models.BigIntegerField(default=0)
    by = models.CharField(max_length=20)
    requested_at = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=80, blank=True)
    slip = models.ForeignKey(Slip, models.PROTECT, related_name="+", null=True, blank=True)
    waiting = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_movement_a_number")]

    def __str__(self) -> str:
        return f"{self.table} movement {self.number}"

    @property
    def waits_since(self) -> int:
        """Number of the entry since which it waits: that of its slip, or before it has one, that of its request."""
        return self.slip.number if self.slip is not None else self.requested_at


class Posting(models.Model):
    """Money that an act of the bank has moved from one place to another; never changed. Acts of a coup post none."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_postings")
    session = models.ForeignKey(BankSession, models.CASCADE, related_name="postings")
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()
    commodity = models.CharField(max_length=5)
    source = models.CharField(max_length=10)
    to = models.CharField(max_length=10)
    amount = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar = ["number", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number", "place"], name="one_posting_a_place"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="a_posting_moves_something"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.source} {self.to}"


class BankCount(models.Model):
    """Count of a session, as :class:`bank.rules.counts.Count` has it; ``number`` is the entry that began it.

    ``again`` is why the last try is to be made again, ``reason`` why a difference was accepted. ``attested`` maps the
    badges of those who attested the last try to their role and the entry by which they did. ``amount`` and
    ``difference`` (cents) are None before it was ``accepted``, which is an entry; of a box the amount is without notes
    of earlier days that lay in it. ``void`` is the entry that made it void.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_counts")
    session = models.ForeignKey(BankSession, models.CASCADE, related_name="counts")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10)
    again = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=80, blank=True)
    attested = models.JSONField(default=dict)
    amount = models.BigIntegerField(null=True, blank=True)
    difference = models.BigIntegerField(null=True, blank=True)
    accepted = models.PositiveBigIntegerField(null=True, blank=True)
    accepted_by = models.CharField(max_length=20, blank=True)
    void = models.PositiveBigIntegerField(null=True, blank=True)
    slip = models.ForeignKey(Slip, models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number", "kind"], name="one_bank_count_an_entry")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.kind} {self.number}"


class CountTry(models.Model):
    """Try of a count, made in the entry ``number`` with the badge ``by``; never changed.

    ``pieces`` are numbers by the cents of one, as text; ``foreign`` is the number of false and foreign pieces, which
    are worth nothing.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="bank_tries")
    count = models.ForeignKey(BankCount, models.CASCADE, related_name="tries")
    number = models.PositiveBigIntegerField()
    by = models.CharField(max_length=20)
    pieces = models.JSONField(default=dict)
    foreign = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_try_an_entry")]

    def __str__(self) -> str:
        return f"{self.count} by {self.by}"
