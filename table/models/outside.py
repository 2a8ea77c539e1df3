"""What of the record left the house; who outside is told what happens at its tables, and how far each has been told."""

from typing import ClassVar

from django.db import models


class Reader(models.Model):
    """A program outside the house that may ask what happened: known by its ``key``, let in by a token.

    ``digest`` is the sha256 of the token, in hexadecimal; the token itself is kept nowhere. ``tables`` are the codes of
    those of which it may read, of every table where none is named.
    """

    key = models.CharField(max_length=20, unique=True)
    digest = models.CharField(max_length=64)
    tables = models.JSONField(default=list)
    revoked = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key

    def may_read(self, code: str) -> bool:
        """Whether this table is one of its own."""
        return not self.tables or code in self.tables


class Webhook(models.Model):
    """An address outside the house that is told of every event, as it comes.

    ``number`` is the entry of the house's register by which it was admitted: the secret that signs what is sent there
    is made from it and the key, and kept nowhere. ``tables`` as those of a :class:`Reader`.
    """

    key = models.CharField(max_length=20, unique=True)
    url = models.CharField(max_length=200)
    tables = models.JSONField(default=list)
    number = models.PositiveBigIntegerField()
    revoked = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key

    @property
    def outlet(self) -> str:
        """The name of its outlet: another one each time it is admitted, so that it never goes on in the middle."""
        return f"webhook:{self.key}:{self.number}"


class Outlet(models.Model):
    """A way out of the house: a webhook, a mailbox or a log, by its ``name``. No row of the game.

    ``failures`` counts those in a row; until ``retry_at`` nothing more is tried. ``holder`` is who sends there now, and
    nobody else does until ``held_until``.
    """

    name = models.CharField(max_length=200, unique=True)
    failures = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    holder = models.CharField(max_length=32, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Told(models.Model):
    """How far of a register an outlet has been told: the number of the last entry that arrived there."""

    outlet = models.ForeignKey(Outlet, models.CASCADE, related_name="told")
    register = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["outlet", "register"], name="one_position_a_register"),
        ]

    def __str__(self) -> str:
        return f"{self.outlet} {self.register} {self.number}"


class EveningSecret(models.Model):
    """By what guests are called outside in the evening of a table that began with entry ``opened`` of its register.

    ``secret`` are 32 bytes as hexadecimal digits; empty once it is erased, and never drawn anew.
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
    """What was handed out of a ``register`` before and does not hang together, found when somebody went on from there.

    One of its files is MISSING, or one of them holds what the register does not (DIFFERS). It was found ``since`` then,
    and ``last`` again; ``times`` in all.
    """

    class Kind(models.TextChoices):
        MISSING = "missing"
        DIFFERS = "differs"

    register = models.CharField(max_length=20)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    since = models.DateTimeField()
    last = models.DateTimeField()
    times = models.PositiveIntegerField(default=1)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["last"], name="gaps_by_time")]

    def __str__(self) -> str:
        return f"{self.register} {self.kind}"


class Export(models.Model):
    """A report that was handed out: which, ``of`` what, in which ``form`` and language, and for the how-manieth time.

    ``number`` is the entry of the house's register that says who took it and when. ``copy`` counts from 1; from the
    second on a paper says that it is a reprint.
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
