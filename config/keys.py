"""The key that signs cookies and forms: given by the environment, or kept in a file that only its owner can read."""

import os
import secrets
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

KEY_FILE = Path(__file__).resolve().parent.parent / "var" / "secret_key"
NO_KEY = (
    "SECRET_KEY is not set. Put a long random one into the environment or .env, "
    "or run `make key`, which keeps one in {path}."
)


def secret_key(given: str, *, path: Path, may_create: bool) -> str:
    """The key to sign with; ImproperlyConfigured when there is none and none may be made up."""
    if given:
        return given
    if may_create:
        create(path)
    if not path.exists():
        raise ImproperlyConfigured(NO_KEY.format(path=path))
    return path.read_text(encoding="utf-8").strip()


def create(path: Path) -> None:
    """A new key in `path`, readable by its owner only; one that is there already stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        # The mode is given at the creation itself: a chmod afterwards would leave a moment in which others may read.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(secrets.token_urlsafe(48))


if __name__ == "__main__":
    create(KEY_FILE)
    sys.stdout.write(f"The secret key of this house lies in {KEY_FILE}\n")
