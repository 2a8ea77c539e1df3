"""Verbs that erase people: their names and the notes about them go; keys, digests and entries stay."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from django.db.models import F
from django.utils.translation import pgettext_lazy

from table.models import Guest, Note, Position, Reservation, Standing, Table, Uncollected, Waiting
from table.models import Stake as Laid
from table.models.register import MOST_NOTES
from table.models.seating import WAITS
from table.play.act import Act
from table.play.declaration import of_the_house
from table.rules.refusal import Code, Refused, require
from table.verbs.house.people import person_with

Notes = Annotated[list[Annotated[str, msgspec.Meta(min_length=64, max_length=64)]], msgspec.Meta(max_length=MOST_NOTES)]


# --- whom


@of_the_house(
    title=pgettext_lazy("act", "erase a guest"),
    said=(pgettext_lazy("record", "the name of guest %(guest)s is erased"),),
)
def erase_guest(act: Act, *, guest: str, notes: Notes) -> None:
    """Erase the name of a guest and the notes with these digests; the key stays wherever it was recorded.

    Records "notes_erased" if there are notes. Refused for an unknown guest (E_ARGUMENTS), one on the waiting list, and
    one who has a seat, a reservation, a stake that they laid in a running coup, or chips in custody, or stands, at a
    table that is not for training (E_PRESENCE); and if one of the notes is erased already, does not exist, or is named
    twice (E_STALE).
    """
    found = Guest.objects.filter(key=guest).first()
    if found is None:
        raise Refused(Code.ARGUMENTS, "The house knows no guest by the key “%(guest)s”.", guest=guest[:20])
    _check_not_in_play(found)
    require(
        not Waiting.objects.filter(WAITS, guest=found).exists(),
        Code.PRESENCE,
        "“%(guest)s” waits on the list of the pit; nobody is erased before that is settled.",
        guest=guest,
    )
    found.name = ""
    found.save(update_fields=["name"])
    _erase(act, notes)


def _check_not_in_play(guest: Guest) -> None:
    """Refuse (E_PRESENCE) a guest with a seat, a reservation or chips in custody, or who stands at a table.

    Also one who laid a stake in a coup that is not over; not one for whom somebody else laid it. What a training table
    has does not count.
    """
    seats, stands = Position.objects.filter(holder=guest), Standing.objects.filter(guest=guest)
    waits = Reservation.objects.filter(guest=guest).exclude(state=Reservation.State.CLOSED)
    laid = Laid.objects.filter(coup__ended=False, coup__table__training=False, laid_by=guest.key)
    stakes = laid.values_list("coup__table__code")
    slips = Uncollected.objects.filter(closed=None, owner=guest.key)
    real = (it.filter(table__training=False) for it in (seats, stands, waits, slips))
    at = (it.order_by().values_list("table__code") for it in real)
    found = stakes.order_by().union(*at).values_list("coup__table__code", flat=True)[:1]
    require(
        not found,
        Code.PRESENCE,
        "“%(guest)s” has a seat, a reservation, a stake or chips in custody at the table “%(table)s”; nobody is erased "
        "before that is settled.",
        guest=guest.key,
        table=found[0] if found else "",
    )


@of_the_house(
    title=pgettext_lazy("act", "erase somebody who left"),
    said=(pgettext_lazy("record", "the name of %(badge)s is erased"),),
)
def erase_person(act: Act, *, badge: str, notes: Notes) -> None:
    """Erase the name of an inactive person and the notes with these digests, whoever wrote them.

    Nobody else ever gets the badge. Records "notes_erased" if there are notes. Refused for an unknown badge
    (E_ARGUMENTS), while the person is active (E_PRESENCE), and if one of the notes is erased already, does not exist,
    or is named twice (E_STALE).
    """
    person = person_with(badge)
    require(
        not person.is_active,
        Code.PRESENCE,
        "“%(badge)s” works here; only who was made inactive is erased.",
        badge=badge,
    )
    person.name = ""
    person.save(update_fields=["name"])
    _erase(act, notes)


# --- texts


@of_the_house(
    title=pgettext_lazy("act", "erase texts"),
    said=(pgettext_lazy("record", "texts are erased: %(why)s"),),
)
def erase_notes(act: Act, *, notes: Notes, why: Literal["asked_for", "too_old"] = "asked_for") -> None:
    """Erase the texts with these digests; who wrote them, when, and the digests stay. Records "notes_erased".

    ``why``, asked for or too old, stands in the entry alone and is not checked. Refused (E_ARGUMENTS) without any
    digest, and (E_STALE) if one of the texts is erased already, does not exist, or is named twice.
    """
    require(notes, Code.ARGUMENTS, "Choose the texts that are to be erased.")
    _erase(act, notes)


def _erase(act: Act, notes: Sequence[str]) -> None:
    """Erase these texts, if any, and draw the screens of the tables anew in whose registers they are.

    Records "notes_erased". Refused (E_STALE) where one is erased already, does not exist, or is named twice.
    """
    if not notes:
        return
    found = list(Note.objects.filter(digest__in=notes, erased=False).order_by("register", "number", "pk"))
    require(
        len(found) == len(notes),
        Code.STALE,
        "Not all of these texts are there: some were erased meanwhile. Look again.",
    )
    Note.objects.filter(pk__in=[it.pk for it in found]).update(text="", salt="", erased=True)
    act.effect("notes_erased", count=len(found), of=", ".join(f"{it.register} {it.number}" for it in found))
    Table.objects.filter(code__in={it.register for it in found}).update(inbox=F("inbox") + 1)
