"""Command `sabot` of a wheel: `serve` and `demo` start the server, anything else is a command of `manage.py`.

The program is among Python's packages; `.env` and `var` are in the folder that SABOT_HOME names, else in `sabot` in the
user's data folder (XDG_DATA_HOME).
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

HOME, DATA = "SABOT_HOME", "XDG_DATA_HOME"
SERVING = {"serve": "config.serve", "demo": "config.service.demo"}
"""Modules of the commands that serve at host and port, those of USUAL where they are not given."""
USUAL = ("127.0.0.1", "8000")
USAGE = """sabot serve [HOST [PORT]]   open the house; the demo house where there is none yet
sabot demo [HOST [PORT]]    a demo house made anew, in a database of its own beside yours
sabot help                  every other command

The house lies in {home}; SABOT_HOME names another folder.
"""


def main(arguments: Sequence[str]) -> None:
    """Run a command: `serve`, `demo` or one of `manage.py`; print the usage without arguments and for `--help`.

    SABOT_HOME is set to the user's data folder where it is not set, or empty. Unless it prints the usage, makes the
    folder and the keys of a new house, and exits with a sentence where they cannot be written. `demo` serves as
    ``config.service.demo``.
    """
    home = Path(os.environ.get(HOME) or _home())
    os.environ[HOME] = str(home)
    what, *more = arguments or ["--help"]
    if what in ("-h", "--help"):
        sys.stdout.write(USAGE.format(home=home))
        return
    try:
        _give_keys(home / "var")
    except ImproperlyConfigured as unfit:
        sys.exit(str(unfit))
    if what in SERVING:
        import_module(SERVING[what]).run(*more, *USUAL[len(more) :])
    else:
        # It exits with its status if it fails.
        sys.argv = ["sabot", *arguments]
        import_module("manage").main()


def _home() -> Path:
    """Return the folder of the house where SABOT_HOME is not set: `sabot` in XDG_DATA_HOME, else in `~/.local/share`.

    Nothing is made, and SABOT_HOME is not looked at.
    """
    data = os.environ.get(DATA) or Path.home() / ".local" / "share"
    return Path(data) / "sabot"


def _give_keys(folder: Path) -> None:
    """Make folder, secret key and pepper of a new house; do nothing if ``folder``, which is its `var`, exists.

    Raises ImproperlyConfigured where they cannot be written.
    """
    # Imported here: SABOT_HOME is read at import, and has been set by now; where nobody can look, that says so.
    keys = import_module("config.keys")
    if folder.exists():
        return
    for key in (keys.KEY_FILE, keys.pepper_file()):
        keys.create(key)
