"""Wrong PINs: how many, of whom and from where, until a badge has to wait; and what is stored of them.

Counted are stored attempts of the last ten minutes, so that limits hold over all processes of the house. A device is an
address. Where somebody has signed in before, they wait only for what others who have too tried at that very device; at
no device of the house does anybody wait for what strangers try outside.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from enum import StrEnum
from threading import BoundedSemaphore
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

from table.access.hashing import digest, hold
from table.models import Attack, KnownAddress, Person, Pin, WrongPin
from table.models.register import CLOCKS_DIFFER
from table.record import attacks
from table.rules.refusal import Code, require

MINUTES = 10
WINDOW = timedelta(minutes=MINUTES)
"""Time for which a wrong PIN counts, so that a lock-out ends at most this long after the last one."""
MOST_OF_A_BADGE = 5
"""Limit of wrong PINs of one badge at one device."""
MOST_AT_A_DEVICE = 20
MOST_BADGES_AT_A_DEVICE = 8
"""Limits of wrong PINs, and of different badges with wrong PINs, at one device."""
MOST_ELSEWHERE = 10
"""Limit of wrong PINs of one badge at all devices together where it has not signed in lately.

At a device of the house only those count that were tried at such devices.
"""
MOST_OF_STRANGERS = 60
"""Limit of wrong PINs of all badges together at devices where nobody of the house has signed in lately."""
KNOWN_FOR = timedelta(days=90)
"""Time for which a device is known after somebody has signed in there."""
MOST_ROWS = 500

SLOTS_OF_OWNERS, SLOTS_OF_STRANGERS, SLOTS_OF_NOBODY = BoundedSemaphore(2), BoundedSemaphore(1), BoundedSemaphore(1)
"""Slots for hashing, which takes a processor and 19 MiB.

Whoever is at a device of theirs never waits behind strangers, and nobody waits behind badges that do not exist.
"""


class AttemptLimit(StrEnum):
    """A limit that was reached."""

    DEVICE = "device"
    ADDRESS = "address"
    BADGE = "badge"
    HOUSE = "house"


ATTACKS = {
    AttemptLimit.ADDRESS: Attack.Kind.ADDRESS,
    AttemptLimit.BADGE: Attack.Kind.BADGE,
    AttemptLimit.HOUSE: Attack.Kind.HOUSE,
}
"""Attacks that reaching a limit means; a badge locked at one device may be somebody who forgot the PIN."""


class Attempt(NamedTuple):
    """An attempt to sign in with a badge at an address.

    ``digest`` stands for what was typed as the badge, ``person`` is None where nobody has it. ``own``: this person has
    signed in there within KNOWN_FOR; ``ours``: somebody of the house has.
    """

    digest: str
    person: Person | None
    pin: Pin | None
    address: str
    own: bool
    ours: bool

    @property
    def lifted(self) -> bool:
        """Whether a lock-out of this badge was lifted within WINDOW, and this is a device of the house (`ours`).

        Not where the lifting is more than CLOCKS_DIFFER in the future.
        """
        at = self.pin.lifted if self.pin else None
        return self.ours and at is not None and _since() <= at <= timezone.now() + CLOCKS_DIFFER


def attempt(badge: str, person: Person | None, address: str) -> Attempt:
    """Return what is known of an attempt, with no PIN hashed and nothing stored.

    That is a keyed digest of `badge` as typed, the PIN row of `person`, who has that badge, and whether they (`own`) or
    anybody at all (`ours`) have signed in at this address within KNOWN_FOR.
    """
    known = KnownAddress.objects.filter(address=address, at__gte=timezone.now() - KNOWN_FOR)
    own = person is not None and known.filter(person=person).exists()
    pin = Pin.objects.filter(person=person).first() if person else None
    return Attempt(digest("badge", badge).hex()[:32], person, pin, address, own, own or known.exists())


def hashing_slot(of: Attempt) -> AbstractContextManager[None]:
    """Hold a slot for hashing a PIN while the block runs, and free it after.

    There are separate ones for badges at a device of theirs, for other badges, and for badges that nobody has. Blocks
    for up to ten seconds, then refuses (E_RATE).
    """
    return hold(SLOTS_OF_OWNERS if of.own else SLOTS_OF_STRANGERS if of.person else SLOTS_OF_NOBODY)


# --- limits


def check(of: Attempt) -> None:
    """Refuse (E_RATE) an attempt where a limit is reached; the sentence says which, and what helps. Stores nothing."""
    limit = next(reached(of), None)
    require(
        limit is not AttemptLimit.DEVICE,
        Code.RATE,
        "This badge is locked at this device: five wrong PINs in a row. The Direzione can lift it at once; "
        "otherwise try again in ten minutes.",
    )
    require(
        limit is not AttemptLimit.ADDRESS,
        Code.RATE,
        "Too many wrong PINs were tried at this device. Sign in at another one, or try again in ten minutes.",
    )
    require(
        limit is not AttemptLimit.BADGE,
        Code.RATE,
        "Wrong PINs of this badge are being tried elsewhere. Sign in at a device where you have signed in before, "
        "or let the Direzione lift it.",
    )
    require(
        limit is not AttemptLimit.HOUSE,
        Code.RATE,
        "Wrong PINs are being tried at many devices. Sign in at a device of the house that is in use already.",
    )


def reached(of: Attempt) -> Iterator[AttemptLimit]:
    """Yield the limits of wrong PINs that keep this badge from being tried here now, narrowest first, if any.

    DEVICE: of the badge at this device. ADDRESS: of all badges at this device, or the number of these badges; if this
    one has signed in here, only tries of badges that had count. Unless it has, or its lock-out is lifted, also BADGE:
    of the badge where it had not signed in (at a device of the house: only at such devices); and HOUSE, unless this is
    a device of the house: of all badges that somebody has, at all devices that are none of the house.
    """
    here = list(_counting().filter(address=of.address).values_list("digest", "own")[:MOST_ROWS])
    if [digest for digest, _own in here].count(of.digest) >= MOST_OF_A_BADGE:
        yield AttemptLimit.DEVICE
    # Whoever works at this device waits for none of those who never did: a stranger who stands at it locks nobody out.
    tried = [digest for digest, own in here if own or not of.own]
    if len(tried) >= MOST_AT_A_DEVICE or len(set(tried)) >= MOST_BADGES_AT_A_DEVICE:
        yield AttemptLimit.ADDRESS
    if of.own or of.lifted:
        return
    # At a device of the house what is tried at devices outside counts for nothing.
    elsewhere = _counting().filter(digest=of.digest, own=False, **({"ours": True} if of.ours else {}))
    if elsewhere[:MOST_ELSEWHERE].count() >= MOST_ELSEWHERE:
        yield AttemptLimit.BADGE
    strange = _counting().filter(ours=False).exclude(badge="")[:MOST_OF_STRANGERS]
    if not of.ours and strange.count() >= MOST_OF_STRANGERS:
        yield AttemptLimit.HOUSE


def _counting() -> "QuerySet[WrongPin]":
    """Query the wrong PINs that count: of the last ten minutes, not forgiven, and at most a minute in the future.

    Later ones come about where a clock was set back, and would lock somebody out for longer.
    """
    return WrongPin.objects.filter(at__gte=_since(), at__lte=timezone.now() + CLOCKS_DIFFER, forgiven=False)


def _since() -> datetime:
    """Return the time before which wrong PINs no longer count, WINDOW ago."""
    return timezone.now() - WINDOW


# --- storing attempts


def begin(of: Attempt) -> WrongPin:
    """Save one more wrong PIN and return its row, before the PIN is tried: of many at once each is counted in time.

    Locks the PIN of the badge meanwhile, if it has one. Refuses (E_RATE) where a limit is reached.
    """
    with transaction.atomic():
        if of.pin is not None:
            Pin.objects.select_for_update().get(pk=of.pin.pk)
        check(of)
        badge = of.person.badge if of.person else ""
        given = {"digest": of.digest, "address": of.address, "own": of.own, "ours": of.ours}
        return WrongPin.objects.create(badge=badge, at=timezone.now(), **given)


def right(of: Attempt, row: WrongPin) -> None:
    """Mark the wrong PINs of the badge at this device as forgiven, as this one was right, and note the device as known.

    Their rows stay, but ``row``, the one that :func:`begin` has saved, is deleted.
    """
    assert of.person is not None, "nobody has a PIN"
    row.delete()
    WrongPin.objects.filter(digest=of.digest, address=of.address, forgiven=False).update(forgiven=True)
    KnownAddress.objects.update_or_create(person=of.person, address=of.address, defaults={"at": timezone.now()})


def wrong(of: Attempt) -> None:
    """Store an attack where a limit of the address, the badge or the house is reached by this wrong PIN.

    One that went on within the last hour is counted up instead. A badge that nobody has makes no attack on a badge, nor
    does one that is locked at a single device.
    """
    whom = {
        AttemptLimit.ADDRESS: of.address,
        AttemptLimit.BADGE: of.person.badge if of.person else "",
        AttemptLimit.HOUSE: "",
    }
    for limit in reached(of):
        if limit in ATTACKS and (whom[limit] or limit is AttemptLimit.HOUSE):
            attacks.goes_on(ATTACKS[limit], whom[limit])


# --- seeing, lifting and forgetting lock-outs


class LockOut(NamedTuple):
    """Places where a badge cannot be tried now: these devices; with ``elsewhere`` also those where it never signed in.

    Never is within KNOWN_FOR. Of devices of the house ``elsewhere`` holds only if the wrong PINs were tried at such
    devices.
    """

    devices: list[str]
    elsewhere: bool = False


def locked() -> dict[str, LockOut]:
    """Map each badge locked now by its own wrong PINs to the places: `devices`, addresses in order, and `elsewhere`.

    The latter says that it is locked also where it has not signed in. Only badges that somebody has; limits of a device
    or of the house, which keep out other badges too, do not count.
    """
    rows = _counting().exclude(badge="").order_by()
    at_devices = rows.values_list("badge", "address").annotate(wrong=Count("pk")).filter(wrong__gte=MOST_OF_A_BADGE)
    strange = rows.filter(own=False).values_list("badge").annotate(wrong=Count("pk")).filter(wrong__gte=MOST_ELSEWHERE)
    found = {badge: LockOut([], elsewhere=True) for badge, _wrong in strange}
    for badge, address, _wrong in at_devices.order_by("badge", "address"):
        found.setdefault(badge, LockOut([])).devices.append(address)
    return found


def lift(badge: str) -> None:
    """Forgive the wrong PINs of a badge, which count no more, and free it at devices of the house for a time of WINDOW.

    There the limit MOST_ELSEWHERE does not apply to it meanwhile; those of the single device count what is tried from
    now on. The rows are not deleted.
    """
    WrongPin.objects.filter(badge=badge, forgiven=False).update(forgiven=True)
    Pin.objects.filter(person__badge=badge).update(lifted=timezone.now())


def forget(badge: str) -> None:
    """Delete the known devices of whoever has this badge, and its wrong PINs; sessions, and attacks on it, stay."""
    WrongPin.objects.filter(badge=badge).delete()
    KnownAddress.objects.filter(person__badge=badge).delete()


def old(at: datetime) -> "tuple[QuerySet[WrongPin], QuerySet[Attack], QuerySet[KnownAddress]]":
    """Query what may be deleted: wrong PINs and attacks before this time, and devices unused for the last ninety days.

    Wrong PINs and attacks of the last ten minutes, which may lock somebody out, are left out whatever the time.
    """
    over = min(at, _since())
    unused = KnownAddress.objects.filter(at__lt=timezone.now() - KNOWN_FOR)
    return WrongPin.objects.filter(at__lt=over), Attack.objects.filter(last__lt=over), unused
