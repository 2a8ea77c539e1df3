"""PINs lie apart from people; wrong ones are kept by the house itself, and no longer by django-axes.

A hash of before is carried over as it is: at the next sign-in it is taken, and written anew with the pepper. Who is
signed in signs in again. The rows of django-axes are wrong PINs that locked somebody out for ten minutes.
"""

import secrets
from typing import Any, ClassVar

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

UNUSABLE = "!"
OF_AXES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accesslog", "axes_accessfailurelog")


def carry_over(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every PIN that somebody has; what Django writes where there is none is no PIN."""
    people: Any = apps.get_model("table", "Person").objects
    pins = apps.get_model("table", "Pin").objects
    for person in people.order_by("pk"):
        if person.password and not person.password.startswith(UNUSABLE):
            pins.create(person=person, hashed=person.password)
            people.filter(pk=person.pk).update(pin_mark=secrets.token_urlsafe(16))
    if schema_editor.connection.vendor == "postgresql":
        # What is looked at only at the end of the transaction would keep the column from being dropped.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0024_refusals_counted")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Pin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hashed", models.CharField(max_length=200)),
                ("pepper", models.CharField(blank=True, max_length=16)),
                ("lifted", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KnownAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=45)),
                ("at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.person"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="known_addresses_by_time")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("address", "person"), name="an_address_is_known_once_of_a_person"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WrongPin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("badge", models.CharField(blank=True, max_length=20)),
                ("digest", models.CharField(max_length=32)),
                ("address", models.CharField(max_length=45)),
                ("at", models.DateTimeField()),
                ("own", models.BooleanField()),
                ("ours", models.BooleanField()),
                ("forgiven", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["digest", "at"], name="wrong_pins_of_a_badge"),
                    models.Index(fields=["address", "at"], name="wrong_pins_at_an_address"),
                    models.Index(fields=["at"], name="wrong_pins_by_time"),
                    models.Index(fields=["badge"], name="wrong_pins_by_badge"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("badge", "Badge"), ("address", "Address"), ("house", "House")], max_length=7
                    ),
                ),
                ("whom", models.CharField(blank=True, max_length=45)),
                ("since", models.DateTimeField()),
                ("last", models.DateTimeField()),
                ("times", models.PositiveIntegerField(default=1)),
            ],
            options={"indexes": [models.Index(fields=["last"], name="attacks_by_time")]},
        ),
        migrations.AddField("person", "pin_mark", models.CharField(blank=True, max_length=32)),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        # Whoever goes back finds people without a PIN.
        migrations.AlterField("person", "password", models.CharField(default=UNUSABLE, max_length=128)),
        migrations.RemoveField("person", "password"),
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {name}", migrations.RunSQL.noop) for name in OF_AXES),
        migrations.RunSQL("DELETE FROM django_migrations WHERE app = 'axes'", migrations.RunSQL.noop),
    ]
