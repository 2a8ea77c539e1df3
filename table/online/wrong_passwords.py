"""Wrong passwords of the online game: how many are borne of a name and from where, before it has to wait.

As at the sign-in of the staff: counted are the rows of the last ten minutes, in every process, and a password counts
as a wrong one before it is tried. Somebody who signed in last from this very address waits for nothing that was tried
elsewhere. Passwords are hashed one at a time, so that nobody's strangers take the house's processor.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import BoundedSemaphore

from django.db import transaction
from django.utils import timezone

from table.models import WrongPassword
from table.rules.refusal import Code, Refused, require

WINDOW = timedelta(minutes=10)
MOST_OF_A_NAME_HERE = 5
MOST_AT_AN_ADDRESS = 20
MOST_OF_A_NAME = 30
"""Wrong passwords of one name at one address, of all names at one address, of one name at all addresses."""
LONGEST_WAIT_SECONDS = 10.0
HASHES = BoundedSemaphore(1)


@contextmanager
def tried(named: str, *, address: str, known: bool) -> Iterator[None]:
    """A password is tried: it counts until it has proved right. ``known``: this name was signed in here last."""
    with transaction.atomic():
        _check(named, address, known=known)
        WrongPassword.objects.create(digest=named, address=address, at=timezone.now())
    yield
    WrongPassword.objects.filter(digest=named, address=address).delete()


def _check(named: str, address: str, *, known: bool) -> None:
    since = timezone.now() - WINDOW
    WrongPassword.objects.filter(at__lt=since).delete()
    of_it = WrongPassword.objects.filter(digest=named)
    reached = (
        of_it.filter(address=address).count() >= MOST_OF_A_NAME_HERE
        or WrongPassword.objects.filter(address=address).count() >= MOST_AT_AN_ADDRESS
        or (not known and of_it.count() >= MOST_OF_A_NAME)
    )
    require(not reached, Code.RATE, "Too many wrong passwords were tried. Try again in ten minutes.")


@contextmanager
def turn() -> Iterator[None]:
    """Hash when it is one's turn; refused where that takes too long."""
    if not HASHES.acquire(timeout=LONGEST_WAIT_SECONDS):
        raise Refused(Code.RATE, "Too many are signing in at this moment. Try again in a few seconds.")
    try:
        yield
    finally:
        HASHES.release()
