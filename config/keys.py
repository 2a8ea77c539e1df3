"""Secret key and pepper: each in a file that is made for its owner alone, never in the database.

The secret key signs cookies and forms, and may come from the environment instead. The pepper is mixed into every PIN
before it is hashed, so that no PIN can be tried with a copy of the database alone. `python -m config.keys` makes both.
"""

import secrets
import sys
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config import private
from config.environment import HOME, env
from table.record.machine import files

KEY_FILE = HOME / "var" / "secret_key"
NO_KEY = (
    "SECRET_KEY is not set. Put a long random one into the environment or .env, "
    "or run `make key` (`.venv/bin/python -m config.keys` where there is no make), which keeps one in {path}."
)
FEWEST_SIGNS = 32
NO_PEPPER = (
    "There is no pepper in {path}, and without it no PIN of this house can be checked. Bring the file back from where "
    "the keys of the house are kept, or let PIN_PEPPER_FILE name it; a new house makes one by `make key` "
    "(`.venv/bin/python -m config.keys` where there is no make)."
)
SHORT = (
    "The {name} in {path} is too short: it has at least {fewest} signs. Bring back the file as the house has made it."
)

NOT_READ = (
    "The {name} in {path} cannot be read by this user: {why}. Give the file to the user of the service, or let its "
    "group read it."
)


def secret_key(given: str, *, path: Path, may_create: bool) -> str:
    """Return `given` unchecked, or if that is empty the key in the file `path`, which is made if `may_create`.

    Raises ImproperlyConfigured if no file is there or can be made or read, or its key has fewer than FEWEST_SIGNS
    characters.
    """
    if given:
        return given
    return _read(path, may_create=may_create, missing=NO_KEY, name="secret key")


def pepper(path: Path, *, may_create: bool) -> bytes:
    """Return the pepper in the file `path`, which is made if `may_create` and it is missing.

    Raises ImproperlyConfigured if no file is there or can be made or read, or it has fewer than FEWEST_SIGNS
    characters.
    """
    return _read(path, may_create=may_create, missing=NO_PEPPER, name="pepper").encode()


def pepper_file() -> Path:
    """Return the path of the pepper file: PIN_PEPPER_FILE, `var/pin_pepper` if unset; a relative one is below HOME."""
    return Path(HOME / env.str("PIN_PEPPER_FILE", default="var/pin_pepper"))


def create(path: Path) -> None:
    """Write a new random key to `path`, all of it and readable by its owner only; a file that exists stays as it is.

    It is given to the owner of its folder where this process is root. Missing folders above it are made as well. Raises
    ImproperlyConfigured where it cannot be written.
    """
    with private.writable(path), suppress(FileExistsError):
        # A folder that this user may not enter does not tell.
        if path.exists():
            return
        private.folder(path.parent)
        # It gets its name last: on a full disk half a key would stay, which no second call makes whole.
        with files.write_once(path, like=path.parent) as file:
            file.write(secrets.token_urlsafe(48).encode())


def _read(path: Path, *, may_create: bool, missing: str, name: str) -> str:
    """Return the key in `path` without blanks around it, after making it if `may_create` and it is not there.

    Raises ImproperlyConfigured if none is there, with `missing` and its ``{path}``, if none can be made, and, naming it
    by `name`, if it has fewer than FEWEST_SIGNS signs or cannot be read.
    """
    if may_create:
        create(path)
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise ImproperlyConfigured(missing.format(path=path)) from None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ImproperlyConfigured(NOT_READ.format(name=name, path=path, why=why)) from None
    if len(secret) < FEWEST_SIGNS:
        raise ImproperlyConfigured(SHORT.format(name=name, path=path, fewest=FEWEST_SIGNS))
    return secret


if __name__ == "__main__":
    try:
        for key in (KEY_FILE, pepper_file()):
            create(key)
    except ImproperlyConfigured as unfit:
        sys.exit(str(unfit))
    sys.stdout.write(f"The secret key of this house lies in {KEY_FILE}, the pepper of its PINs in {pepper_file()}\n")
