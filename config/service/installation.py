"""System checks of an installation: its `.env`, and whether its backups lie on another file system than its database.

Of `.env`: who can read it, lines that are no settings, and names that nothing reads. Values are not repeated, since any
of them may be a secret.
"""

import stat
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from config import environment

OTHERS = stat.S_IWGRP | stat.S_IRWXO
OPEN = _("%(file)s is open to more than its owner and the group of the service (mode %(mode)s).")
CLOSE = _("It holds secrets: chown root:sabot %(file)s && chmod 0640 %(file)s")
UNKNOWN = _("%(file)s, line %(line)s: %(name)s is no setting of this house.")
NO_LINE = _("%(file)s, line %(line)s is no setting.")
MEANT = _("Is %(meant)s meant? Nothing follows from it as it stands.")
EXAMPLE = _(".env.example has every setting; nothing follows from this one.")
WRITE = _("A setting is NAME=value, without blanks before or around the sign.")


def written(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return the faults of the file that the settings were read from; none if there is no file."""
    return list(faults(environment.FILE, environment.written, environment.env.names_read))


def faults(file: Path, lines: Sequence[str], known: set[str]) -> Iterator[checks.CheckMessage]:
    """Yield a warning for a file open to too many, and for each line that is no setting or has an unknown name.

    The first (config.W011) is for a file that its group may write, or others may use at all. `lines` are those of the
    file, `known` the names of all settings: W012 is a line that is none, W013 an unknown name, with the name in `known`
    that is like it, if any. Empty lines and those that begin with # pass; a line of blanks, or with blanks before the
    #, does not (W012).
    """
    if file.exists() and (mode := stat.S_IMODE(file.stat().st_mode)) & OTHERS:
        yield _warning("W011", OPEN, CLOSE, file=str(file), mode=f"{mode:04o}")
    for number, line in enumerate(lines, start=1):
        place = {"file": str(file), "line": str(number)}
        said = environment.LINE.match(line)
        if said is None and line and not line.startswith("#"):
            yield _warning("W012", NO_LINE, WRITE, **place)
        elif said is not None and said[1] not in known:
            meant = get_close_matches(said[1].upper(), known, n=1)
            facts = place | {"name": said[1], "meant": "".join(meant)}
            yield _warning("W013", UNKNOWN, MEANT if meant else EXAMPLE, **facts)


def _warning(number: str, sentence: str, remedy: str, **facts: str) -> checks.Warning:
    return checks.Warning(gettext(sentence) % facts, hint=gettext(remedy) % facts, id=f"config.{number}")


# --- where the backups are

SAME_DISK = _("Backups go to %(backups)s, which lies on the same file system as the database.")
ELSEWHERE = _("Let BACKUPS name a folder of another machine, mounted here: one disk takes both with it.")
OF_POSTGRESQL = Path("/var/lib/postgresql")
HERE = ("", "localhost", "127.0.0.1", "::1")


def backups(*, databases: Sequence[str] | None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """Warn (config.W014) if the backups are on the file system of one of these databases; nothing without any.

    A database on another machine is not looked at.
    """
    found = [_folder(connections[it]) for it in databases or ()]
    if not any(it is not None and _device(it) == _device(Path(settings.BACKUPS)) for it in found):
        return []
    sentence = gettext(SAME_DISK) % {"backups": settings.BACKUPS}
    return [checks.Warning(sentence, hint=gettext(ELSEWHERE), id="config.W014")]


def _folder(there: BaseDatabaseWrapper) -> Path | None:
    """Return the folder of a database on this machine: that of the SQLite file, or OF_POSTGRESQL.

    None for PostgreSQL on another machine, and where OF_POSTGRESQL does not exist.
    """
    if there.vendor == "sqlite":
        return Path(str(there.settings_dict["NAME"])).parent
    host = str(there.settings_dict["HOST"])
    return OF_POSTGRESQL if (host in HERE or host.startswith("/")) and OF_POSTGRESQL.exists() else None


def _device(path: Path) -> int:
    """Return the device number of a path's file system, or of its nearest existing parent's."""
    there = next(it for it in (path, *path.absolute().parents) if it.exists())
    return there.stat().st_dev
