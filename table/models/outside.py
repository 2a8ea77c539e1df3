"""Data that leaves the house: its readers, outlets, their progress and stalls, exported reports, and gaps."""

from typing import ClassVar

from django.db import models

from table.models.tables import House, Table


class Reader(models.Model):
    """Program outside the house that may read its tables, coups and events: known by its ``key``, admitted by a token.

    ``digest`` is the sha256 of the token, in hexadecimal; the token itself is stored nowhere. ``tables`` are the codes
    of the tables of which it may read; empty for all.
    """

    key = models.CharField(max_length=20, unique=True)
    digest = models.CharField(max_length=64)
    tables = models.JSONField(default=list)
    revoked = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key

    def may_read(self, code: str) -> bool:
        """Whether the reader's list of tables is empty or has this code; that it may be revoked is not looked at."""
        return not self.tables or code in self.tables


class Webhook(models.Model):
    """Address outside the house to which every event is sent as it comes.

    ``tables`` as in :class:`Reader`. ``number`` is the entry of the house's register by which it was admitted, and
    ``renewed`` the one by which its secret was renewed last, at ``renewed_at``: the secret that signs what is sent is
    derived from the key and the later of the two, and stored nowhere. ``renewed_from`` is the entry of the secret
    before, which signs beside it for a while. These three are null until the first renewal.
    """

    key = models.CharField(max_length=20, unique=True)
    url = models.CharField(max_length=200)
    tables = models.JSONField(default=list)
    number = models.PositiveBigIntegerField()
    renewed = models.PositiveBigIntegerField(null=True, blank=True)
    renewed_at = models.DateTimeField(null=True, blank=True)
    renewed_from = models.PositiveBigIntegerField(null=True, blank=True)
    revoked = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key

    @property
    def outlet(self) -> str:
        """Name of its outlet, ``webhook:key:number``, with the entry that admitted it: a new one at each admission."""
        return f"webhook:{self.key}:{self.number}"


class Outlet(models.Model):
    """Way out of the house: a webhook, a mailbox or a log, by its ``name``. No row of the game.

    ``failures`` counts consecutive failures; until ``retry_at`` nothing more is tried. ``holder`` identifies who is
    sending there, exclusively until ``held_until``.
    """

    name = models.CharField(max_length=200, unique=True)
    failures = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    holder = models.CharField(max_length=32, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    def begin(self) -> None:
        """Save that this new outlet has received all that concerns it of every table, up to the table's present number.

        One row of :class:`Told` for each table not for training, with the house's epoch. Of tables that are added later
        it gets everything.
        """
        reached = Table.real.values_list("code", "number")
        epoch = House.objects.filter(pk=1).values_list("epoch", flat=True).first() or ""
        Told.objects.bulk_create(
            Told(outlet=self, register=code, number=number, epoch=epoch) for code, number in reached
        )


class Told(models.Model):
    """Progress of an outlet in a register: the ``number`` of the last entry that arrived there, and when (``at``).

    ``upto`` is the last entry of the delivery that was begun and not confirmed, null if none is: it is sent again as it
    was. ``failures`` and ``retry_at`` as in :class:`Outlet`, for deliveries that were refused one by one. ``epoch`` is
    that of the database in which the end of the register was announced there last.
    """

    outlet = models.ForeignKey(Outlet, models.CASCADE, related_name="told")
    register = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField()
    upto = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    epoch = models.CharField(max_length=16, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["outlet", "register"], name="one_position_a_register"),
        ]

    def __str__(self) -> str:
        return f"{self.outlet} {self.register} {self.number}"


class Stall(models.Model):
    """Deliveries to an outlet that have failed for so long that people are alerted: from ``since`` until it ``ended``.

    ``register`` is that of the table whose deliveries are refused, empty where the outlet takes in nothing at all.
    ``why`` is the last failure, in technical English. ``ended`` is null while it lasts.
    """

    outlet = models.ForeignKey(Outlet, models.CASCADE, related_name="stalls")
    register = models.CharField(max_length=20, blank=True)
    since = models.DateTimeField()
    why = models.CharField(max_length=200)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["outlet", "register"], condition=models.Q(ended=None), name="one_stall_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.outlet} {self.register}"


class EveningSecret(models.Model):
    """Secret for the pseudonyms of guests outside the house, for one evening of a table; ``opened`` is its first entry.

    ``secret`` is 32 bytes in hexadecimal; empty once it is erased, and never drawn anew.
    """

    register = models.CharField(max_length=20)
    opened = models.PositiveBigIntegerField()
    secret = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["register", "opened"], name="one_secret_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.register} {self.opened}"


class Gap(models.Model):
    """Fault that a night finds beside a ``register``: in the files exported from it, or in the rows that it makes.

    MISSING: one of the files is missing; DIFFERS: one contradicts the register. ALTERED: rows are not what the entries
    make of them; ``rows`` names some of these with their columns, empty where it is nothing of a row. Found first at
    ``since`` and last at ``last``, ``times`` in all.
    """

    class Kind(models.TextChoices):
        MISSING = "missing"
        DIFFERS = "differs"
        ALTERED = "altered"

    register = models.CharField(max_length=20)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    since = models.DateTimeField()
    last = models.DateTimeField()
    times = models.PositiveIntegerField(default=1)
    rows = models.CharField(max_length=400, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["last"], name="gaps_by_time")]

    def __str__(self) -> str:
        return f"{self.register} {self.kind}"


class Export(models.Model):
    """Report that was handed out: which, ``of`` what, in which ``form`` and language.

    ``number`` is the entry of the house's register that records who took it and when. ``copy`` counts the
    hand-outs of a report from 1, in whatever form and language (before 0.16 those in the same form and language); from
    the second on the paper says that it is a reprint.
    """

    number = models.PositiveBigIntegerField(unique=True)
    report = models.CharField(max_length=20)
    of = models.CharField(max_length=200)
    form = models.CharField(max_length=8)
    language = models.CharField(max_length=5)
    copy = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["report", "of", "form", "language", "copy"], name="one_export_a_copy"),
        ]

    def __str__(self) -> str:
        return f"{self.report} {self.of} {self.form} {self.copy}"
