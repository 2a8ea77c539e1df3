"""A house with a training table, its instructor and its trainee; and dealers of all kinds who meet an exercise."""

from collections import deque
from dataclasses import replace
from typing import Any

from procedures.training import instructor
from procedures.training.dealer import ExerciseDealer
from procedures.training.exercises import EXERCISES
from procedures.training.review import Review, review
from procedures.training.verbs import begun
from table.models import HOUSE, TRAINING, Entry, House, Person
from table.play.state import TableState
from table.record import door
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role
from table.rules.refusal import Refused
from table.script.dealing import Step
from tests.rig.cast import Somebody

CODE = f"{TRAINING}1"
INSTRUCTOR, TRAINEE = "ines", "tilda"


def person(badge: str, role: Role) -> Person:
    """Somebody of the house, taken on if need be."""
    return Person.objects.filter(badge=badge).first() or Person.objects.take_on(badge=badge, role=role)


def training_table(profile: Profile = VENEZIA, *, code: str = CODE) -> None:
    """A training table with its rules, and the trainee signed on there."""
    ines, tilda = person(INSTRUCTOR, Role.INSTRUCTOR), person(TRAINEE, Role.DEALER)
    Somebody(ines, HOUSE).does("add_training_table", code=code)
    instructor.lay(code, profile, by=ines)
    at_the_table(tilda, code, "sign_on")


def at_the_table(by: Person, code: str, verb: str, **given: Any) -> None:
    """An act at a table, on what it shows now."""
    number = _number(code)
    door.perform(code, verb, by=by, nonce=f"{verb} {number} {by.badge}", seen=number, **given)


def _number(code: str) -> int:
    if code == HOUSE:
        return House.objects.values_list("number", flat=True).first() or 0
    return Entry.objects.filter(register=code).count()


def begin(*keys: str, code: str = CODE) -> int:
    """The exercise begins, for the trainee; others wait behind it."""
    return instructor.begin(code, *keys, by=person(INSTRUCTOR, Role.INSTRUCTOR))


def reviewed(*, code: str = CODE) -> Review:
    """The review of the latest exercise."""
    entry = begun(code)
    assert entry is not None
    return review(entry)


class Trainee(ExerciseDealer):
    """The good dealer, under the trainee's own badge, from where the mistake has happened."""

    def __init__(self, key: str, *, code: str = CODE) -> None:
        super().__init__(code, who=lambda _role: person(TRAINEE, Role.DEALER))
        self.plays(EXERCISES[key])
        self.takes_up(self.state)

    def takes_up(self, state: TableState) -> None:
        """The trainee knows the cards as they truly lie, and those that come."""
        taglia, out = self._out(state)
        faces = self.exercise.faces
        self.faces = {(taglia, number): faces[number - 1] for number in range(1, out + 1)}
        self.coming = deque(faces[out:])

    def meets_it(self) -> None:
        """As the trainee does, as far as the table lets them."""
        try:
            self.solve()
        except Refused:
            return


class Careless(Trainee):
    """A trainee who carries on as if nothing had happened."""

    def __init__(self, key: str, *, code: str = CODE) -> None:
        super().__init__(key, code=code)
        self.exercise, self.says = replace(self.exercise, remedy=(), left=""), ""

    def keyed(self, verb: str, state: TableState) -> Step:
        """What is to be counted they do not count; they call points, and do not say that the cards speak."""
        coup = state.coup
        if verb == "announce" and coup is not None and coup.announced_banco is not None:
            return verb, {"banco": coup.announced_banco, "punto": coup.announced_punto, "cards_speak": False}
        return super().keyed("settle" if verb == "extract_remaining" else verb, state)


class Mistaken(Trainee):
    """A trainee who stops, and reports something else."""

    def solve(self) -> None:
        """The wrong remedy."""
        self.press("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="he shouts")
