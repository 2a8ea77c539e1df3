"""Mark of a restore while it exchanges keys and database: one that was killed meanwhile has left it behind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from table.backup.pack import Failed
from table.record.machine import owner
from table.record.machine.files import replace_atomically

BROKEN_OFF = _("A restore was broken off while keys and database were exchanged: this may be half of either house.")
ONCE_MORE = _(
    "Run `manage.py restore` of that backup once more; `--replace` names the database if one lies there. It removes "
    "%(file)s."
)


def mark() -> Path:
    """Return the path of the mark, ``restore_broken_off`` beside the key of the seals, whether or not it is there."""
    return Path(settings.SEAL_KEY_FILE).with_name("restore_broken_off")


def check_whole() -> None:
    """Raise Failed with fault and remedy while the mark is there."""
    if mark().exists():
        raise Failed(f"{gettext(BROKEN_OFF)} {gettext(ONCE_MORE) % {'file': mark()}}")


class Mark:
    """Mark of one restore; that of an earlier one, which has left half of its work, stays until a restore succeeds."""

    def __init__(self) -> None:
        """Lay no mark yet, but note whether an earlier restore has left one."""
        self._left_before = mark().exists()

    def lay(self) -> None:
        """Write the mark to disk, an empty file of whoever owns its folder. Raises OSError."""
        owner.folder(mark().parent)
        with replace_atomically(mark()) as file:
            owner.give(file.fileno(), mark().parent)

    def undone(self) -> None:
        """Remove the mark, if there is one of this restore: keys and database are those of before, all of them."""
        if not self._left_before:
            mark().unlink(missing_ok=True)


@contextmanager
def exchanged() -> Iterator[None]:
    """Remove the mark at the end of the block, which comes after the exchange, also if it fails.

    Keys and database are those of one house by then.
    """
    try:
        yield
    finally:
        mark().unlink(missing_ok=True)
