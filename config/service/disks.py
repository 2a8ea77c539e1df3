"""System check of a deployment: whether backups are on another file system than the database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

SAME_DISK = _("Backups go to %(backups)s, which lies on the same file system as the database.")
ELSEWHERE = _("Let BACKUPS name a folder of another machine, mounted here: one disk takes both with it.")
OF_POSTGRESQL = Path("/var/lib/postgresql")
HERE = ("", "localhost", "127.0.0.1", "::1")


def backups(*, databases: Sequence[str] | None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """Warn (config.W014) if the backups are on the file system of a database.

    A database on another machine is not looked at.
    """
    found = [_folder(connections[it]) for it in databases or ()]
    if not any(it is not None and _device(it) == _device(Path(settings.BACKUPS)) for it in found):
        return []
    sentence = gettext(SAME_DISK) % {"backups": settings.BACKUPS}
    return [checks.Warning(sentence, hint=gettext(ELSEWHERE), id="config.W014")]


def _folder(there: BaseDatabaseWrapper) -> Path | None:
    """Return the folder of a database on this machine.

    None for PostgreSQL elsewhere, and where its folder is not the one that Debian gives it.
    """
    if there.vendor == "sqlite":
        return Path(str(there.settings_dict["NAME"])).parent
    host = str(there.settings_dict["HOST"])
    return OF_POSTGRESQL if (host in HERE or host.startswith("/")) and OF_POSTGRESQL.exists() else None


def _device(path: Path) -> int:
    """Return the device number of a path's file system, or of its nearest existing parent's."""
    there = next(it for it in (path, *path.absolute().parents) if it.exists())
    return there.stat().st_dev
