"""What the house is before it is set up: its version, and the environment that it reads, completed from `.env`.

What is written there wrongly is said in a sentence: a value that cannot be stops the house, and what only looks like a
setting is named by its checks (:mod:`config.service.dotenv`). Nothing that may be a secret is repeated.
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
"""Where the program lies: what is read here, nobody writes."""
HOME = Path(os.environ.get("SABOT_HOME") or BASE_DIR).absolute()
"""Where the house keeps `.env` and `var`: beside its sources, or where a wheel puts it (config.service.command)."""
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
"""Which Sabot this is. It is written in pyproject.toml alone; a release changes it there."""
FILE = HOME / ".env"
LINE = re.compile(r"(?:export )?(\w+)=", re.ASCII)
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[\da-fA-F:.]+\]")
CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://\S+")
YES, NO = {"on", "true", "yes", "y", "ok", "1"}, {"off", "false", "no", "n", "0"}
DATABASES = ("sqlite", "postgres", "postgresql")
NOT_READ = (
    "{file} is there, and this user cannot read it: nothing is done by settings that nobody has read. "
    "Give it to the user of the service: chown root:sabot {file} && chmod 0640 {file}"
)

of_a_command = False
"""Whether this process is an administrative command, as `manage.py` says, and no house that is served."""


class Environment:
    """Variables as the kinds of values that they are. One that is empty is not given; one that cannot be is refused."""

    ENVIRON = os.environ

    def __init__(self) -> None:
        self.asked: set[builtins.str] = set()
        """The names of every setting that anybody has asked for."""

    def str(self, var: builtins.str, default: builtins.str = "") -> builtins.str:
        """Its words as they stand there: no sign among them means anything."""
        self.asked.add(var)
        return self.ENVIRON.get(var, "") or default

    def list(self, var: builtins.str, default: Sequence[builtins.str] = ()) -> builtins.list[builtins.str]:
        """What stands between its commas."""
        return [it.strip() for it in self.str(var).split(",") if it.strip()] or [*default]

    def bool(self, var: builtins.str, default: builtins.bool) -> builtins.bool:
        """Yes or no. Whatever else somebody has written is neither."""
        given = self.str(var).lower()
        if given and given not in YES | NO:
            self._refuse(var, "it is on or off")
        return given in YES if given else default

    def int(
        self, var: builtins.str, default: builtins.int, least: builtins.int = 0, most: builtins.float = math.inf
    ) -> builtins.int:
        """A whole number within its bounds."""
        given = self.str(var, builtins.str(default))
        if not re.fullmatch(r"\d{1,12}", given, re.ASCII) or not least <= int(given) <= most:
            upwards = f"to {most}" if most < math.inf else "upwards"
            self._refuse(var, f"it is a whole number from {least} {upwards}")
        return int(given)

    def float(self, var: builtins.str, default: builtins.float) -> builtins.float:
        """A number above nothing, such as seconds."""
        given = self.str(var, builtins.str(default))
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", given, re.ASCII) or not float(given):
            self._refuse(var, "it is a number above 0")
        return float(given)

    def choice(self, var: builtins.str, default: builtins.str, among: Sequence[builtins.str]) -> builtins.str:
        """One of these words."""
        if (given := self.str(var, default)) not in among:
            self._refuse(var, f"it is one of {', '.join(among)}")
        return given

    def zone(self, var: builtins.str, default: builtins.str) -> builtins.str:
        """The name of a time zone."""
        given = self.str(var, default)
        try:
            return ZoneInfo(given).key
        except (ValueError, OSError, KeyError):
            self._refuse(var, "it is the name of a time zone that this machine knows, such as Europe/Rome")

    def address(self, var: builtins.str, default: builtins.str, of: Sequence[builtins.str]) -> builtins.str:
        """Where something is found, as a URL of one of these kinds, or nothing."""
        given = self.str(var, default)
        remedy = (
            f"it begins with {' or '.join(f'{it}://' for it in of)}, and its password has none of / # @ % as they are"
        )
        try:
            told = urlsplit(given)
            if given and (told.scheme not in of or told.fragment or told.port == 0):
                self._refuse(var, remedy)
        except ValueError:
            self._refuse(var, remedy)
        return given

    def each(
        self, var: builtins.str, fits: Callable[[builtins.str], object], remedy: builtins.str
    ) -> builtins.list[builtins.str]:
        """A list, each part of which fits, or none; ``fits`` gives nothing or raises ValueError for what does not."""
        given = self.list(var)
        try:
            right = all(fits(it) for it in given)
        except ValueError:
            right = False
        if not right:
            self._refuse(var, remedy)
        return given

    def _refuse(self, var: builtins.str, remedy: builtins.str) -> NoReturn:
        raise ImproperlyConfigured(
            f"{var} has a value that cannot be: {remedy}. Put it right in {FILE} or where it is set."
        )


def lines(file: Path) -> list[str]:
    """What stands in the file of the settings; none where there is none. The process ends where it may not be read."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError):
        sys.exit(NOT_READ.format(file=file))


env = Environment()
"""The settings of the house, read from the environment and from `.env`; `.env.example` explains every one of them."""
written = lines(FILE)
"""`.env`, line by line. What is no setting is not shown to the reader, which would repeat it aloud."""
Env.read_env(StringIO("\n".join(it for it in written if LINE.match(it))))
