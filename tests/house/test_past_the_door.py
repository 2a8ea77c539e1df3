"""Commands of Django and of libraries: those that would write into a house past its door say what to do instead."""

import io

import pytest
from django.core import mail
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.management.past_the_door import Refusing
from table.models import Entry, Person
from tests.paper.sources import PACKAGES
from tests.rig.cast import Cast
from tests.rig.tables import ready_table

pytestmark = pytest.mark.usefixtures("in_english")

REFUSED = {
    "changepassword": "Your own PIN",
    "createsuperuser": "manage.py direzione",
}
"""They would write past the door; each with a word of the sentence that it answers instead."""
NOT_INTO_A_HOUSE = {"flush": ("make demo", ()), "loaddata": ("copy of its database", ("people.json",))}
"""They write rows, and do it only where there is no house."""
LOOK = {
    *("check", "diffsettings", "dumpdata", "findstatic", "inspectdb", "showmigrations"),
    *("sendtestemail", "sqlflush", "sqlmigrate", "sqlsequencereset"),
}
"""They read, and write nothing into the house."""
WRITE_FILES = {
    *("collectstatic", "compilemessages", "makemessages", "makemigrations", "optimizemigration", "squashmigrations"),
    *("startapp", "startproject"),
}
OF_THE_SCHEMA = {"migrate", "createcachetable", "remove_stale_contenttypes"}
"""They lay the tables out, or take away what is over: no row of the game, of the staff or of a register."""
SERVE = {"runserver", "runworker", "test", "testserver"}
"""They serve, or make a database of their own."""
BY_HAND = {"shell", "dbshell"}
"""Whoever may run them has the machine in hand: what they change is found by `manage.py verify` and by seals."""


def test_it_is_known_of_every_command_of_a_library_whether_it_writes_past_the_door() -> None:
    """A newcomer is looked at, and gets its place in this file; if it writes, a command of the house in its stead."""
    known = {*LOOK, *WRITE_FILES, *OF_THE_SCHEMA, *SERVE, *BY_HAND}
    of_libraries = {name for name, app in get_commands().items() if app not in PACKAGES}
    assert of_libraries == known
    assert {name for name, app in get_commands().items() if app == "config"} >= {*REFUSED, *NOT_INTO_A_HOUSE}
    refusing = (name for name in REFUSED if not isinstance(load_command_class("config", name), Refusing))
    assert list(refusing) == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_command_that_would_write_past_the_door_says_what_to_do_instead(name: str) -> None:
    with pytest.raises(CommandError, match=f"past the door of the house.*{REFUSED[name]}"):
        call_command(name)
    command = load_command_class("config", name)
    with pytest.raises(SystemExit):
        command.run_from_argv(["manage.py", name, "delia", "--whatever"])


@pytest.mark.django_db
@pytest.mark.parametrize("name", NOT_INTO_A_HOUSE)
def test_no_house_is_emptied_or_filled_from_files(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ready_table()
    entries, people = Entry.objects.count(), Person.objects.count()
    monkeypatch.delattr(mail, "outbox", raising=False)
    remedy, given = NOT_INTO_A_HOUSE[name]
    with pytest.raises(CommandError, match=f"holds a house.*{remedy}"):
        call_command(name, *given, interactive=False, verbosity=0) if name == "flush" else call_command(name, *given)
    assert (Entry.objects.count(), Person.objects.count()) == (entries, people)


@pytest.mark.django_db
def test_a_house_whose_migrations_wait_is_not_emptied_either(monkeypatch: pytest.MonkeyPatch) -> None:
    Cast.at("house")
    monkeypatch.delattr(mail, "outbox", raising=False)
    MigrationRecorder(connection).migration_qs.filter(app="table", name__startswith="0045").delete()
    with pytest.raises(CommandError, match="holds a house"):
        call_command("flush", interactive=False, stdout=io.StringIO())


@pytest.mark.django_db
def test_a_house_without_any_act_is_a_house_too(monkeypatch: pytest.MonkeyPatch) -> None:
    Cast.at("house")
    monkeypatch.delattr(mail, "outbox", raising=False)
    with pytest.raises(CommandError, match="holds a house"):
        call_command("flush", interactive=False, stdout=io.StringIO())
