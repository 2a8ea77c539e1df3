"""Sittings of players of the online game: since when, last seen, the net result, and for how many hours they go on."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0049_keys_of_the_bank")]
    operations: ClassVar = [
        migrations.AddField("onlineplayer", "sitting_since", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("onlineplayer", "sitting_seen", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("onlineplayer", "sitting_net", models.BigIntegerField(default=0)),
        migrations.AddField("onlineplayer", "sitting_checks", models.PositiveIntegerField(default=0)),
    ]
