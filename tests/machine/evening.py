"""One evening at one table: who is there, what lies in the shoe, and every press with what became of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.db import transaction

from table.models import HOUSE, Person, Refusal, Table
from table.play.state import TableState
from table.record import door
from table.record.door import PressResult, Step
from table.rules.profile import Role
from table.rules.refusal import Refused
from tests.machine import laws
from tests.machine.record import Record, Rows, effects_of, everything, record
from tests.machine.sabot import Sabot
from tests.rig.cast import at_the_console
from tests.rig.known import compare
from tests.rig.tables import Cast

NIGHT = datetime(2026, 7, 1, 20, 0, tzinfo=UTC)
BETWEEN_PRESSES = timedelta(seconds=2)
Steps = tuple[tuple[str, Mapping[str, Any]], ...]

LOOKED_AT = 4
"""Every so many presses what is kept of the table is compared with what would be read of it."""


@dataclass(frozen=True)
class Press:
    """A button pressed: who, what, and the number that the screen showed (None: the newest)."""

    by: Person
    steps: Steps
    seen: int | None = None
    owner: str = ""

    def __str__(self) -> str:
        acts = ", ".join(f"{verb} {dict(given)}" for verb, given in self.steps)
        return " ".join(map(str, filter(None, (self.by, self.owner, self.seen, acts))))


class Mishap(NamedTuple):
    """The four cards of a coup do not lie where the record has them: for each number the card that truly lies there.

    ``laid`` tells the boxes at which they lie, in the order in which they came out.
    """

    coup: int
    truly: Mapping[int, int]
    laid: tuple[str, ...]


@dataclass
class Tally:
    """What the evenings of a run came to: presses and acts, refusals by their codes, coups by their outcomes, shoes.

    ``incidents`` are counted by kind and how they were decided, ``mishaps`` by how much of them was told, ``effects``
    as the entries name them: cards laid anew, held or burned, coups held, annulled, begun in bianco, rulings.
    """

    presses: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    coups: Counter[str] = field(default_factory=Counter)
    shoes: Counter[str] = field(default_factory=Counter)
    incidents: Counter[str] = field(default_factory=Counter)
    mishaps: Counter[str] = field(default_factory=Counter)
    effects: Counter[str] = field(default_factory=Counter)
    evenings: Counter[str] = field(default_factory=Counter)


@dataclass
class Evening:
    """The table ``code`` with its cast, sabot and clock; ``done`` counts its acts, ``tried`` refused ones too."""

    code: str
    cast: Cast
    sabot: Sabot
    tally: Tally
    clock: datetime = NIGHT
    nonces: int = 0
    refused: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    mishap: Mishap | None = None
    last: tuple[Press, str, PressResult] | None = None
    history: list[Press] = field(default_factory=list)
    memory: laws.Memory = field(default_factory=laws.Memory)

    def __post_init__(self) -> None:
        self.all: Rows = {}
        self.look()

    # --- what lies there

    def look(self) -> None:
        """Read the rows anew."""
        before, self.all = self.all, everything()
        if self.all != before:
            self.record: Record = record(self.all, self.code)
            self.__dict__.pop("state", None)

    @cached_property
    def state(self) -> TableState:
        """What lies on the table, as the house itself sees it."""
        return TableState(Table.real.select_related("policy").get(code=self.code))

    def by(self, role: str) -> Person:
        """The first of the cast with this role."""
        return self.cast.with_role(Role(role)).person

    def all_with(self, role: str) -> list[Person]:
        """All of the cast with this role."""
        return [it.person for it in self.cast.all_with(Role(role))]

    def truly(self, number: int) -> int:
        """The number of the card that lies where the record has this one."""
        coup = self.record.coup
        here = self.mishap is not None and coup is not None and coup["id"] == self.mishap.coup
        return self.mishap.truly.get(number, number) if here and self.mishap else number

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """What lies where the record has these cards; of a face of which all were keyed elsewhere no other can come."""
        assert self.state.shoe is not None
        others = self.state.shoe.cards.exclude(face="").exclude(number__in=numbers)
        true_numbers = [self.truly(number) for number in numbers]
        return self.sabot.show(true_numbers, known=others.values_list("face", flat=True))

    def remaining(self) -> list[str]:
        """Every card that is left in the sabot."""
        shoe = self.state.shoe
        return self.shown(range(shoe.out + 1, shoe.cards_total + 1)) if shoe else []

    # --- presses

    def press(self, press: Press, *, nonce: str | None = None) -> PressResult | Refused:
        """Press, and look every law up that this press could have broken."""
        if nonce is None:
            self.nonces += 1
            nonce = f"press-{self.nonces}"
        self.history.append(press)
        self.tally.presses += 1
        self.tried.update(verb for verb, _ in press.steps)
        before, before_all = self.record, self.all
        answer = self.answer(press, nonce)
        self.look()
        if self.tally.presses % LOOKED_AT == 0 and (differences := compare(self.code).differences):
            raise laws.Broken("what_is_kept_is_what_would_be_read", f"{press}: {differences}")
        if isinstance(answer, Refused):
            self._was_refused(press, answer, before_all)
        else:
            self._was_done(press, nonce, answer, before)
        return answer

    def answer(self, press: Press, nonce: str) -> PressResult | Refused:
        """What the door answers."""
        self.clock += BETWEEN_PRESSES
        seen = self.record.table["number"] if press.seen is None else press.seen
        steps = [Step(verb, at_the_console(self.code, verb, given)) for verb, given in press.steps]
        try:
            return door.press(press.owner or self.code, steps, by=press.by, nonce=nonce, seen=seen, at=self.clock)
        except Refused as refused:
            return refused

    def _was_refused(self, press: Press, refused: Refused, before: Rows) -> None:
        self.refused += 1
        self.tally.refusals[refused.code] += 1
        if not str(refused):
            raise laws.Broken("a_refusal_is_a_sentence", f"{press}: {refused.code}")
        if self.all != before:
            raise laws.Broken("a_refusal_changes_nothing", f"{press}: {refused.code}")

    def _was_done(self, press: Press, nonce: str, answer: PressResult, before: Record) -> None:
        verbs = [verb for verb, _ in press.steps]
        self.done.update(verbs)
        self.tally.acts.update(verbs)
        self.last = press, nonce, answer
        if press.owner != HOUSE:
            laws.check(before, self.record, press.steps, number=answer.number, memory=self.memory)

    def must_press(self, press: Press) -> PressResult:
        """A press that nothing may forbid now: where it is refused, nothing leads on from here."""
        answer = self.press(press)
        if isinstance(answer, Refused):
            raise laws.Broken(f"no_dead_end_at_{press.steps[-1][0]}", f"{press} is refused: {answer}")
        return answer

    # --- the whole of it

    @contextmanager
    def branch(self) -> Iterator["Evening"]:
        """The same evening once more, to be played on in another way; this one knows nothing of it."""
        mark = transaction.savepoint()
        yield replace(
            self, tried=self.tried.copy(), done=self.done.copy(), history=[*self.history], memory=replace(self.memory)
        )
        transaction.savepoint_rollback(mark)

    def check_refusals(self) -> None:
        """Every refusal was kept or counted."""
        recorded = sum(1 + repeated for repeated in Refusal.objects.values_list("repeated", flat=True))
        if recorded != self.refused:
            raise laws.Broken("every_refusal_is_kept", f"{self.refused} refusals, and {recorded} of them are kept")

    def count(self) -> None:
        """Coups, shoes and incidents of this evening are added to the tally."""
        record, tally = self.record, self.tally
        tally.coups.update(f"{it['kind']} {it['outcome']} {it['result']}".strip() for it in record.coups)
        tally.shoes.update(it["status"] for it in record.shoes)
        tally.incidents.update(f"Art. {it['article']} {it['kind']}: {it['status']}" for it in record.incidents)
        tally.effects.update(name for entry in record.entries for name in effects_of(entry))
