"""Change of the key of the seals: signed by the key before, or entered by two people as the one before is lost."""

import getpass
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from table.access import given_pins, pins
from table.management.registers import registers
from table.management.terminal import quiet_door
from table.models import HOUSE, Person, Pin
from table.record import door, key, refusals, seals
from table.record.press import Step
from table.record.refusals import raised_as
from table.rules.refusal import Refused
from table.verifier.keyring import AMID, OF_KEYS


def change(by: str) -> str:
    """Make a new key that signs from now on, and return its public half.

    Records `change_seal_key` under the badge `by`. The key before signs the new one, and every register is sealed
    before and after. If an earlier change was interrupted after its entry, only the rest of that one is done. Raises
    CommandError for an unknown badge, a refusal, a clock that is behind the last seal, or if the key before cannot
    sign; also where the key is changed, and only registers could not be sealed by it. Raises OSError for files before
    that: given again, the rest is done.
    """
    person = who(by)
    if not key.put():
        _check_clock()
        new, signature = key.to_come()
        if not signature:
            raise CommandError(key.alarm() or _("There is no key of the seals that could sign another one."))
        _seal()
        _enter(person, "change_seal_key", key=OF_KEYS + new, signature=signature)
        key.put()
    return _begin_to_seal()


def replace_lost(by: str, witness: str) -> str:
    """Make a new key in place of a lost one, and return its public half.

    Records `lose_seal_key` and `witness_lost_seal_key` in one transaction, after both people have given their PINs.
    Every register is sealed afterwards. If an earlier change was interrupted after its entries, only the rest of that
    one is done, without PINs. Raises CommandError if the key is not lost, for a clock that is behind the last seal, an
    unknown badge, a PIN that is wrong or was given by others, or a refusal; also where the key is replaced, and only
    registers could not be sealed by it. Raises OSError for files before that: given again, the rest is done.
    """
    people = [who(badge) for badge in (by, witness)]
    if not key.put():
        if not key.alarm():
            raise CommandError(_("The key of the seals lies here, and signs: without “--lost” it is changed."))
        _check_clock()
        for person, pin in zip(people, _pins(people), strict=True):
            _prove(person, pin)
        new, _signature = key.to_come()
        _enter_loss(people, {"key": OF_KEYS + new})
        key.put()
    return _begin_to_seal()


def who(badge: str) -> Person:
    """Return the active person with this badge. Raises CommandError if there is none."""
    person = Person.objects.filter(badge=badge, is_active=True).first()
    if person is None:
        raise CommandError(_("Nobody works here with the badge “%(badge)s”.") % {"badge": badge})
    return person


def _check_clock() -> None:
    """Raise CommandError if a seal lies here whose time is more than a minute later than the clock of this machine.

    On record the new key would have come before it: the key that has made it would not have been the house's then.
    """
    last = max((datetime.fromisoformat(it.at) for it in seals.own().seals), default=None)
    if last is not None and last > timezone.now() + AMID:
        words = _(
            "The last seal was made at %(at)s, which is later than the clock of this machine: set that right, or "
            "change the key once it is later."
        )
        raise CommandError(words % {"at": last.isoformat(timespec="seconds")})


def _enter(person: Person, verb: str, **given: Any) -> None:
    """Perform an act of the house. Raises CommandError with the sentence of a refusal."""
    with raised_as(CommandError), quiet_door():
        door.perform(HOUSE, verb, by=person, nonce=uuid4().hex, **given)


def _enter_loss(people: list[Person], given: dict[str, Any]) -> None:
    """Perform `lose_seal_key` by the first person and `witness_lost_seal_key` by the second in one transaction.

    If one is refused, neither is entered: records the refusal, and raises CommandError with its sentence.
    """
    steps = [Step(verb, given) for verb in ("lose_seal_key", "witness_lost_seal_key")]
    acts = [(by, step, uuid4().hex) for by, step in zip(people, steps, strict=True)]
    by, step, nonce = acts[0]
    with raised_as(CommandError), quiet_door():
        try:
            with transaction.atomic():
                for by, step, nonce in acts:
                    door.press(HOUSE, [step], by=by, nonce=nonce)
        except Refused as refused:  # what the door has stored of it is rolled back
            refusals.remember(HOUSE, step, refused, by=by, at=timezone.now(), nonce=nonce)
            raise


def _begin_to_seal() -> str:
    """Seal every register with the key that was just put in its place, and return its public half.

    Stops at the first that cannot be sealed, and raises CommandError: it says that the key is changed all the same.
    """
    new = key.public_key()
    try:
        _seal()
    except OSError as error:
        words = _(
            "From now on the house seals by %(key)s; hand it to whoever keeps seals. Not every register could be "
            "sealed by it: %(why)s. Put that right, and seal them by “manage.py seal --all”."
        )
        raise CommandError(words % {"key": new, "why": error}) from None
    return new


def _seal() -> None:
    """Seal every register, the house's and the tables', with the key now in use.

    One without an entry, or of a table that is gone, gets no seal. Raises NotOnRecord or another OSError
    where a seal cannot be signed or written; those written before it stay.
    """
    for code in registers((), every=True):
        seals.keep(code)


def _pins(people: list[Person]) -> Iterator[str]:
    """Yield the PIN of each person in turn, typed at the terminal, else the next line of the standard input.

    It is not checked here: a missing or empty one is yielded as "".
    """
    for person in people:
        prompt = _("PIN of %(badge)s: ") % {"badge": person.badge}
        yield getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().strip()


def _prove(person: Person, pin: str) -> None:
    """Raise CommandError unless `pin` is the person's PIN, and one that they set themselves.

    No wrong PIN is counted.
    """
    with raised_as(CommandError):
        given_pins.check_own(person)
        if not pins.fits(pin, Pin.objects.filter(person=person).first()):
            raise CommandError(_("This is not the PIN of %(badge)s; nothing was done.") % {"badge": person.badge})
