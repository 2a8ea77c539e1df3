"""The online game: its players, who of them is there, wrong passwords, and their games; nothing of a table changes."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("table", "0032_sealed_cards"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="OnlinePlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=20)),
                ("hashed", models.CharField(max_length=200)),
                ("balance", models.PositiveBigIntegerField()),
                ("staked", models.PositiveBigIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("address", models.CharField(blank=True, max_length=45)),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="WrongPassword",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=32)),
                ("address", models.CharField(max_length=45)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["digest", "at"], name="wrong_passwords_of_a_name"),
                    models.Index(fields=["address", "at"], name="wrong_passwords_by_address"),
                    models.Index(fields=["at"], name="wrong_passwords_by_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="OnlineGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("prepared", "Prepared"),
                            ("begun", "Begun"),
                            ("settled", "Settled"),
                            ("void", "Void"),
                        ],
                        default="prepared",
                        max_length=8,
                    ),
                ),
                ("shoe", models.TextField()),
                ("commitment", models.CharField(max_length=64)),
                ("nonce", models.CharField(blank=True, max_length=60)),
                ("stakes", models.JSONField(default=dict)),
                ("drawn", models.CharField(blank=True, max_length=20)),
                ("paid", models.JSONField(default=dict)),
                ("at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.onlineplayer"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "begun")), fields=["at"], name="online_games_that_were_begun"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "number"), name="a_game_has_its_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("nonce", ""), _negated=True),
                        fields=("player", "nonce"),
                        name="a_press_begins_one_game_and_no_other",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OnlineSession",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("until", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.onlineplayer"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["until"], name="online_sessions_by_time")],
            },
        ),
    ]
