"""PINs: what is one, and how a new one is drawn. They are checked before the door and never reach a verb."""

import re
import secrets
from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from table.models import HOUSE, Entry, Person
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
            Person.objects.filter(badge=badge).update(password=hashed)
    if refusal:
        raise refusal
    return pin


def _plain(pin: str) -> bool:
    return len(set(pin)) < 3 or any(pin in run for run in _RUNS)
