"""Verb by which an instructor begins an exercise."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from procedures.training.exercises import EXERCISES
from table.models import Entry
from table.play.act import Act
from table.play.declaration import ANYTIME, NOBODY, Word, verb
from table.record import chain
from table.rules.profile import Role
from table.rules.refusal import Code, require

BEGINS = "begin_exercise"
Script = Annotated[tuple[Word, ...], msgspec.Meta(max_length=len(EXERCISES))]
"""Keys of exercises, in order."""


@verb(
    title=pgettext_lazy("act", "begin an exercise"),
    said=(pgettext_lazy("record", "exercise “%(exercise)s” begins, for %(trainee)s"),),
    roles=[Role.INSTRUCTOR],
    tables=ANYTIME,
    moves=["coup"],
    while_held=True,
    deciders=NOBODY,
    public="exercise",
)
def begin_exercise(act: Act, *, exercise: Word, trainee: Word, then: Script = ()) -> None:
    """Mark by its entry alone that an exercise begins: no row is changed, and no effect recorded.

    The trainee's acts from here on are reviewed. ``trainee`` is a badge, which is not checked; ``then`` are the
    exercises that the instructor lets follow. Refuses at a table that is not for training (E_TABLE), and for an unknown
    exercise, also among those of ``then`` (E_ARGUMENTS).
    """
    del trainee  # kept in the entry, for the review
    require(
        act.table.training,
        Code.TABLE,
        "“%(table)s” is no training table: what is played there counts.",
        table=act.table.code,
    )
    for key in (exercise, *then):
        require(key in EXERCISES, Code.ARGUMENTS, "There is no exercise “%(key)s”.", key=key[:40])


def begun(code: str, number: int | None = None) -> Entry | None:
    """Return the entry that began an exercise at a table: the one with this number, or the latest.

    None if there is none.
    """
    found = Entry.objects.filter(register=code, verb=BEGINS).order_by("-number")
    return (found if number is None else found.filter(number=number)).first()


def waiting(code: str) -> tuple[str, ...]:
    """Return the keys in ``then`` of the latest exercise begun at a table: those that the instructor lets follow it.

    Keys that this version does not know are left out; empty where none has begun.
    """
    last = begun(code)
    then = chain.read(last.arguments).get("then", ()) if last is not None else ()
    return tuple(key for key in then if key in EXERCISES)
