"""End of an exercise for its dealer, by the register: nothing that follows at the table undoes it."""

from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import TakeOver
from procedures.training.solution import is_of_the_coup
from procedures.training.verbs import BEGINS
from table.models import Entry
from table.record import chain

BETWEEN = (TakeOver.BETWEEN, TakeOver.BURNED)
"""Points of a coup at which none is being played, so that an exercise may be over with one act."""
ENDS = {"coup_burned", "coup_cancelled", "taglia_ended"}
"""Effects after which no coup is being played."""


def ended_by(begun: Entry) -> int | None:
    """Return the number of the entry by which the exercise that ``begun`` began ended; None while it is not over.

    It is the first by which somebody else has to decide, or after which no coup is being played and no Colpo in Bianco
    is due; at the latest the one that begins the next exercise. In an exercise that begins between two coups it can
    also be the trainee's first act that moves a coup or the shoe, unless that opens the betting. Raises KeyError for an
    exercise that this version does not have.
    """
    arguments = chain.read(begun.arguments)
    between, due = EXERCISES[arguments["exercise"]].at in BETWEEN, False
    for entry in Entry.objects.filter(register=begun.register, number__gt=begun.number).order_by("number").iterator():
        effects = dict(chain.read(entry.outcome)["effects"])
        due = "blank_due" in effects or (due and effects.keys().isdisjoint({"blank_started", "taglia_ended"}))
        over = not effects.keys().isdisjoint(ENDS)
        if between and entry.actor == arguments["trainee"] and is_of_the_coup(entry.verb):
            between, over = False, entry.verb != "open_bets"
        if (over and not due) or _awaits(effects) or entry.verb == BEGINS:
            return entry.number
    return None


def _awaits(effects: dict[str, dict[str, str]]) -> bool:
    """Whether play has begun to wait for somebody's decision by an entry with these effects."""
    return bool(effects.get("decision_awaited", {}).get("role"))
