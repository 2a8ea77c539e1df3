"""Solution of an exercise: the acts of the automatic dealer at a table that is rolled back.

Only the act that reports the mistake is declared by hand; the others are those that the table asks for.
"""

from dataclasses import replace
from functools import lru_cache
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from procedures.training.dealer import STAND_IN, ExerciseDealer
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import Exercise
from table.models import TRAINING, Entry, Person, Table
from table.play import declaration
from table.play.declaration import VERBS
from table.play.state import TableState
from table.record import chain, door
from table.record.door import Step
from table.rules.profile import Profile, Role, as_values

NOBODY = "~"
"""Prefix of the badges of people who exist only in a rehearsal."""


def is_of_the_coup(verb: str) -> bool:
    """Whether acts of this verb move a coup or the shoe; other acts of a dealer are not compared."""
    return verb in VERBS and bool(VERBS[verb].moves & {"coup", "shoe"})


class Rehearsal(ExerciseDealer):
    """Dealer at a table of its own, whose acts are performed as in a replay, without entries.

    Writes rows, so that whoever uses it rolls the transaction back.
    """

    def __init__(self, exercise: Exercise, profile: Profile) -> None:
        """Make a table with people of its own, set its rules and sign the dealer on.

        Writes rows: only to be called inside a transaction that is rolled back.
        """
        people = {role: Person(badge=f"{NOBODY}{role.value}"[:20], role=role) for role in Role}
        super().__init__(f"{TRAINING}{uuid4().hex[:8]}~", who=people.__getitem__)
        for role in (Role.DEALER, STAND_IN):
            people[role].save()
        self._row = Table.objects.create(code=self.code, training=True)
        self._now = TableState(self._row)
        self.recorded: list[Step] = []
        self.plays(exercise)
        self.press("set_up", rules=as_values(profile))
        self.sign_on(Role.DEALER)

    @property
    def table(self) -> Table:
        """Row of the table of its own, as the steps have changed it so far."""
        return self._row

    @property
    def state(self) -> TableState:
        """State of the table of its own, as the steps have changed it so far."""
        return self._now

    def _enter(self, step: Step, role: Role, table: Table) -> int:
        """Perform a step past the door, without its checks at the press, and return the number of its entry.

        The caller rolls the entry back with all the rest. The step is added to ``recorded`` if it is an act of the
        dealer that moves a coup or the shoe.
        """
        given = declaration.arguments_of(declaration.of(step.verb), dict(step.arguments))
        facts = {"verb": step.verb, "arguments": chain.canonical(given), "outcome": chain.canonical({"effects": []})}
        who = {"actor": self._person(role).badge, "role": role.value}
        entry = Entry(register=self.code, at=timezone.now(), nonce=f"{NOBODY}{table.number + 1}", **facts, **who)
        door.again(self._row, entry, self._now)
        if role is Role.DEALER and is_of_the_coup(step.verb):
            self.recorded.append(Step(step.verb, chain.read(entry.arguments)))
        return self._row.number


def solution(exercise: Exercise, profile: Profile) -> tuple[Step, ...]:
    """Return the acts of a good dealer by these rules, in order, from where the trainee takes over; cached.

    The rules have to fit the exercise (:meth:`Exercise.fits`): else what an act of it refuses or raises is raised here.
    """
    # A bank moves no coup, and no float comes to a rehearsal.
    return _solution(exercise.key, replace(profile, bank="off"))


@lru_cache(maxsize=256)
def _solution(key: str, profile: Profile) -> tuple[Step, ...]:
    """Return the dealer's acts from where the trainee takes over, by these rules; cached in the process.

    They are played in a transaction that is rolled back.
    """
    with transaction.atomic():
        dealer = Rehearsal(EXERCISES[key], profile)
        dealer.bring()
        dealer.recorded.clear()
        dealer.solve()
        transaction.set_rollback(True)
    return tuple(dealer.recorded)
