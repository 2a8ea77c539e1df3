"""Limits on wrong passwords of the online game, by name and by address.

As at the sign-in of the staff, the rows of the last ten minutes are counted, across all processes, and a try counts as
wrong until it has succeeded. Tries from elsewhere do not lock out a player at the address of their last sign-in.
Passwords are hashed one at a time in each process, so that strangers cannot take up the processor.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import BoundedSemaphore

from django.db import transaction
from django.utils import timezone

from table.models import WrongPassword
from table.models.register import CLOCKS_DIFFER
from table.rules.refusal import Code, require

WINDOW = timedelta(minutes=10)
MOST_OF_A_NAME_HERE = 5
MOST_AT_AN_ADDRESS = 20
MOST_OF_A_NAME = 30
"""Wrong passwords allowed in the window: of a name at an address, of all names at one, of a name at all addresses."""
SLOTS = BoundedSemaphore(1)
"""Slot for hashing a password."""


@contextmanager
def tried(named: str, *, address: str, known: bool) -> Iterator[None]:
    """Count a try as wrong when the block begins.

    If the block does not raise, delete the tries of this name at this address. `named` is a digest of the name; `known`
    says that its last sign-in was at this address: then tries from elsewhere do not count. Refuses (E_RATE) if a limit
    is reached.
    """
    with transaction.atomic():
        _check(named, address, known=known)
        WrongPassword.objects.create(digest=named, address=address, at=timezone.now())
    yield
    WrongPassword.objects.filter(digest=named, address=address).delete()


def _check(named: str, address: str, *, known: bool) -> None:
    """Refuse (E_RATE) if one of three limits on the wrong tries of the last ten minutes is reached.

    They are on tries of this name from this address, of any name from it, and of this name from anywhere; the last is
    left out if the address is `known` as the player's. Deletes older tries before, and those that are more than
    CLOCKS_DIFFER later than now, from before a clock was set back.
    """
    now = timezone.now()
    WrongPassword.objects.exclude(at__range=(now - WINDOW, now + CLOCKS_DIFFER)).delete()
    of_it = WrongPassword.objects.filter(digest=named)
    reached = (
        of_it.filter(address=address).count() >= MOST_OF_A_NAME_HERE
        or WrongPassword.objects.filter(address=address).count() >= MOST_AT_AN_ADDRESS
        or (not known and of_it.count() >= MOST_OF_A_NAME)
    )
    require(not reached, Code.RATE, "Too many wrong passwords were tried. Try again in ten minutes.")
