"""A waiting list over the tables, guests who are called from it to a seat, and calls from a seat to the pit."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

WAITS = Q(left=False, seated=False)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0030_left_handed")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Waiting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked", models.PositiveBigIntegerField(unique=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("tables", models.JSONField(default=list)),
                ("profile", models.CharField(blank=True, max_length=80)),
                ("since", models.DateTimeField()),
                ("left", models.BooleanField(default=False)),
                ("passed", models.PositiveSmallIntegerField(default=0)),
                ("seated", models.BooleanField(default=False)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="table.guest"
                    ),
                ),
            ],
            options={
                "ordering": ["asked"],
                "indexes": [models.Index(fields=["passed", "asked"], condition=WAITS, name="who_waits_in_turn")],
            },
        ),
        migrations.AddConstraint(
            "waiting",
            models.UniqueConstraint(
                fields=["guest"],
                condition=WAITS,
                name="art13_waits_once",
                violation_error_code="E_NO_RESERVATION",
                violation_error_message="This guest waits on the list of the pit already.",
            ),
        ),
        migrations.AddConstraint(
            "waiting",
            models.UniqueConstraint(
                fields=["number"],
                condition=WAITS,
                name="one_number_a_guest_who_waits",
                violation_error_code="E_NO_RESERVATION",
                violation_error_message=(
                    "The list is full: the next number is that of somebody who still waits."
                ),
            ),
        ),
        migrations.AddField("position", "called", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("position", "called_since", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "position",
            models.CheckConstraint(
                condition=Q(called=None, called_since=None)
                | Q(called__isnull=False, called_since__isnull=False, state="assigned"),
                name="art13_who_is_called_has_the_seat",
            ),
        ),
        migrations.AddField("display", "called", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("display", "coming", models.CharField(blank=True, max_length=20)),
    ]
