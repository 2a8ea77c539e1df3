"""PINs that others have given: whoever saw one could use it, so its owner and readers of their word are told.

A given PIN opens only the page on which its owner sets their own. For a month after one was given anew they are told so
at every sign-in; it is recorded with what they attest, and they cannot attest at the device that had shown it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from table.models import GivenPin, Person
from table.record.press import Step
from table.record.refusals import remember
from table.rules.authority import cite
from table.rules.refusal import Code, Refused, require

RECENTLY = timedelta(days=30)


def check_own(person: Person) -> None:
    """Refuse (E_PIN_NOT_OWN) while the last PIN that others gave was not replaced by an own one; never without one."""
    last = GivenPin.objects.filter(person=person).order_by("-number").first()
    require(
        last is None or last.used is not None,
        Code.PIN_NOT_OWN,
        "This PIN was given by somebody else, and attests nothing: set your own first, on the page for that.",
        source=cite(None, "presence.own_pin"),
    )


def lately(person: Person, at: datetime) -> Sequence[GivenPin]:
    """List the PINs that others, or a command, gave this person less than thirty days before `at`, or after it.

    Only those in place of a PIN that there was: not the first of all. The latest comes first.
    """
    since = GivenPin.objects.filter(person=person, anew=True, at__gt=at - RECENTLY)
    return list(since.order_by("-number"))


def with_pin_history(step: Step, owner: str, *, by: Person, device: str, signed_in: str, nonce: str) -> Step:
    """Return an attesting step with the facts of a PIN that others replaced lately; unchanged where there is none.

    They are of the latest: who gave it (`pin_by`), when (`pin_on`, UTC), and the address where it was first used
    (`pin_from`). ``owner`` is the register of the act, ``device`` the address where it is done, ``signed_in`` the badge
    of whoever is signed in there. Refuses (E_PIN_NOT_OWN) a given PIN, and (E_PRESENCE) attesting at the device that
    showed any of these PINs, or where whoever gave it is signed in; such a refusal is stored like those of the door.
    """
    at = timezone.now()
    try:
        check_own(by)
        found = lately(by, at)
        _check_elsewhere(found, device=device, signed_in=signed_in)
    except Refused as refused:
        remember(owner, step, refused, by=by, at=at, nonce=nonce)
        raise
    if not found:
        return step
    it = found[0]
    history = {"pin_by": it.by, "pin_on": it.at.astimezone(UTC).isoformat(timespec="seconds"), "pin_from": it.used_from}
    return Step(step.verb, {**step.arguments, **history})


def _check_elsewhere(found: Sequence[GivenPin], *, device: str, signed_in: str) -> None:
    """Refuse (E_PRESENCE) to attest at a device that showed one of these PINs, or where its giver is signed in.

    ``device`` is the address where it is attested, ``signed_in`` the badge of whoever is signed in there.
    """
    for it in found:
        require(
            device != it.device and signed_in != it.by,
            Code.PRESENCE,
            "The PIN of this badge was given anew by “%(by)s”, at this device or by who is signed in here: "
            "presence is attested at another one.",
            source=cite(None, "presence.own_pin"),
            by=it.by,
        )
