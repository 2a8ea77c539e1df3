"""The command `sabot` of a wheel: `serve` and `demo` open a house, everything else is a command of `manage.py`.

The program lies among Python's packages. The house lies in a folder of its own, with `.env` and `var`: in the one that
SABOT_HOME names, else in `sabot` where programs of this user keep their data (XDG_DATA_HOME).
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

HOME, DATA = "SABOT_HOME", "XDG_DATA_HOME"
DEMO = "demo.sqlite3"
USAGE = """sabot serve [HOST [PORT]]   open the house; the demo house where there is none yet
sabot demo [HOST [PORT]]    a demo house made anew, in a database of its own beside yours
sabot help                  every other command

The house lies in {home}; SABOT_HOME names another folder.
"""


def main(arguments: Sequence[str]) -> None:
    """Do what is asked for; without a word the ways to ask are shown."""
    home = Path(os.environ.setdefault(HOME, str(_home())))
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    what, *more = arguments or ["--help"]
    if what in ("-h", "--help"):
        sys.stdout.write(USAGE.format(home=home))
        return
    _give_keys(home / "var")
    if what == "demo":
        import_module("config.doors.anew").away(home / "var" / DEMO)
        os.environ |= {"DEMO": "on", "DATABASE_URL": f"sqlite:///var/{DEMO}"}
    if what in ("serve", "demo"):
        _serve(*more)
    else:
        _manage(arguments)


def _home() -> Path:
    data = os.environ.get(DATA) or Path.home() / ".local" / "share"
    return Path(data) / "sabot"


def _give_keys(folder: Path) -> None:
    """A house that is new gets its keys; one that was there before and misses one is told so, by whoever needs it."""
    if folder.exists():
        return
    # Where the house lies is read with the first import of the program: by now it is decided.
    keys = import_module("config.keys")
    for key in (keys.KEY_FILE, keys.pepper_file()):
        keys.create(key)


def _serve(host: str = "127.0.0.1", port: str = "8000") -> None:
    serve = import_module("config.serve")
    try:
        serve.main(host, port)
    except serve.ImproperlyConfigured as unfit:
        sys.exit(str(unfit))


def _manage(arguments: Sequence[str]) -> None:
    sys.argv = ["sabot", *arguments]
    import_module("manage").main()
