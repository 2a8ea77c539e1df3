"""Sessions of a table's bank, each from the float that comes to the one that is closed or locked."""

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
