"""Says of a number on the waiting list that is not free what is true, and what to do: the list need not be full."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0051_betting_clock")]
    operations: ClassVar = [
        migrations.AlterConstraint(
            "waiting",
            "one_number_a_guest_who_waits",
            models.UniqueConstraint(
                fields=["number"],
                condition=models.Q(("left", False), ("seated", False)),
                name="one_number_a_guest_who_waits",
                violation_error_code="E_NO_RESERVATION",
                violation_error_message=(
                    "The next number is that of somebody who still waits: give them a seat, or take them off the list."
                ),
            ),
        ),
    ]
