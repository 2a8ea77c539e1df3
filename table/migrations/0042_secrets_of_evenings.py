"""By what guests are called outside: a secret for each evening of each table."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0041_who_a_given_pin_lets_in")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="EveningSecret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("register", models.CharField(max_length=20)),
                ("opened", models.PositiveBigIntegerField()),
                ("secret", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("register", "opened"), name="one_secret_an_evening"),
                ],
            },
        ),
    ]
