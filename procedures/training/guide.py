"""Steps of a lesson: what the trainee has to press next, in the words of their console."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from procedures.models import Incident
from procedures.training.exercises.exercise import MISTAKE, Exercise
from table.screens.dealer.task import task
from table.screens.read.snapshot import Snapshot
from table.script.dealing.dealer import next_verb

KEY = Markup("<b>{}</b>")
"""Markup of the words of a button in a sentence."""


class Step(NamedTuple):
    """Step of a lesson: place from 1, or 0 for an act outside the lesson; number of steps; words."""

    place: int
    of: int
    words: str


def step_now(snapshot: Snapshot, exercise: Exercise, since: int) -> Step | None:
    """Return the current step of a lesson that began with the entry ``since``; None for any other exercise."""
    if not exercise.guide:
        return None
    guide = dict(exercise.guide)
    name = MISTAKE if stands(snapshot, exercise, since) else next_verb(snapshot.state)
    if name not in guide:
        return Step(0, len(guide), _("First do what the table asks for: the key says it."))
    keys = {key: KEY.format(words) for key, words in _on_the_console(snapshot, exercise).items()}
    return Step([*guide].index(name) + 1, len(guide), escape(str(guide[name])) % keys)


def stands(snapshot: Snapshot, exercise: Exercise, since: int) -> bool:
    """Whether the mistake of a lesson has happened, and no report of it stands."""
    if next_verb(snapshot.state) != exercise.before:
        return False
    met = Incident.objects.filter(table=snapshot.table, kind=exercise.kind, number__gt=since)
    return not met.exclude(status=Incident.Status.WITHDRAWN).exists()


def _on_the_console(snapshot: Snapshot, exercise: Exercise) -> dict[str, str]:
    """Return the words of the buttons that a step can name, by their placeholders."""
    offer = exercise.of_kind.offer
    return {
        "act": snapshot.part(task).heading,
        "voice": _("by voice"),
        "incident": _("Incident"),
        "kind": str(offer.words) if offer is not None else "",
        "unseen": _("nobody saw it"),
    }
