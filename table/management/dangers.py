"""System checks that make a house dangerous to open, each with its remedy.

They run before a house is served, and in ``manage.py check --deploy --database default``. As checks of a deployment
they do not stop `manage.py migrate`, which may put right what they find; only half of a restore is not migrated either.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from table.access.address import networks
from table.backup import underway
from table.demo import identity
from table.models import HOUSE, Entry
from table.record.past.replay import ROOMS

DEBUG_ON = _("DEBUG is on, and this database holds a house that is no demo.")
DEBUG_OFF = _("Set DEBUG=off: tracebacks show what no visitor may see. Or name another database by DATABASE_URL.")
WAITING = _("These migrations wait to be applied: %(names)s.")
MIGRATE = _("Make a backup, and run `manage.py migrate`.")
UNKNOWN = _("The database was migrated by another version of the house: this one does not know %(names)s.")
OTHER_VERSION = _("Start the version that made them, or put back a copy of the database from before.")
DRIFTED = _("The models are not what the migrations make: %(names)s.")
MAKE = _("Bring back the sources as they were handed out; who changes models runs `manage.py makemigrations`.")
NO_NETWORK = _("TRUSTED_PROXIES is no list of networks: %(why)s.")
NETWORKS = _("Write networks separated by commas, such as 10.20.0.5/32,127.0.0.0/8.")
NO_PROXY = _("HTTPS is on, and no proxy is trusted: nobody could come in.")
NAME_IT = _("Name the proxy in TRUSTED_PROXIES, or set HTTPS=off for a house in a network of its own.")
EVERYBODY = _("TRUSTED_PROXIES names everybody: anybody could pass for somebody else.")
A_DEMO = _("This database holds a demo house, whose PINs are on its page, and the house is set up for others: %(why)s.")
NO_DEMO = _(
    "Name a database of its own by DATABASE_URL for a real house; or say DEMO=on, where a demo is what you want."
)
SHOWN = _("DEBUG is on, and the house is set up for others: %(why)s.")
NOT_SHOWN = _("Set DEBUG=off: tracebacks show what no visitor may see.")
SMALLEST_PREFIX = 8
"""Bits; a shorter prefix in TRUSTED_PROXIES is too large a network to be that of proxies."""


def proxies(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return at most one error of the setting TRUSTED_PROXIES: malformed, empty, or a network that is too large.

    Too large is a prefix of fewer than SMALLEST_PREFIX bits, IPv4 or IPv6. Always [] in a house without HTTPS.
    It is a check of deployments, and no part of a plain `manage.py check`.
    """
    if not settings.HTTPS:
        return []
    try:
        named = networks(tuple(settings.TRUSTED_PROXIES))
    except ValueError as error:
        return [_fault(NO_NETWORK, NETWORKS, "table.E002", why=str(error))]
    if not named:
        return [_fault(NO_PROXY, NAME_IT, "table.E003")]
    if any(it.prefixlen < SMALLEST_PREFIX for it in named):
        return [_fault(EVERYBODY, NETWORKS, "table.E004")]
    return []


def restoring(*, databases: Sequence[str] | None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error while the mark of a restore is there, which was killed or is running; else [].

    The mark is that of :mod:`table.backup.underway`. Also [] where no database is to be looked at: `restore` itself,
    and what only reads, have to run.
    """
    mark = underway.mark()
    if not databases or not mark.exists():
        return []
    return [_fault(underway.BROKEN_OFF, underway.ONCE_MORE, "table.E011", file=str(mark))]


def database(*, databases: Sequence[str] | None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """Return errors of each of these databases; an empty list for None.

    Errors are migrations or models that do not fit, DEBUG in a real house, a house open to others with DEBUG, or a
    demo house open to others without DEMO=on.
    """
    return [fault for alias in databases or () for fault in _faults(connections[alias])]


def _for_others(there: BaseDatabaseWrapper) -> str:
    """Return the first setting, as NAME=value, by which a house is open to more than this machine; "" if none is.

    In this order: ``ALLOWED_HOSTS=…`` with those that are not this machine, sorted, by commas; ``HTTPS=on``; and if the
    database `there` is PostgreSQL, ``DATABASE_URL=postgres://…``, without its address.
    """
    if names := sorted(set(settings.ALLOWED_HOSTS).difference(settings.LOOPBACK)):
        return f"ALLOWED_HOSTS={','.join(names)}"
    if settings.HTTPS:
        return "HTTPS=on"
    return "DATABASE_URL=postgres://…" if there.vendor == "postgresql" else ""


def _faults(there: BaseDatabaseWrapper) -> Iterator[checks.CheckMessage]:
    """Yield the errors of one database: migrations that wait or are unknown, or models that differ from them.

    Unknown ones and models count only of the apps in ROOMS. Also DEBUG in a real house; and where the house is open to
    others DEBUG, or a demo house without DEMO=on. Whether it is a real house or a demo is looked up only where no
    migration waits, and always in the default database.
    """
    loader = MigrationLoader(there)
    applied = set(loader.applied_migrations)
    if waiting := sorted(set(loader.graph.nodes) - applied):
        yield _fault(WAITING, MIGRATE, "table.E005", names=_named(waiting))
    if unknown := sorted(it for it in applied - set(loader.disk_migrations) if it[0] in ROOMS):
        yield _fault(UNKNOWN, OTHER_VERSION, "table.E006", names=_named(unknown))
    if drifted := _drifted(loader):
        yield _fault(DRIFTED, MAKE, "table.E007", names=", ".join(drifted))
    has_entries = Entry.objects.filter(register=HOUSE)
    if settings.DEBUG and not waiting and has_entries.exists() and not identity.is_marked():
        yield _fault(DEBUG_ON, DEBUG_OFF, "table.E008")
    if others := _for_others(there):
        if not waiting and identity.is_marked() and not settings.DEMO:
            yield _fault(A_DEMO, NO_DEMO, "table.E009", why=others)
        if settings.DEBUG:
            yield _fault(SHOWN, NOT_SHOWN, "table.E010", why=others)


def _drifted(loader: MigrationLoader) -> list[str]:
    """List in words, each behind its app (``table: …``), the operations of the migrations that Django would make now.

    These are for the apps in ``ROOMS``; empty if their models fit.
    """
    # Without translations: a translated verbose name would count as a difference.
    with translation.override(None):
        found = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps)).changes(loader.graph)
    return [f"{app}: {it.describe()}" for app in ROOMS for change in found.get(app, ()) for it in change.operations]


def _named(found: Sequence[tuple[str, str]]) -> str:
    """Return all migrations, given as app and name, as text: ``table.0001_initial, table.0002_next``."""
    return ", ".join(f"{app}.{name}" for app, name in found)


def _fault(sentence: str, remedy: str, name: str, **facts: str) -> checks.Error:
    """Return an error of the checks with the id ``name``, such as “table.E005”, as it is given.

    Both texts are translated, and filled in with ``facts``.
    """
    return checks.Error(gettext(sentence) % facts, hint=gettext(remedy) % facts, id=name)
