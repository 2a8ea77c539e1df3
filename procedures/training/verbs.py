"""What an instructor does at a training table: an exercise begins there."""

from typing import Annotated

import msgspec
from django.utils.translation import pgettext_lazy

from procedures.training.exercises import EXERCISES
from table.models import Entry
from table.play.act import Act
from table.record import chain
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.verbs.declaration import ANYTIME, Word, verb

BEGINS = "begin_exercise"
Script = Annotated[tuple[Word, ...], msgspec.Meta(max_length=len(EXERCISES))]
"""Exercises by their keys, one after the other."""


@verb(
    title=pgettext_lazy("act", "begin an exercise"),
    said=(pgettext_lazy("record", "exercise “%(exercise)s” begins, for %(trainee)s"),),
    roles=[Role.INSTRUCTOR],
    tables=ANYTIME,
    moves=["coup"],
    while_held=True,
)
def begin_exercise(act: Act, *, exercise: Word, trainee: Word, then: Script = ()) -> None:
    """From here on the dealer of a training table meets this mistake; what he does is compared with what is right.

    ``then`` are the exercises that follow it, where the instructor has chosen several.
    """
    del trainee  # it stands in the entry, for those who read the review
    require(
        act.table.training,
        Code.TABLE,
        "“%(table)s” is no training table: what is played there counts.",
        table=act.table.code,
    )
    for key in (exercise, *then):
        require(key in EXERCISES, Code.ARGUMENTS, "There is no exercise “%(key)s”.", key=key[:40])


def begun(code: str, number: int | None = None) -> Entry | None:
    """The entry by which an exercise began at a table: that with this number, or the latest; None where none is."""
    found = Entry.objects.filter(register=code, verb=BEGINS).order_by("-number")
    return (found if number is None else found.filter(number=number)).first()


def waiting(code: str) -> tuple[str, ...]:
    """The exercises that wait at a table behind the latest one, by their keys."""
    last = begun(code)
    then = chain.read(last.arguments).get("then", ()) if last is not None else ()
    return tuple(key for key in then if key in EXERCISES)
