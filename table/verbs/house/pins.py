"""Verbs on PINs: one is given by others, or set by its owner; lock-outs are lifted. No act contains a PIN."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import MACHINE, GivenPin, Person
from table.models.tables import given_pin_delay
from table.play.act import Act
from table.play.declaration import of_the_house
from table.rules.authority import cite
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.verbs.house.people import SIGN_IN, check_device, check_gives, person_with

Proof = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{16}:[0-9a-f]{64})?$")]
"""Fingerprint of the pepper, and a digest keyed by it of the badge and the stored hash; empty in the oldest entries."""


@of_the_house(
    title=pgettext_lazy("act", "give a new PIN"),
    said=(
        pgettext_lazy("record", "%(badge)s has a new PIN, shown at %(shown_at)s"),
        pgettext_lazy("record", "%(badge)s has a new PIN"),
    ),
    roles=[Role.DIREZIONE, Role.ISPETTORE_COMUNALE],
    moves=["staff"],
)
def give_pin(
    act: Act, *, badge: str, proof: Proof = "", shown_at: str = "", anew: bool = False, hours: int = 0
) -> None:
    """Record, without an effect, that somebody is given a PIN, which whoever gives it sets in the same transaction.

    ``proof`` is a keyed digest of what is stored of the PIN; an old entry has none: then nothing is stored, and hours
    and device are not checked. ``shown_at`` is the device that shows the PIN, or :data:`MACHINE`: then the entry is
    made under the badge of its owner (else E_ROLE). Elsewhere the Direzione gives it, to an Ispettore Comunale whoever
    the rules name (else E_ROLE). ``anew``: there was a PIN before, so that the new one decides nothing for ``hours``,
    unless a third person confirms its owner. Refused (E_ARGUMENTS) for an unknown badge, a malformed device, and,
    ``anew`` or not, with other ``hours`` than the rules say.
    """
    person = person_with(badge)
    if shown_at == MACHINE:
        require(badge == act.actor, Code.ROLE, "At the machine a PIN is entered under the badge of whom it is for.")
    else:
        check_gives(act, person.role)
    if proof:
        check_device(shown_at)
        require(
            hours == given_pin_delay(), Code.ARGUMENTS, "A PIN is given with the hours in which it decides nothing."
        )
        by = MACHINE if shown_at == MACHINE else act.actor
        GivenPin.objects.create(
            person=person, number=act.number, at=act.at, by=by, device=shown_at, anew=anew, hours=hours
        )


@of_the_house(
    title=pgettext_lazy("act", "set one’s own PIN"),
    said=(pgettext_lazy("record", "sets a PIN of their own at %(device)s"),),
    roles=SIGN_IN,
    moves=["staff"],
)
def set_own_pin(act: Act, *, device: str, proof: Proof) -> None:
    """Record that somebody has set a PIN of their own, and mark those they were given before as used there.

    ``proof`` is a keyed digest of what is stored of the PIN: the entry alone has it, and it is refused (E_ARGUMENTS)
    where it is empty. Refuses (E_ARGUMENTS) what is no key of a ``device``: 1 to 40 ASCII letters, digits, hyphens,
    dots and colons.
    """
    check_device(device)
    require(proof, Code.ARGUMENTS, "A PIN is set with the proof of what is stored of it.")
    person = Person.objects.get(badge=act.actor)
    used = {"used": act.number, "used_at": act.at, "used_from": device}
    GivenPin.objects.filter(person=person, used=None).update(**used)


def check_pin_seen(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) to confirm a PIN that was given, or set by its owner, after what the page showed.

    Checked at the press alone, as earlier entries did so.
    """
    last = GivenPin.objects.filter(person__badge=given["badge"], anew=True).order_by("-number").first()
    if last is not None:
        act.check_seen(last.used or last.number)


@of_the_house(
    title=pgettext_lazy("act", "confirm whose PIN it is"),
    said=(pgettext_lazy("record", "confirms that it is %(badge)s who has the PIN that was given anew"),),
    roles=[Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.DIREZIONE],
    moves=["staff"],
    by_pin=True,
    source="presence.own_pin",
    at_press=check_pin_seen,
)
def confirm_pin(act: Act, *, badge: str) -> None:
    """Confirm, as a third person, that whoever replaced a PIN given anew by an own one is its owner. Records no effect.

    The latest such PIN of the badge waits for that from when its owner has set their own until the hours of the given
    one are over. Refused where none waits, or nobody has the badge (E_ARGUMENTS), to whoever gave it or owns it
    (E_PRESENCE_SELF), and at the press if it was given or set after what the page showed (E_STALE); the door refuses
    those whose own PIN is as new.
    """
    given = GivenPin.objects.filter(person=person_with(badge), anew=True).order_by("-number").first()
    waits = given is not None and given.used is not None and given.confirmed is None and act.at < given.until()
    if given is None or not waits:
        raise Refused(Code.ARGUMENTS, "No PIN of “%(badge)s” waits for a third person.", badge=badge[:20])
    require(
        act.actor not in (badge, given.by),
        Code.PRESENCE_SELF,
        "Who gave the PIN and whose it is do not confirm it: a third person does.",
        source=cite(None, "presence.own_pin"),
    )
    given.confirmed, given.confirmed_by = act.number, act.actor
    given.save(update_fields=["confirmed", "confirmed_by"])


@of_the_house(
    title=pgettext_lazy("act", "lift a lock-out"),
    said=(pgettext_lazy("record", "%(badge)s may try the PIN again"),),
    moves=["staff"],
)
def lift_lock_out(act: Act, *, badge: str) -> None:
    """Record, by the entry alone, that a badge which was locked out after wrong PINs may try again.

    The view that presses it forgets the wrong PINs, not this act. Refused (E_ARGUMENTS) where nobody has the badge;
    whether it is locked out is not checked.
    """
    person_with(badge)
