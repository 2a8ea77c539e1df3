"""What of the record left the house."""

from typing import ClassVar

from django.db import models


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
