"""Base of the commands that replace those of libraries which would write without an entry: they only refuse."""

from typing import Any, ClassVar

from django.core import mail
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.models.schema import holds_a_house


class Refusing(BaseCommand):
    """Command that does nothing but raise CommandError, with ``remedy`` as what to do instead."""

    help = "Says how this is done in a house, where everything stands on the record."
    requires_system_checks: Any = ()
    remedy: ClassVar[Promise]

    def run_from_argv(self, argv: list[str]) -> None:
        """Run the command without its arguments: whatever they are, it exits with status 1 and the same sentence."""
        super().run_from_argv(argv[:2])

    def handle(self, *_args: Any, **_options: Any) -> None:
        raise CommandError(_("This would go past the door of the house, and stand on no record. %s") % self.remedy)


def check_no_house(alias: str | None, remedy: str) -> None:
    """Raise CommandError if the database holds a house, whose schema may be old; ``remedy`` is what to do instead.

    `alias` names the database, the default one if None. A database that a test runner made passes.
    """
    connection = connections[alias or DEFAULT_DB_ALIAS]
    if not _is_of_tests(connection.settings_dict) and holds_a_house(connection):
        raise CommandError(_("This database holds a house, and its record is kept. %s") % remedy)


def _is_of_tests(database: dict[str, Any]) -> bool:
    """Whether a test runner set this process up and this database is one of its own, by its name.

    The runner is known by the outbox of mails; the name is that for tests, or holds “test_” or “memory”.
    """
    made = str(database.get("TEST", {}).get("NAME") or "")
    name = str(database["NAME"])
    return hasattr(mail, "outbox") and (name == made or "test_" in name or "memory" in name)
