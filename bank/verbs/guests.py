"""Verbs of the house about guests who change cash: their papers were seen, and two keys are one person."""

from django.utils.translation import pgettext_lazy

from bank.house import cash
from bank.house.day import gaming_day
from table.models import House
from table.play.act import Act
from table.play.declaration import Text, verb
from table.play.seats import check_guest
from table.rules.profile import Role
from table.rules.refusal import Code, require


@verb(
    title=pgettext_lazy("act", "see a guest’s papers"),
    said=(pgettext_lazy("record", "has seen the papers of %(guest)s: %(paper)s"),),
    roles=[Role.ISPETTORE_GIOCO, Role.CASSA],
    owner=House,
    source="bank",
)
def identify(act: Act, *, guest: str, paper: Text) -> None:
    """Enter for this gaming day, at every table, that the papers of a guest were seen; ``paper`` can be erased later.

    Whoever was the first to see them on that day stays entered. Refuses (E_ARGUMENTS) what is no key of a guest,
    and without words on what was seen.
    """
    check_guest(guest)
    require(paper, Code.ARGUMENTS, "Enter what was seen: the kind of paper, and what is to be remembered of it.")
    cash.know(guest, act.actor, gaming_day(act.at), cash.currencies())


@verb(
    title=pgettext_lazy("act", "join two keys of a guest"),
    said=(pgettext_lazy("record", "%(one)s and %(other)s are one guest: %(reason)s"),),
    roles=[Role.ISPETTORE_GIOCO],
    owner=House,
    source="bank",
)
def join_guests(act: Act, *, one: str, other: str, reason: Text) -> None:
    """Make one person of two keys: their cash is one sum, on every day. It is not undone.

    Raises no alert itself if that sum reaches the threshold: their next change of notes at a table does. Refuses
    (E_ARGUMENTS) what is no key of a guest, (E_REASON) no reason, and (E_STALE) keys that are one person already.
    """
    check_guest(one)
    check_guest(other)
    require(reason, Code.REASON, "Two keys are joined for a reason, which is entered.")
    require(
        cash.root_of(one) != cash.root_of(other),
        Code.STALE,
        "“%(one)s” and “%(other)s” are one guest already.",
        one=one,
        other=other,
    )
    cash.join(one, other)
