"""How an instructor brings a training table to an exercise: standing in for every office, at such a table alone."""

from procedures.training.dealer import Dealer
from procedures.training.exercise import Exercise
from procedures.training.exercises import EXERCISES
from table.models import Person, Table
from table.record import door
from table.record.door import Step
from table.record.in_charge import dealer_at
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role, as_values
from table.rules.refusal import Code, Refused, require
from table.rules.topics.authority import cite

PRESSED = "training "
"""How the presses begin with which an instructor brings a table to an exercise."""

FIRST_LESSON = "first-lesson"
"""The exercise with which somebody begins who has never stood at such a table."""


class Instructor(Dealer):
    """An instructor at a training table: what is to be done before an exercise is done in his name."""

    def __init__(self, code: str, person: Person) -> None:
        super().__init__(code, who=lambda _role: person)

    def _enter(self, step: Step, role: Role, table: Table) -> int:
        by, nonce = self._person(role), f"{PRESSED}{table.number + 1}"
        return door.press(self.code, [step], by=by, nonce=nonce, seen=table.number, office=role).number


def lay(code: str, profile: Profile, *, by: Person) -> None:
    """A new training table gets the rules by which it plays."""
    instructor = Instructor(code, by)
    instructor.opened = True
    instructor.press("set_up", rules=as_values(profile))


def exercise_named(key: str, profile: Profile) -> Exercise:
    """The exercise with this key; refused where there is none, or where it cannot happen by these rules."""
    found = EXERCISES.get(key)
    if found is None:
        raise Refused(Code.ARGUMENTS, "There is no exercise “%(key)s”.", key=key[:40])
    require(
        found.fits(profile),
        Code.PROFILE,
        "This exercise cannot happen at a table that plays by the rules of “%(house)s”.",
        source=cite(profile, "cases"),
        house=profile.title,
    )
    return found


def script_of(article: int, profile: Profile) -> tuple[str, ...]:
    """The keys of all exercises of this article that can happen by these rules, no lesson; refused where none can."""
    these = (it for it in EXERCISES.values() if it.article.number == article and not it.guide)
    found = tuple(it.key for it in these if it.fits(profile))
    require(found != (), Code.PROFILE, "No exercise of this article can happen by the rules of this table.")
    return found


def begin(code: str, *keys: str, by: Person) -> int:
    """The first of these mistakes happens at this training table, for the dealer who works there, and the others wait.

    Gives the number of the exercise.
    """
    instructor = Instructor(code, by)
    exercise, *then = (exercise_named(key, instructor.profile) for key in keys)
    dealer = dealer_at(code)
    if dealer is None:
        raise Refused(Code.PRESENCE, "No dealer is signed on at this table: first the trainee signs on at its console.")
    instructor.plays(exercise)
    instructor.bring()
    following = [it.key for it in then]
    instructor.press("begin_exercise", exercise=exercise.key, trainee=dealer.person.badge, then=following)
    return instructor.number


def first_lesson(code: str, by: Person, trainee: Person) -> None:
    """A new training table on which the first lesson has begun: this trainee is signed on at it, and has only to deal.

    It plays by the rules of the Super Punto Banco; ``by`` is an instructor.
    """
    lay(code, VENEZIA, by=by)
    Dealer(code, who=lambda _role: trainee).sign_on(Role.DEALER)
    begin(code, FIRST_LESSON, by=by)
