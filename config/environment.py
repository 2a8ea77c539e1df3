"""Version and folders of the installation, and its settings from the environment, completed by `.env`.

A value that is not allowed raises ImproperlyConfigured; lines of `.env` that are no settings are reported by the checks
of :mod:`config.service.installation`. Values are never repeated, as any of them may be a secret.
"""

import builtins
import math
import os
import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured
from environ import Env

BASE_DIR = Path(__file__).resolve().parent.parent
"""Folder of the program; nothing is written there while it runs."""
HOME = Path(os.environ.get("SABOT_HOME") or BASE_DIR).absolute()
"""Folder of `.env` and `var`: SABOT_HOME, else that of the sources. For a wheel see config.service.command."""
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
"""Version of Sabot, as pyproject.toml has it."""
FILE = HOME / ".env"
LINE = re.compile(r"(?:export )?(\w+)=", re.ASCII)
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[\da-fA-F:.]+\]")
CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://\S+")
YES, NO = {"on", "true", "yes", "y", "ok", "1"}, {"off", "false", "no", "n", "0"}
MOST_DAYS = 365_000
"""Most days that a setting may have: a time so long ago can still be reckoned with."""
DATABASES = ("sqlite", "postgres", "postgresql")
NOT_READ = (
    "{file} is there, and this user cannot read it: nothing is done by settings that nobody has read. "
    "Give it to the user of the service: chown root:sabot {file} && chmod 0640 {file}"
)
NO_DATABASE = (
    "The database of this house cannot be used: {why}. See that it runs, that its disk has room, that DATABASE_URL "
    "names it, and that `manage.py migrate` was run."
)

of_a_command = False
"""Whether this process runs a command of `manage.py`, which sets it, rather than the server."""


class Environment:
    """Typed access to environment variables. An empty one counts as not set; a bad one raises ImproperlyConfigured."""

    ENVIRON = os.environ

    def __init__(self) -> None:
        """Begin with no setting read: each is looked up in `os.environ` when its method is called, and none here."""
        self.names_read: set[builtins.str] = set()
        """Names of the settings that were read so far."""

    def str(self, var: builtins.str, default: builtins.str = "") -> builtins.str:
        """Return the text of a setting unchanged, with nothing in it interpreted; `default` if it is unset or empty.

        Adds the name to `names_read`, as every other method does.
        """
        self.names_read.add(var)
        return self.ENVIRON.get(var, "") or default

    def list(self, var: builtins.str, default: Sequence[builtins.str] = ()) -> builtins.list[builtins.str]:
        """Return the parts between the commas, stripped, without empty ones; `default` where there is no part.

        So it is for a setting that is unset, empty or has nothing but commas and blanks.
        """
        return [it.strip() for it in self.str(var).split(",") if it.strip()] or [*default]

    def bool(self, var: builtins.str, default: builtins.bool) -> builtins.bool:
        """Return whether a setting is on, by a word in YES (on, true, yes, y, ok, 1) or NO (off, false, no, n, 0).

        Words count in any case; `default` if it is unset or empty. Nothing is stripped. Raises ImproperlyConfigured
        for any other word.
        """
        given = self.str(var).lower()
        if given and given not in YES | NO:
            self._refuse(var, "it is on or off")
        return given in YES if given else default

    def int(
        self, var: builtins.str, default: builtins.int, least: builtins.int = 0, most: builtins.float = math.inf
    ) -> builtins.int:
        """Return a setting as a whole number from `least` to `most`, with at most twelve digits.

        Raises ImproperlyConfigured for anything else, whether it is set or the default.
        """
        given = self.str(var, builtins.str(default))
        if not re.fullmatch(r"\d{1,12}", given, re.ASCII) or not least <= int(given) <= most:
            upwards = f"to {most}" if most < math.inf else "upwards"
            self._refuse(var, f"it is a whole number from {least} {upwards}")
        return int(given)

    def days(self, var: builtins.str, default: builtins.int) -> builtins.int:
        """Return a setting in days, a whole number from 0 to MOST_DAYS. Raises ImproperlyConfigured as `int` does."""
        return self.int(var, default, most=MOST_DAYS)

    def float(self, var: builtins.str, default: builtins.float) -> builtins.float:
        """Return a setting as a decimal number above 0, with at most six digits before the point and six after it.

        Raises ImproperlyConfigured for anything else, whether it is set or the default.
        """
        given = self.str(var, builtins.str(default))
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", given, re.ASCII) or not float(given):
            self._refuse(var, "it is a number above 0")
        return float(given)

    def choice(self, var: builtins.str, default: builtins.str, among: Sequence[builtins.str]) -> builtins.str:
        """Return a setting that is one of the words in `among`, in the same case; `default` if it is unset or empty.

        Raises ImproperlyConfigured for any other, a default that is none of them included.
        """
        if (given := self.str(var, default)) not in among:
            self._refuse(var, f"it is one of {', '.join(among)}")
        return given

    def zone(self, var: builtins.str, default: builtins.str) -> builtins.str:
        """Return the name of a time zone that this machine knows; `default` if it is unset or empty.

        Raises ImproperlyConfigured for any other, a default that is none included.
        """
        given = self.str(var, default)
        try:
            return ZoneInfo(given).key
        except (ValueError, OSError, KeyError):
            self._refuse(var, "it is the name of a time zone that this machine knows, such as Europe/Rome")

    def address(self, var: builtins.str, default: builtins.str, of: Sequence[builtins.str]) -> builtins.str:
        """Return a URL with one of the schemes in `of` and without a fragment or a port of 0.

        Where it is unset or empty that is `default`. The default may be empty; one that is not has to fit as well. A
        URL without a host passes. Raises ImproperlyConfigured for any other, and for a port that is none.
        """
        given = self.str(var, default)
        remedy = (
            f"it begins with {' or '.join(f'{it}://' for it in of)}, and its password has none of / # @ % as they are"
        )
        try:
            url = urlsplit(given)
            if given and (url.scheme not in of or url.fragment or url.port == 0):
                self._refuse(var, remedy)
        except ValueError:
            self._refuse(var, remedy)
        return given

    def each(
        self, var: builtins.str, fits: Callable[[builtins.str], object], remedy: builtins.str
    ) -> builtins.list[builtins.str]:
        """Return the parts of a setting between its commas as texts, stripped; empty where it has none.

        Empty parts are left out. Raises ImproperlyConfigured with `remedy` unless `fits` accepts each of the others; it
        rejects a part by a false result or by ValueError.
        """
        given = self.list(var)
        try:
            right = all(fits(it) for it in given)
        except ValueError:
            right = False
        if not right:
            self._refuse(var, remedy)
        return given

    def _refuse(self, var: builtins.str, remedy: builtins.str) -> NoReturn:
        """Raise ImproperlyConfigured for a setting, with the remedy and where to put it right."""
        raise ImproperlyConfigured(
            f"{var} has a value that cannot be: {remedy}. Put it right in {FILE} or where it is set."
        )


def lines(file: Path) -> list[str]:
    """Return the lines of the settings file, none where there is no file. Exits if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, UnicodeDecodeError):
        sys.exit(NOT_READ.format(file=file))


def no_database(error: Exception) -> str:
    """Return the sentence for an error with which a database cannot be used, on one line and without its statement."""
    return NO_DATABASE.format(why=" ".join(str(error).partition("\nLINE ")[0].split()).rstrip("."))


env = Environment()
"""Settings of this installation, from the environment and `.env`; `.env.example` explains each of them."""
written = lines(FILE)
"""Lines of `.env`. Those that are no settings are not given to the parser, which would log them."""
Env.read_env(StringIO("\n".join(it for it in written if LINE.match(it))))
