"""PINs: what is one, how a new one is drawn, kept and checked: before the door, as none ever reaches a verb."""

import re
import secrets
from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone

from table.access.hashing import fingerprint
from table.models import HOUSE, Entry, Person, Pin
from table.record.press import Answer
from table.rules.refusal import Code, Refused, require

DIGITS = 6
_PIN = re.compile(r"[0-9]{6,12}")
_RUNS = "01234567890123456789", "98765432109876543210"


def check(pin: str) -> None:
    """Refused unless it is six to twelve digits that nobody guesses first."""
    require(_PIN.fullmatch(pin), Code.ARGUMENTS, "A PIN has six to twelve digits.")
    require(not _plain(pin), Code.ARGUMENTS, "This PIN is too easy to guess; choose another one.")


def new() -> str:
    """A PIN drawn for somebody, to be shown once."""
    while _plain(pin := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"):
        pass
    return pin


def keep(badge: str, hashed: str) -> None:
    """From now on this is the PIN of somebody, in place of the one before; whoever is signed in with that is not."""
    person = Person.objects.get(badge=badge)
    with transaction.atomic():
        Pin.objects.update_or_create(person=person, defaults={"hashed": hashed, "pepper": fingerprint()})
        Person.objects.filter(pk=person.pk).update(pin_mark=secrets.token_urlsafe(16))


def fits(pin: str, kept: Pin | None) -> bool:
    """Whether this PIN is the one that is kept; where none is, it takes as long to say no.

    A hash of another kind than new ones have, such as one of before there was a pepper, is written anew.
    """
    if kept is None:
        make_password(pin)
        return False
    require(
        kept.pepper in ("", fingerprint()),
        Code.SIGNED_OUT,
        "The PINs of this house were hashed with another pepper than the one that it has now. The operator brings the "
        "file back.",
    )

    def anew(same: str) -> None:
        Pin.objects.filter(pk=kept.pk, hashed=kept.hashed).update(hashed=make_password(same), pepper=fingerprint())

    return check_password(pin, kept.hashed, anew)


def given() -> set[str]:
    """The badges of everybody who has a PIN."""
    return set(Pin.objects.values_list("person__badge", flat=True))


def give(badge: str, record: Callable[[datetime], Answer]) -> str:
    """A new PIN for somebody, set in the transaction that records it; empty where this press had given one already.

    It is hashed before the house is locked, as that takes a while. Raises :class:`Refused` as the record does.
    """
    pin, at = new(), timezone.now()
    hashed, refusal = make_password(pin), None
    with transaction.atomic():
        try:
            answer = record(at)
        except Refused as refused:
            # Raised again outside: what the door has kept of the refusal is not to be undone.
            refusal = refused
        else:
            if Entry.objects.get(register=HOUSE, number=answer.number).at != at:
                return ""
            keep(badge, hashed)
    if refusal:
        raise refusal
    return pin


def _plain(pin: str) -> bool:
    return len(set(pin)) < 3 or any(pin in run for run in _RUNS)
