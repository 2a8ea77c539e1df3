"""PINs: their form, and how they are drawn, stored and checked; all before the door, as no PIN reaches a verb."""

import hmac
import re
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple
from uuid import uuid4

import msgspec
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from table.access import hashing
from table.models import HOUSE, MACHINE, Entry, Person, Pin
from table.models.tables import given_pin_delay
from table.record import door
from table.record.chain import read
from table.record.press import PressResult, Step
from table.rules.refusal import Code, Refused, require

DIGITS = 6
_PIN = re.compile(r"[0-9]{6,12}")
_RUNS = "0123456789" * 3, "9876543210" * 3


def check(pin: str) -> None:
    """Refuse (E_ARGUMENTS) a PIN that is not six to twelve digits, or easy to guess.

    Easy are fewer than three different digits, and digits that count up or down by one, also over 9 and 0.
    """
    require(_PIN.fullmatch(pin), Code.ARGUMENTS, "A PIN has six to twelve digits.")
    require(not _plain(pin), Code.ARGUMENTS, "This PIN is too easy to guess; choose another one.")


def new() -> str:
    """Draw a PIN of six digits that is not easy to guess, to be shown once."""
    while _plain(pin := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"):
        pass
    return pin


class PinSetting(NamedTuple):
    """Facts that the register keeps of a PIN that is set: a proof of its hash, and whether its owner had one before."""

    proof: str
    anew: bool


Record = Callable[[PinSetting], PressResult]
"""Act that records that a PIN is set; raises :class:`Refused`."""


def give(badge: str, record: Record, *, nonce: str) -> str:
    """Set a new PIN for somebody, and return it to be shown once; "" where the press with this nonce has set one.

    ``record`` has to press with this ``nonce``, which is only looked up here. Sessions begun with their PIN before end.
    Raises :class:`Refused` as ``record`` does, and Person.DoesNotExist for a badge that nobody has; then nothing is
    set.
    """
    if was_entered(nonce):
        return ""
    pin = new()
    set_(badge, pin, record)
    return pin


def was_entered(nonce: str) -> bool:
    """Whether the press of the house with this nonce is recorded: what it has set or lifted is not done again."""
    return Entry.objects.filter(register=HOUSE, nonce=nonce).exists()


def set_(badge: str, pin: str, record: Record) -> None:
    """Set a PIN, whose form is not checked here, in the transaction that records it; ends sessions of the one before.

    The PIN is hashed before the house is locked, as that takes a while; ``record`` is called with the
    :class:`PinSetting`. Raises :class:`Refused` as ``record`` does: then nothing is set, and what the door noted of
    the refusal stays as :func:`in_one_transaction` has it. Raises Person.DoesNotExist for a badge that nobody has.
    """
    hashed = make_password(pin)
    setting = PinSetting(proof(badge, hashed), is_set(badge))
    in_one_transaction(lambda: record(setting), lambda: keep(badge, hashed))


def in_one_transaction(record: Callable[[], object], store: Callable[[], None]) -> None:
    """Call ``record``, which presses an act, and then ``store`` in one transaction.

    Raises :class:`Refused` as ``record`` does; then ``store`` is not called, and what the door noted of it stays,
    unless it ends an outer transaction too.
    """
    refusal = None
    with transaction.atomic():
        try:
            record()
        except Refused as refused:
            # Raised again outside: what the door has stored of the refusal must not be rolled back.
            refusal = refused
        else:
            store()
    if refusal:
        raise refusal


def at_the_machine(person: Person) -> Record:
    """Return the act that records a PIN which a command gives (``give_pin``), under the badge of its owner.

    It is a function of a :class:`PinSetting`, each call of which is a press with a nonce of its own.
    """

    def record(setting: PinSetting) -> PressResult:
        """Press `give_pin` in the house's register, as shown at the machine, with how long the PIN decides nothing."""
        given = {"badge": person.badge, "shown_at": MACHINE, "proof": setting.proof, "anew": setting.anew}
        given["hours"] = given_pin_delay()
        return door.press(HOUSE, [Step("give_pin", given)], by=person, nonce=uuid4().hex)

    return record


# --- the stored hash, read and written nowhere else


def keep(badge: str, hashed: str) -> None:
    """Store the hash of somebody's PIN in place of the one before, and end their sessions that were begun with that.

    Only in the transaction of the entry that records it. Raises Person.DoesNotExist for a badge that nobody has.
    """
    person = Person.objects.get(badge=badge)
    with transaction.atomic():
        Pin.objects.update_or_create(person=person, defaults={"hashed": hashed, "pepper": hashing.fingerprint()})
        Person.objects.filter(pk=person.pk).update(pin_mark=secrets.token_urlsafe(16))


def check_pepper(pin_row: Pin | None) -> None:
    """Refuse (E_SIGNED_OUT) a stored PIN whose hash was made with another pepper than the house has now.

    None passes, and a hash from before there was a pepper. The sentence asks for the file of the other one.
    """
    require(
        pin_row is None or pin_row.pepper in _comparable(),
        Code.SIGNED_OUT,
        "The PINs of this house were hashed with another pepper than the one that it has now. The operator brings the "
        "file back.",
    )


def _comparable() -> tuple[str, str]:
    """Return the marks of peppers whose hashes can be compared: of none, and of the one that the house has now."""
    return "", hashing.fingerprint()


def fits(pin: str, pin_row: Pin | None) -> bool:
    """Whether a PIN is the stored one; where none is stored (None) it takes as long to return False.

    If it fits, a hash from before there was a pepper is replaced by one with it. Refuses (E_SIGNED_OUT) another pepper
    (:func:`check_pepper`).
    """
    check_pepper(pin_row)
    if pin_row is None:
        make_password(pin)
        return False

    def anew(same: str) -> None:
        """Store a hash with the pepper, of this PIN, in place of the one in ``pin_row``, whose object is not changed.

        Nothing if another hash was stored since that was read. Records nothing, and ends no session.
        """
        columns = {"hashed": make_password(same), "pepper": hashing.fingerprint()}
        Pin.objects.filter(pk=pin_row.pk, hashed=pin_row.hashed).update(**columns)

    return check_password(pin, pin_row.hashed, None if pin_row.pepper else anew)


def stored() -> dict[str, str]:
    """Map the badge of everybody who has a PIN, also of those who work here no more, to its stored hash."""
    return dict(Pin.objects.order_by("person__badge").values_list("person__badge", "hashed"))


def is_set(badge: str) -> bool:
    """Whether somebody has a PIN; False as well for a badge that nobody has."""
    return Pin.objects.filter(person__badge=badge).exists()


def is_of_another_pepper(badge: str) -> bool:
    """Whether somebody has a PIN that cannot be compared, as it was hashed with another pepper than the house has now.

    False for whoever has none.
    """
    return Pin.objects.filter(person__badge=badge).exclude(pepper__in=_comparable()).exists()


# --- the proof of a stored hash


def proof(badge: str, hashed: str) -> str:
    """Return what an entry keeps of the hash that it set, ``fingerprint:HMAC``; the pepper is needed to compute it.

    The fingerprint of the pepper tells another pepper from another hash.
    """
    return f"{hashing.fingerprint()}:{hashing.digest(PROOF, f'{badge}:{hashed}').hex()}"


PROOF = "proof of a stored PIN"


class ProvenPins(NamedTuple):
    """Stored PINs compared with the register: ``faults``, and how many PINs were compared.

    ``before`` were set before entries kept a proof, ``elsewhere`` under another pepper; these cannot be compared.
    """

    faults: list[str]
    compared: int
    before: int
    elsewhere: int


def proven() -> ProvenPins:
    """Compare every stored hash, and every one that should be there, with the last entry that set one for its badge.

    `faults` are English sentences in the order of badges: a hash other than the one on record, one that is gone, and
    one that no entry set. Not compared, and no fault, are an entry that kept no proof (counted as `before` if there is
    a hash) and one whose proof is of another pepper (`elsewhere`).
    """
    entered, in_rows = _entered(), stored()
    found = {
        badge: _fits(badge, entered.get(badge), in_rows.get(badge)) for badge in sorted(entered.keys() | in_rows.keys())
    }
    counted = Counter(found.values())
    faults = [FAULTS[it] % {"badge": badge} for badge, it in found.items() if it in FAULTS]
    looked_at = sum(counted[it] for it in ("fits", "another", "gone"))
    return ProvenPins(faults, looked_at, counted["before"], counted["elsewhere"])


FAULTS = {
    "another": "house: the PIN of %(badge)s is not the one that was set on record",
    "gone": "house: the PIN of %(badge)s is on record, and gone",
    "unknown": "house: the PIN of %(badge)s is on no record",
}


def _fits(badge: str, entered: str | None, hashed: str | None) -> str:
    """Compare a stored hash (None: none) with the proof of its last entry, and return the result as a word.

    ``entered`` is None where no entry set a PIN ("unknown"), and empty where that kept no proof ("before", or "none"
    without a hash). Else, looked at in this order: "elsewhere" for another pepper, "gone" without a hash, "fits" or
    "another".
    """
    if entered is None:
        return "unknown"
    if not entered:
        return "before" if hashed is not None else "none"
    if not entered.startswith(f"{hashing.fingerprint()}:"):
        return "elsewhere"
    if hashed is None:
        return "gone"
    return "fits" if hmac.compare_digest(proof(badge, hashed), entered) else "another"


class _Arguments(msgspec.Struct):
    """Arguments of an entry that set a PIN: badge, "" for that of its actor, and proof, "" where it kept none."""

    badge: str = ""
    proof: str = ""


def _entered() -> dict[str, str]:
    """Map each badge for which an entry has set a PIN to the proof in the last such entry; "" where that has none.

    Entries that somebody has altered so that they cannot be read are left out: the audit of the register names them.
    """
    rows = Entry.objects.filter(register=HOUSE, verb__in=("give_pin", "set_own_pin")).order_by("number")
    entered: dict[str, str] = {}
    for actor, arguments in rows.values_list("actor", "arguments").iterator():
        with suppress(ValueError):
            given = read(arguments, _Arguments)
            entered[given.badge or actor] = given.proof
    return entered


def _plain(pin: str) -> bool:
    """Whether a PIN has fewer than three different digits, or all digits count up or down by one, also over 9 and 0."""
    return len(set(pin)) < 3 or any(pin in run for run in _RUNS)
