"""Place of an evening that nobody played: a demo house, a training table, or a database of its own.

A register is kept for ever, and that of a real house says what happened. So an invented evening goes into one only by a
decision of its Direzione, and as acts of whoever decides.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils.translation import gettext as _

from table.demo import identity
from table.management.registers import of_the_direzione
from table.models import Person, Table, schema
from table.record.machine import database_lock
from table.rules.profile import Role
from table.script import cast

Who = Callable[[Role], Person]
OF_ITS_OWN = {"SEALS_FILE": "seals", "SEAL_KEY_FILE": "seal_key"}
OPTIONS = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA foreign_keys=ON; PRAGMA synchronous=OFF"}


def add_place(parser: ArgumentParser) -> None:
    """Add `--into-this-house` and `--by BADGE`, by which an evening is played into a real house; see `place`."""
    words = "play it into this house, where it stays on record for ever; without it, a real house stays as it is"
    parser.add_argument("--into-this-house", action="store_true", help=words)
    parser.add_argument("--by", default="", metavar="BADGE", help="who of its Direzione decides so, and does it")


class EveningPlace(NamedTuple):
    """Function from an office to the person who acts in it, and the table at which they play."""

    who: Who
    code: str


@contextmanager
def place(command: BaseCommand, options: dict[str, Any]) -> Iterator[EveningPlace]:
    """Yield who acts in each office and at which table, with the database for an invented evening connected meanwhile.

    It is this database with `--into-this-house`, where what the Direzione does is done by `--by`, in a demo house, or
    at a training table; then no other command on this machine gets this table or dealer. Else it is a temporary one,
    dropped at the end, and a sentence on stderr says so. Without `--table` the table has a code that is free. Raises
    CommandError if another command has the table; with `--into-this-house` also if the house is not migrated or `--by`
    is nobody of the Direzione.
    """
    training = Table.objects.filter(code=options["table"], training=True)
    if options["into_this_house"]:
        schema.check_made()
        by = of_the_direzione(options["by"])
        with _alone(options["table"]) as (code, dealer):
            yield EveningPlace(partial(cast.person, by=by, dealer=dealer), code)
    elif schema.is_migrated(connection) and (identity.is_marked() or training.exists()):
        with _alone(options["table"]) as (code, dealer):
            yield EveningPlace(partial(cast.person, dealer=dealer), code)
    else:
        command.stderr.write(
            _(
                "Played in a database that is thrown away: nothing invented comes into a real house. Its Direzione has "
                "it played there with --into-this-house --by BADGE."
            )
        )
        with thrown_away():
            yield EveningPlace(cast.person, options["table"] or next(cast.free_codes()))


@contextmanager
def _alone(named: str | None) -> Iterator[tuple[str, str]]:
    """Lock a table code and a dealer's badge while the block runs, and yield both.

    The code is the named one, whether or not there is such a table; without a name one that no table has. The dealer is
    the first of the cast not locked, which is always found: their list has no end. Raises CommandError if another
    command on this machine has locked the named table.
    """
    with ExitStack() as until_the_end:
        code = _first([named] if named else cast.free_codes(), until_the_end)
        if code is None:
            raise CommandError(
                _("Another command plays at the table “%(table)s”; wait for its end.") % {"table": named}
            )
        dealer = _first(cast.dealers(), until_the_end)
        assert dealer is not None
        yield code, dealer


def _first(names: Iterable[str], until_the_end: ExitStack) -> str | None:
    """Lock the first of these names that no other command has locked, until `until_the_end` is closed, and return it.

    None if all are locked.
    """
    seals_file = Path(settings.SEALS_FILE)
    seals_file.parent.mkdir(parents=True, exist_ok=True)
    for name in names:
        if (lock := database_lock.lock_served(seals_file.with_name(f"played-{quote(name, safe='')}"))) is not None:
            until_the_end.enter_context(lock)
            return name
    return None


@contextmanager
def thrown_away() -> Iterator[None]:
    """Connect an empty temporary database, with a signing key and a file of seals of its own, while the block runs.

    It is a SQLite file with the tables of all models, without the triggers of migrations; afterwards it is deleted, and
    the own database connected again.
    """
    with TemporaryDirectory(prefix="sabot-invented-") as folder, ExitStack() as afterwards:
        for name, file in OF_ITS_OWN.items():
            afterwards.callback(setattr, settings, name, getattr(settings, name))
            setattr(settings, name, Path(folder) / file)
        _go_to(Path(folder) / "database", afterwards)
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                if model._meta.managed and not model._meta.proxy:
                    editor.create_model(model)
        yield


def _go_to(database: Path, afterwards: ExitStack) -> None:
    """Connect this process to a SQLite file; the own connection is not closed.

    The callback added to `afterwards` closes the file, and puts the own connection back as it was.
    """
    own, before = connections.settings[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS]
    there = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(database), "OPTIONS": OPTIONS}
    connections.settings[DEFAULT_DB_ALIAS] = connections.configure_settings({DEFAULT_DB_ALIAS: there})[DEFAULT_DB_ALIAS]
    del connections[DEFAULT_DB_ALIAS]

    def back() -> None:
        """Close the file and put the connection object of before back, as it was; clear the cache of content types."""
        connections[DEFAULT_DB_ALIAS].close()
        connections.settings[DEFAULT_DB_ALIAS] = own
        connections[DEFAULT_DB_ALIAS] = before
        ContentType.objects.clear_cache()

    afterwards.callback(back)
