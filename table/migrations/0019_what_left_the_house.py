"""Every report that is handed out is counted, so that a reprint says that it is one."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0018_evening_of_the_tronc")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField(unique=True)),
                ("report", models.CharField(max_length=20)),
                ("of", models.CharField(max_length=200)),
                ("form", models.CharField(max_length=8)),
                ("language", models.CharField(max_length=5)),
                ("copy", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("report", "of", "form", "language", "copy"), name="one_export_a_copy"
                    ),
                ],
            },
        ),
    ]
