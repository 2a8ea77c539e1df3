"""Instructor, who brings a training table to an exercise by acting in every office there."""

from dataclasses import replace

from procedures.training.dealer import ExerciseDealer
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import Exercise
from procedures.training.verbs import BEGINS
from table.models import Person, Table
from table.record import door
from table.record.door import Step
from table.record.in_charge import dealer_at
from table.rules.authority import cite
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role, as_values
from table.rules.refusal import Code, Refused, require

PRESSED = "training "
"""Prefix of the nonces of acts by which an instructor prepares an exercise."""

OF_A_FORM = ("set_up", BEGINS)
"""Verbs of which each is the press of a form, and has its nonce: a form that comes twice is done once."""

TRAINED = (Role.INSTRUCTOR, Role.DEALER)
"""Roles that begin exercises, and that do them."""

FIRST_LESSON = "first-lesson"
"""Key of the exercise for beginners."""


class Instructor(ExerciseDealer):
    """Dealer at a training table whose acts are all recorded under the instructor's badge."""

    def __init__(self, code: str, person: Person, *, nonce: str = "") -> None:
        """Store at which table this person acts; ``nonce`` is that of the form, for the verbs OF_A_FORM, "" without."""
        super().__init__(code, who=lambda _role: person)
        self._nonce = nonce

    def _enter(self, step: Step, role: Role, table: Table) -> int:
        """Press the act in this office under the instructor's badge, and return the number of its entry.

        It counts as seen at the number that ``table`` has. Its nonce is made of the next number, but that of the form,
        if there is one, for the verbs OF_A_FORM: such an act is done once. Raises Refused.
        """
        of_form = self._nonce if step.verb in OF_A_FORM else ""
        by, nonce = self._person(role), of_form or f"{PRESSED}{table.number + 1}"
        return door.press(self.code, [step], by=by, nonce=nonce, seen=table.number, office=role).number


def lay(code: str, profile: Profile, *, by: Person, nonce: str = "") -> None:
    """Set the rules, without a bank, of a training table that exists and has none, by an instructor. Records `set_up`.

    Does nothing if a form with this ``nonce`` has set the same rules there already. Refuses (E_NONCE) if it has set
    other ones, and (E_ARGUMENTS) where any other act has set rules.
    """
    instructor = Instructor(code, by, nonce=nonce)
    instructor.opened = True
    instructor.press("set_up", rules=as_values(replace(profile, bank="off")))  # no cage brings chips of training


def exercise_named(key: str, profile: Profile) -> Exercise:
    """Return the exercise with this key.

    Refuses an unknown one (E_ARGUMENTS), and one that these rules exclude (E_PROFILE).
    """
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
    """Return the keys of all exercises of an article that can happen by these rules, without lessons.

    Refuses (E_PROFILE) if there are none.
    """
    these = (it for it in EXERCISES.values() if it.article.number == article and not it.guide)
    found = tuple(it.key for it in these if it.fits(profile))
    require(found != (), Code.PROFILE, "No exercise of this article can happen by the rules of this table.")
    return found


def begin(code: str, *keys: str, by: Person, nonce: str = "") -> int:
    """Prepare the first of these exercises (at least one) at a training table, and begin it; return its entry's number.

    It is for the dealer who is signed on there; the other exercises wait. ``nonce`` is that of the form; whether it has
    begun one already is not looked at. Records `begin_exercise`, after the acts of the preparation, each on its own.
    Refuses as `exercise_named` does for any key, (E_PHASE) a closed table that keeps a bank, as those of before may,
    and (E_PRESENCE) if no dealer is signed on, all before the first act; then as :meth:`bring` does.
    """
    instructor = Instructor(code, by, nonce=nonce)
    exercise, *then = (exercise_named(key, instructor.profile) for key in keys)
    require(
        instructor.profile.bank == "off" or instructor.table.status != Table.Status.CLOSED,
        Code.PHASE,
        "This training table keeps a bank, and no cage brings it a float to be opened with: lay a new one, which has "
        "no bank.",
    )
    dealer = dealer_at(code)
    if dealer is None:
        raise Refused(Code.PRESENCE, "No dealer is signed on at this table: first the trainee signs on at its console.")
    instructor.plays(exercise)
    instructor.bring()
    following = [it.key for it in then]
    instructor.press("begin_exercise", exercise=exercise.key, trainee=dealer.person.badge, then=following)
    return instructor.number


def first_lesson(code: str, by: Person, trainee: Person) -> None:
    """Set the rules of a new training table, sign the trainee on as its dealer, and begin FIRST_LESSON.

    The rules are those of Venezia. `by` is an instructor; the trainee signs on with their own badge. The table exists,
    and has no rules yet.
    """
    lay(code, VENEZIA, by=by)
    ExerciseDealer(code, who=lambda _role: trainee).sign_on(Role.DEALER)
    begin(code, FIRST_LESSON, by=by)
