"""Every alert has its time; those that stand are the ones that are not closed, and a case has one of them."""

from typing import ClassVar

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0015_an_alert_follows_its_case")]
    operations: ClassVar = [
        migrations.AlterField("alert", "since", models.DateTimeField()),
        migrations.RemoveIndex("alert", "alerts_that_stand"),
        migrations.AddIndex(
            "alert", models.Index(fields=["table"], condition=Q(closed=None), name="alerts_that_stand")
        ),
        migrations.AddConstraint(
            "alert", models.UniqueConstraint(fields=["table", "incident"], name="one_alert_an_incident")
        ),
    ]
