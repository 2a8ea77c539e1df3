"""What a lesson tells its trainee to press next: the act that the table asks for, in the words of his console."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from procedures.models import Incident
from procedures.training.dealer import asked_now
from procedures.training.exercise import MISTAKE, Exercise
from table.screens.dealer.task import task
from table.screens.read.snapshot import Snapshot

KEY = Markup("<b>{}</b>")
"""How the words of a key stand in a sentence."""


class Step(NamedTuple):
    """A step of a lesson: its place among all of them, 0 for what is none of them, and what is to be done."""

    place: int
    of: int
    words: str


def step_now(snapshot: Snapshot, exercise: Exercise, since: int) -> Step | None:
    """Where a lesson stands that began with the entry ``since``; None where it is no lesson."""
    if not exercise.guide:
        return None
    guide = dict(exercise.guide)
    name = MISTAKE if stands(snapshot, exercise, since) else asked_now(snapshot.state)
    if name not in guide:
        return Step(0, len(guide), _("First do what the table asks for: the key says it."))
    keys = {key: KEY.format(words) for key, words in _on_the_console(snapshot, exercise).items()}
    return Step([*guide].index(name) + 1, len(guide), escape(str(guide[name])) % keys)


def stands(snapshot: Snapshot, exercise: Exercise, since: int) -> bool:
    """Whether the mistake of a lesson has happened, and nobody has met it yet."""
    if asked_now(snapshot.state) != exercise.before:
        return False
    met = Incident.objects.filter(table=snapshot.table, kind=exercise.kind, number__gt=since)
    return not met.exclude(status=Incident.Status.WITHDRAWN).exists()


def _on_the_console(snapshot: Snapshot, exercise: Exercise) -> dict[str, str]:
    """The words that stand on the keys which a step can name."""
    offer = exercise.of_kind.offer
    return {
        "act": snapshot.part(task).heading,
        "voice": _("by voice"),
        "incident": _("Incident"),
        "kind": str(offer.words) if offer is not None else "",
        "unseen": _("nobody saw it"),
    }
